// Quotations of the specification for the written rules. scripts/citations searches for them in the public
// text, so that a rule without its text is detected.
#pragma once

#include <array>
#include <string_view>

#include "reference/sections.hpp"

namespace wgcts::reference {

/// Text from one of a clause's sections, without markup.
struct Quotation {
  std::string_view clause;  ///< its id
  const Section* section;
  std::string_view words;
};

inline constexpr auto quotations = [] {
  using namespace sections;
  return std::to_array<Quotation>({
      {"WGC.AV.1", &collectives,
       "support for OpenCL C 2.0, or OpenCL C 3.0 or newer and the "
       "__opencl_c_work_group_collective_functions feature"},
      {"WGC.AV.2", &versions,
       "compilers for OpenCL C 2.0 will provide these features, compilers for OpenCL C 3.0 or newer may "
       "provide these features"},
      {"WGC.AV.3", &features, "an associated feature test macro will be predefined"},
      {"WGC.AV.4", &collectives_query, "Is CL_TRUE if the device supports work-group collective functions"},
      {"WGC.AV.4", &features_query,
       "Returns an array of optional OpenCL C features supported by the compiler"},
      {"WGC.AV.6", &cl_std_option,
       "the highest OpenCL C 1.x language version supported by each device is used"},
      {"WGC.AV.7", &version_query,
       "if and only if all optional OpenCL C features are supported by the device for the newer version"},
      {"WGC.AV.9", &versions_query,
       "support for at least OpenCL C 3.0, OpenCL C 1.2, OpenCL C 1.1, and OpenCL C 1.0 is required for an "
       "OpenCL 3.0 device"},
      {"WGC.AV.10", &features_query,
       "For devices that do not support compilation from OpenCL C source, this query may return an empty "
       "array"},
      {"WGC.AV.11", &uniform_arithmetic,
       "support for OpenCL C 2.0 and the cl_khr_work_group_uniform_arithmetic extension macro"},
      {"WGC.TY.1", &collectives,
       "We use the generic type name gentype to indicate the built-in data types half, int, uint, long, "
       "ulong, float or double"},
      {"WGC.TY.2", &collectives, "Only if the cl_khr_fp16 extension is supported and has been enabled"},
      {"WGC.TY.3", &features,
       "OpenCL C compilers for FULL profile devices or devices with 64-bit pointers must always define the "
       "__opencl_c_int64 feature macro"},
      {"WGC.TY.4", &double_query,
       "Double precision is an optional feature so the mandated minimum double precision floating-point "
       "capability is 0"},
      {"WGC.TY.5", &features, "devices with 64-bit pointers must always define the __opencl_c_int64 feature"},
      {"WGC.TY.6", &embedded_profile,
       "If double precision is supported i.e. CL_DEVICE_DOUBLE_FP_CONFIG is not zero, then cles_khr_int64 "
       "must also be supported"},
      {"WGC.BU.2", &compiler_options, "a standard set of options that must be supported by the compiler"},
      {"WGC.LA.4", &launch, "the OpenCL runtime may choose a uniform or non-uniform work-group size"},
      {"WGC.LA.7", &sub_devices, "The output sub-devices may be used in every way that the root"},
      {"WGC.LA.8", &set_svm_argument,
       "arg_value is the SVM pointer that should be used as the argument value"},
      {"WGC.IL.1", &validation_rules,
       "For the Group and Subgroup Instructions, Scope for Execution must be one of: Workgroup"},
      {"WGC.IL.2", &spirv_extensions,
       "the environment must accept modules that declare use of the extension "
       "SPV_KHR_uniform_group_instructions"},
      {"WGC.ND.1", &attributes,
       "it is responsible for correctly handling cases where the number of global or local work-items in any "
       "dimension modulo N is not zero"},
      {"WGC.ND.2", &kernel_queries,
       "will not fail to enqueue the kernel for execution unless the work-group size specified is larger "
       "than the device maximum"},
      {"WGC.ND.3", &launch,
       "any single dimension for which the global size is not divisible by the local size will be "
       "partitioned into two regions"},
      {"WGC.ND.4", &launch, "exceed the maximum value representable by size_t"},
      {"WGC.ND.5", &attributes, "is the work-group size that must be used as the local_work_size argument"},
      {"WGC.ND.5", &attributes, "is a hint to the compiler"},
      {"WGC.ND.6", &work_item_functions,
       "returns the offset values specified in global_work_offset argument"},
      {"WGC.CF.1", &synchronization,
       "all work-items in the work-group must encounter precisely the same work-group function"},
      {"WGC.CF.1", &memory_order,
       "must execute the same work-group function call site, or dynamic work-group function instance"},
      {"WGC.CF.3", &kernel_qualifier,
       "It is just a regular function call if a __kernel function is called by another kernel function"},
      {"WGC.ID.1", &work_item_functions, "get_local_id(1) * get_local_size(0) + get_local_id(0)"},
      {"WGC.ID.2", &work_item_functions, "(get_global_id(0) - get_global_offset(0))"},
      {"WGC.SC.1", &collectives,
       "The scan order is defined by increasing 1D linear global ID within the work-group"},
      {"WGC.SC.2", &collectives, "The inclusive scan operation takes a binary operator op"},
      {"WGC.SC.3", &collectives,
       "The exclusive scan operation takes a binary associative operator op with an identity I"},
      {"WGC.SC.4", &collectives, "If op = add, the identity I is 0"},
      {"WGC.PR.1", &collectives,
       "a non-zero value if predicate evaluates to non-zero for all work-items in the work-group"},
      {"WGC.PR.2", &collectives,
       "a non-zero value if predicate evaluates to non-zero for any work-items in the work-group"},
      {"WGC.BC.1", &collectives,
       "Broadcast the value of a for work-item identified by local_id to all work-items in the work-group"},
      {"WGC.BC.2", &collectives,
       "Behavior is undefined when the value of local_id is not equivalent for all work-items"},
      {"WGC.RD.1", &collectives,
       "Return result of reduction operation specified by <op> for all values of x specified by work-items"},
      {"WGC.UA.1", &uniform_arithmetic,
       "Returns the logical and, or, or xor of predicate for all work items in the work-group"},
      {"WGC.UA.2", &uniform_arithmetic,
       "with a work-group linear local ID less than or equal to this work item's work-group linear local ID"},
      {"WGC.UA.3", &uniform_arithmetic,
       "with a work-group linear local ID less than this work item's work-group linear local ID"},
      {"WGC.UA.4", &uniform_arithmetic, "For and, the identity value is true (non-zero)"},
      {"WGC.UA.4", &uniform_arithmetic, "the identity value 1 is returned"},
      {"WGC.FP.1", &collectives, "The order of floating-point operations is not guaranteed"},
      {"WGC.FP.2", &relative_error, "are IEEE 754 compliant and are therefore correctly rounded"},
      {"WGC.FP.2", &rounding, "may be carried out internally with extra precision and then rounded"},
      {"WGC.FP.3", &rounding, "is therefore the default rounding mode"},
      {"WGC.FP.3", &embedded_profile,
       "If CL_FP_ROUND_TO_NEAREST is supported, the default rounding mode will be round to nearest even"},
      {"WGC.FP.4", &special_values,
       "Support for denormalized numbers with single precision floating-point is optional"},
      {"WGC.FP.5", &special_values, "INF and NaNs must be supported"},
      {"WGC.FP.6", &exceptions, "must match the IEEE 754 spec for the exceptions not enabled case"},
      {"WGC.FP.6", &embedded_profile,
       "would signal the overflow or invalid exception (see IEEE 754 specification), the value of the result "
       "is implementation-defined"},
      {"WGC.FP.7", &exceptions, "must match the IEEE 754 spec for the exceptions not enabled case"},
      {"WGC.U.12", &required_sub_group_size,
       "some kernels may fail compilation with one required sub-group size and succeed with another required "
       "sub-group size, even if both sub-group sizes are supported by the device"},
  });
}();

}  // namespace wgcts::reference
