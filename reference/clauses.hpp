// The register of rules. Every check cites one, and no check fails a device without one.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "reference/lists.hpp"
#include "reference/sections.hpp"

namespace wgcts::reference {

/// The basis of a rule: Written in the specification, Implied by it, or Undefined there. An Undefined rule
/// never fails a device. It is the reason why something is observed instead of judged.
enum class Tier : char { Written = 'N', Implied = 'I', Undefined = 'U' };

struct Clause {
  std::string_view id;
  Tier tier;
  /// The sections that state or imply it, or leave it open, with the most important first: one to three. The
  /// rest is null.
  std::array<const Section*, 3> sections;
  std::string_view text;  ///< a paraphrase
};

constexpr Clause rule(std::string_view id, Tier tier, const std::array<const Section*, 3>& sections,
                      std::string_view text) {
  return {id, tier, sections, text};
}

inline constexpr auto clauses = [] {
  using namespace sections;
  using enum Tier;
  return std::array{
      // AV: availability of the collectives, and its queries.
      rule("WGC.AV.1", Written, {&collectives},
           "The functions need OpenCL C 2.0, or 3.0 and newer with "
           "__opencl_c_work_group_collective_functions."),
      rule("WGC.AV.2", Written, {&versions, &backwards_compatibility},
           "Mandatory in OpenCL C 2.0, optional in 3.0 and newer."),
      rule("WGC.AV.3", Written, {&features},
           "In 3.0 and newer the feature macro is 1 where supported and undefined where not."),
      rule("WGC.AV.4", Written, {&collectives_query, &features_query},
           "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT answers for the device, and "
           "CL_DEVICE_OPENCL_C_FEATURES lists the macro."),
      rule("WGC.AV.5", Implied, {&backwards_compatibility, &features_query, &features},
           "Query, feature list and macro agree on a device that compiles OpenCL C."),
      rule("WGC.AV.6", Written, {&cl_std_option, &versions_query},
           "Without -cl-std a program is OpenCL C 1.x and has no collectives; "
           "CL_DEVICE_OPENCL_C_ALL_VERSIONS lists the -cl-std of a 3.x device."),
      rule("WGC.AV.7", Written, {&version_query},
           "CL_DEVICE_OPENCL_C_VERSION of a 3.x device is above 1.2 only if the device has all optional "
           "features of that version."),
      rule("WGC.AV.8", Implied, {&versions, &versions_query, &collectives_query},
           "A device that lists OpenCL C 2.0 in CL_DEVICE_OPENCL_C_ALL_VERSIONS has the collectives, and its "
           "query is CL_TRUE."),
      rule("WGC.AV.9", Written, {&versions_query},
           "A device that compiles OpenCL C lists 3.0, 1.2, 1.1 and 1.0 in CL_DEVICE_OPENCL_C_ALL_VERSIONS "
           "if it is a 3.x device, 3.1 too if it is a 3.1 device, and always the version that "
           "CL_DEVICE_OPENCL_C_VERSION gives."),
      rule("WGC.AV.10", Written, {&features_query},
           "CL_DEVICE_OPENCL_C_FEATURES lists every supported feature. It may be empty on a device that does "
           "not compile OpenCL C, or has no optional feature."),

      rule("WGC.AV.11", Written, {&uniform_arithmetic, &optional_functionality},
           "A device that lists cl_khr_work_group_uniform_arithmetic has its functions in OpenCL C 2.0 and "
           "newer, and defines a macro of that name."),

      // TY: types.
      rule("WGC.TY.1", Written, {&collectives}, "gentype is half, int, uint, long, ulong, float or double."),
      rule("WGC.TY.2", Written, {&collectives}, "half only with cl_khr_fp16 supported and enabled."),
      rule("WGC.TY.3", Written, {&scalar_types, &embedded_profile, &features},
           "long and ulong: always in the full profile, in the embedded one with cles_khr_int64; in 3.0 and "
           "newer this is shown by __opencl_c_int64."),
      rule("WGC.TY.4", Written, {&scalar_types, &double_query},
           "double: if CL_DEVICE_DOUBLE_FP_CONFIG is not zero; in 3.0 and newer this is shown by "
           "__opencl_c_fp64, and from 1.2 on by cl_khr_fp64."),
      rule("WGC.TY.5", Written, {&features},
           "A device with 64-bit pointers has __opencl_c_int64 in 3.0 and newer."),
      rule("WGC.TY.6", Written, {&embedded_profile}, "An embedded device with double lists cles_khr_int64."),

      // BU: building. LA: launching. The basis of the verdicts build_error, launch_error, crash and timeout.
      rule("WGC.BU.1", Implied, {&build, &versions},
           "A legal program builds in each version that the device's compiler "
           "supports: compilers provide that version's functions, and clBuildProgram returns."),
      rule("WGC.BU.2", Written, {&compiler_options},
           "A compiler accepts the standard build options, including -cl-opt-disable and -cl-std."),
      rule("WGC.BU.3", Implied, {&create_kernel},
           "Each kernel of a program that was built can be created by its name."),
      rule("WGC.BU.4", Implied, {&math_options, &optimization_options, &compiler_options},
           "A build option leaves open what its description says (WGC.U.11) and changes nothing else."),
      rule("WGC.BU.5", Implied, {&with_binary},
           "A program that is built from the binary of another one behaves like that one."),
      rule("WGC.BU.6", Implied, {&compile, &link, &linker_options},
           "Functions that are compiled separately, or in a library, and then linked behave as in one "
           "program."),
      rule("WGC.LA.1", Implied, {&launch, &kernel_queries},
           "A launch within CL_KERNEL_WORK_GROUP_SIZE, which already includes the kernel's needs, and within "
           "the device's limits is queued."),
      rule("WGC.LA.2", Implied, {&events, &execution},
           "A kernel without undefined behaviour ends with CL_COMPLETE, and none of its calls ends the host "
           "program."),
      rule("WGC.LA.3", Implied, {&execution, &synchronization},
           "Every work-group of a launch eventually executes, and work-items continue after a collective "
           "that all of them have reached."),

      rule("WGC.LA.4", Written, {&launch, &work_item_functions},
           "If local_work_size is NULL the device divides the NDRange into work-groups, of one size or with "
           "smaller ones at the ends, and get_local_size returns their size."),
      rule("WGC.LA.5", Implied, {&set_argument, &clone_kernel, &launch},
           "A launch has the arguments that its kernel object had when it was queued, and a clone those of "
           "its original when it was cloned; other launches of the same object do not change them."),
      rule("WGC.LA.6", Implied, {&out_of_order, &execution},
           "Independent launches do not affect each other, whatever their order, queue or thread."),
      rule("WGC.LA.7", Written, {&sub_devices}, "A sub-device can be used like any device."),
      rule("WGC.LA.8", Written, {&set_svm_argument},
           "Shared virtual memory can be a kernel's argument, as a buffer can."),

      rule("WGC.LA.9", Implied, {&kernel_queries, &local_memory_query, &launch},
           "A kernel can use all local memory of the device, less the CL_KERNEL_LOCAL_MEM_SIZE that it uses "
           "itself. Before OpenCL 3.1 the launch may be refused with CL_OUT_OF_RESOURCES."),

      // IL: intermediate language.
      rule("WGC.IL.1", Written, {&validation_rules, &required_capabilities},
           "A device with the collectives that accepts SPIR-V accepts its group instructions at Workgroup "
           "scope."),
      rule("WGC.IL.2", Written, {&spirv_extensions},
           "A device with cl_khr_work_group_uniform_arithmetic that accepts SPIR-V accepts modules with "
           "SPV_KHR_uniform_group_instructions and GroupUniformArithmeticKHR, at Workgroup scope."),

      // ND: NDRanges.
      rule("WGC.ND.1", Written, {&attributes},
           "If work-items are merged into one thread, sizes that are no multiple of their number work as "
           "well."),
      rule("WGC.ND.2", Written, {&kernel_queries},
           "A work-group size that is no multiple of the preferred one can be launched as well."),
      rule("WGC.ND.3", Written, {&launch},
           "If device and program support non-uniform work-groups, a global size that the local size does "
           "not divide ends in smaller work-groups."),

      rule("WGC.ND.4", Written, {&launch, &work_item_functions},
           "Global ids have the range of size_t: offset and global size need not fit into 32 bits if "
           "addresses have 64."),
      rule("WGC.ND.5", Written, {&attributes},
           "reqd_work_group_size is the size of the launch; work_group_size_hint and vec_type_hint are hints "
           "without obligation."),
      rule(
          "WGC.ND.6", Written, {&launch, &work_item_functions},
          "A launch's global ids begin at the offset of the enqueue call, and get_global_offset returns that "
          "offset."),

      // CF: control flow. MO, ME: memory.
      rule("WGC.CF.1", Written, {&memory_order, &synchronization, &collectives},
           "Every work-item of the work-group must reach the same call site and the same dynamic instance of "
           "it: in a loop, in the same iteration."),
      rule("WGC.CF.2", Implied, {&synchronization, &memory_order, &builtin_functions},
           "A call that all work-items reach works in a uniform branch, in a uniform loop, in a helper "
           "function, twice in a row, and where work-groups take different paths."),
      rule("WGC.CF.3", Written, {&kernel_qualifier},
           "A kernel that is called by a kernel is called like any function."),
      rule("WGC.CF.4", Implied, {&async_copies, &sub_group_functions, &printf_function},
           "Other functions of a kernel, such as printf, async_work_group_copy or sub-group functions, and "
           "its collectives do not affect each other."),
      rule("WGC.MO.1", Undefined, {&synchronization, &memory_order},
           "The specification contradicts itself on whether a collective orders memory between work-items."),
      rule("WGC.ME.1", Implied, {&memory_order},
           "Memory contains the last value that the program stored: a kernel changes nothing that it does "
           "not write."),

      // ID: linear ids. SC: scans.
      rule(
          "WGC.ID.1", Written, {&work_item_functions},
          "Local linear id: z*Ly*Lx + y*Lx + x, with the work-group's real size, also in a remainder group."),
      rule("WGC.ID.2", Written, {&work_item_functions},
           "Global linear id: z*Gy*Gx + y*Gx + x of the global ids less the offset, with the global size."),
      rule("WGC.ID.3", Implied, {&work_item_functions},
           "Within a work-group the global linear id increases with the local linear id, whatever the "
           "offset."),
      rule("WGC.SC.1", Written, {&collectives},
           "A scan runs by increasing linear global id within the work-group."),
      rule("WGC.SC.2", Written, {&collectives}, "Inclusive scan: a0, a0 op a1, ..."),
      rule("WGC.SC.3", Written, {&collectives},
           "Exclusive scan: the identity, a0, a0 op a1, ..., without the last value."),
      rule("WGC.SC.4", Written, {&collectives},
           "The identity: 0 for add; for min the type's maximum or +INF; for max its minimum or -INF."),

      // PR: predicates. BC: broadcast. RD: reduce. IN: integers.
      rule("WGC.PR.1", Written, {&collectives},
           "work_group_all is non-zero if the predicate is non-zero for all work-items."),
      rule("WGC.PR.2", Written, {&collectives},
           "work_group_any is non-zero if the predicate is non-zero for any work-item."),
      rule("WGC.PR.3", Implied, {&collectives},
           "work_group_all is zero if any predicate is zero, work_group_any if all are."),
      rule("WGC.BC.1", Written, {&collectives},
           "work_group_broadcast gives every work-item the value of the work-item with local_id."),
      rule("WGC.BC.2", Undefined, {&collectives},
           "Undefined if local_id differs between work-items or is outside the work-group; the meaning of "
           "fewer or more coordinates than dimensions is not specified."),
      rule("WGC.RD.1", Written, {&collectives},
           "A reduce gives every work-item the reduction of all values of x."),
      rule("WGC.RD.2", Implied, {&collectives},
           "INF takes part in the min and max of a work-group by its order: it is their identity, so it is "
           "one of their values. Only the common functions min and max, which are different, leave it "
           "undefined."),
      rule("WGC.IN.1", Implied, {&language, &collectives},
           "Sums and products of uint and ulong wrap, as in C99, on which the language is based."),

      // UA: uniform arithmetic, an extension.
      rule("WGC.UA.1", Written, {&uniform_arithmetic},
           "A reduce by mul, and, or or xor gives every work-item the product of all values, or the bitwise "
           "and, or or xor; a logical one is non-zero if that of the predicates is true, else zero."),
      rule("WGC.UA.2", Written, {&uniform_arithmetic},
           "An inclusive scan by one of these operations combines the values of the work-items up to this "
           "one, by linear local id."),
      rule("WGC.UA.3", Written, {&uniform_arithmetic},
           "An exclusive scan by one of these operations leaves out this work-item's own value."),
      rule("WGC.UA.4", Written, {&uniform_arithmetic},
           "The identities: 1 for mul, all bits set for and, 0 for or and xor; non-zero for logical_and, "
           "zero for logical_or and logical_xor."),

      // FP: floating point.
      rule("WGC.FP.1", Written, {&collectives}, "The order of floating-point operations is not guaranteed."),
      rule("WGC.FP.2", Written, {&relative_error, &rounding},
           "Addition is correctly rounded; results may be computed in extra precision and then rounded."),
      rule("WGC.FP.3", Written, {&rounding, &embedded_profile},
           "Rounding is to nearest even; toward zero for half, and for embedded float, if that is not "
           "reported."),
      rule("WGC.FP.4", Written, {&special_values, &float_query, &double_query},
           "Subnormals: required for double, for float and half only if CL_FP_DENORM is reported."),
      rule("WGC.FP.5", Written, {&special_values, &float_query, &embedded_profile},
           "INF and NaN: required in the full profile, in the embedded one if CL_FP_INF_NAN is reported."),
      rule("WGC.FP.6", Written, {&exceptions, &rounding, &embedded_profile},
           "A sum that overflows is INF by the rules of IEEE 754, or the largest finite value when rounding "
           "toward zero; without INF it is implementation-defined."),
      rule("WGC.FP.7", Written, {&exceptions, &special_values},
           "+INF plus -INF is a NaN, and so is a sum with a NaN, by the rules of IEEE 754."),

      // U: behaviour for which no device fails, with the text that leaves it open.
      rule("WGC.U.1", Undefined, {&language, &arithmetic}, "Signed integer overflow."),
      rule("WGC.U.2", Undefined, {&collectives}, "NaN among the inputs of min or max."),
      rule("WGC.U.3", Undefined, {&collectives, &embedded_profile, &flush_to_zero},
           "The sign of a zero that is a sum or an extreme. A broadcast must return the same bits."),
      rule("WGC.U.4", Undefined, {&special_values}, "Sign and payload of a NaN."),
      rule("WGC.U.5", Undefined, {&collectives},
           "Floating-point results that differ between work-items or runs, each within its bound."),
      rule("WGC.U.6", Undefined, {&collectives, &rounding, &relative_error},
           "Extra precision, any order, an overflow in some orders only."),
      rule("WGC.U.7", Undefined, {&collectives}, "Which non-zero value all and any return."),
      rule("WGC.U.8", Undefined, {&special_values, &flush_to_zero},
           "Subnormals if CL_FP_DENORM is not reported."),
      rule("WGC.U.9", Undefined, {&kernel_queries},
           "Speed, a smaller CL_KERNEL_WORK_GROUP_SIZE, local memory used."),
      rule("WGC.U.10", Undefined, {&optional_functionality, &backwards_compatibility},
           "A missing optional feature."),
      rule("WGC.U.11", Undefined, {&math_options, &optimization_options},
           "Values that build options leave open: NaN and INF by -cl-finite-math-only and "
           "-cl-unsafe-math-optimizations, sums that round by both, subnormals by -cl-denorms-are-zero, the "
           "sign of zero by -cl-no-signed-zeros; -cl-fast-relaxed-math leaves all of them open."),
      rule("WGC.U.12", Undefined, {&required_sub_group_size},
           "Whether a kernel compiles with a required sub-group size, even if the device lists the size."),
  };
}();

/// The clause with that id; nullptr if there is none.
constexpr const Clause* find_clause(std::string_view id) { return find_row(clauses, id, &Clause::id); }

/// The sections of a clause: one to three, the most important first.
constexpr std::span<const Section* const> sections_of(const Clause& clause) {
  const auto end = std::ranges::find(clause.sections, nullptr);
  return {clause.sections.begin(), end};
}

/// The sections in one line, separated by "; ".
inline std::string citation(const Clause& clause) {
  return joined(sections_of(clause), "; ", [](const Section* section) { return citation(*section); });
}

/// The citation for a check that fails a device. Does not compile for an unknown id or an Undefined rule.
consteval std::string_view cite(std::string_view id) {
  const Clause* clause = find_clause(id);
  if (clause == nullptr) throw "no such clause";
  if (clause->tier == Tier::Undefined) throw "undefined behaviour is observed, not judged";
  return clause->id;
}

}  // namespace wgcts::reference
