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
  std::string_view text;  ///< a paraphrase
  /// The sections that state or imply it, or leave it open, with the most important first. The rest is null.
  std::array<const Section*, 3> sections;
};

/// A clause with one to three sections.
template <class... Sections>
constexpr Clause rule(std::string_view id, Tier tier, std::string_view text, const Sections&... sections) {
  static_assert(sizeof...(sections) >= 1, "a rule needs a section");
  return {id, tier, text, {&sections...}};
}

inline constexpr auto clauses = [] {
  using namespace sections;
  return std::array{
      // AV: availability of the collectives, and its queries.
      rule("WGC.AV.1", Tier::Written,
           "The functions need OpenCL C 2.0, or 3.0 and newer with "
           "__opencl_c_work_group_collective_functions.",
           collectives),
      rule("WGC.AV.2", Tier::Written, "Mandatory in OpenCL C 2.0, optional in 3.0 and newer.", versions,
           backwards_compatibility),
      rule("WGC.AV.3", Tier::Written,
           "In 3.0 and newer the feature macro is 1 where supported and undefined where not.", features),
      rule("WGC.AV.4", Tier::Written,
           "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT answers for the device, and "
           "CL_DEVICE_OPENCL_C_FEATURES lists the macro.",
           collectives_query, features_query),
      rule("WGC.AV.5", Tier::Implied,
           "Query, feature list and macro agree on a device that compiles OpenCL C.", backwards_compatibility,
           features_query, features),
      rule("WGC.AV.6", Tier::Written,
           "Without -cl-std a program is OpenCL C 1.x and has no collectives; "
           "CL_DEVICE_OPENCL_C_ALL_VERSIONS lists the -cl-std of a 3.x device.",
           cl_std_option, versions_query),
      rule("WGC.AV.7", Tier::Written,
           "CL_DEVICE_OPENCL_C_VERSION of a 3.x device is above 1.2 only if the device has all optional "
           "features of that version.",
           version_query),
      rule("WGC.AV.8", Tier::Implied,
           "A device that lists OpenCL C 2.0 in CL_DEVICE_OPENCL_C_ALL_VERSIONS has the collectives, and its "
           "query is CL_TRUE.",
           versions, versions_query, collectives_query),
      rule("WGC.AV.9", Tier::Written,
           "A device that compiles OpenCL C lists 3.0, 1.2, 1.1 and 1.0 in CL_DEVICE_OPENCL_C_ALL_VERSIONS "
           "if it is a 3.x device, 3.1 too if it is a 3.1 device, and always the version that "
           "CL_DEVICE_OPENCL_C_VERSION gives.",
           versions_query),
      rule("WGC.AV.10", Tier::Written,
           "CL_DEVICE_OPENCL_C_FEATURES lists every supported feature. It may be empty on a device that does "
           "not compile OpenCL C, or has no optional feature.",
           features_query),

      rule("WGC.AV.11", Tier::Written,
           "A device that lists cl_khr_work_group_uniform_arithmetic has its functions in OpenCL C 2.0 and "
           "newer, and defines a macro of that name.",
           uniform_arithmetic, optional_functionality),

      // TY: types.
      rule("WGC.TY.1", Tier::Written, "gentype is half, int, uint, long, ulong, float or double.",
           collectives),
      rule("WGC.TY.2", Tier::Written, "half only with cl_khr_fp16 supported and enabled.", collectives),
      rule("WGC.TY.3", Tier::Written,
           "long and ulong: always in the full profile, in the embedded one with cles_khr_int64; in 3.0 and "
           "newer this is shown by __opencl_c_int64.",
           scalar_types, embedded_profile, features),
      rule("WGC.TY.4", Tier::Written,
           "double: if CL_DEVICE_DOUBLE_FP_CONFIG is not zero; in 3.0 and newer this is shown by "
           "__opencl_c_fp64, "
           "and from 1.2 on by cl_khr_fp64.",
           scalar_types, double_query),
      rule("WGC.TY.5", Tier::Written, "A device with 64-bit pointers has __opencl_c_int64 in 3.0 and newer.",
           features),
      rule("WGC.TY.6", Tier::Written, "An embedded device with double lists cles_khr_int64.",
           embedded_profile),

      // BU: building. LA: launching. The basis of the verdicts build_error, launch_error, crash and timeout.
      rule("WGC.BU.1", Tier::Implied,
           "A legal program builds in each version that the device's compiler "
           "supports: compilers provide that version's functions, and clBuildProgram returns.",
           build, versions),
      rule("WGC.BU.2", Tier::Written,
           "A compiler accepts the standard build options, including -cl-opt-disable and -cl-std.",
           compiler_options),
      rule("WGC.BU.3", Tier::Implied, "Each kernel of a program that was built can be created by its name.",
           create_kernel),
      rule("WGC.BU.4", Tier::Implied,
           "A build option leaves open what its description says (WGC.U.11) and changes nothing else.",
           math_options, optimization_options, compiler_options),
      rule("WGC.BU.5", Tier::Implied,
           "A program that is built from the binary of another one behaves like that one.", with_binary),
      rule("WGC.BU.6", Tier::Implied,
           "Functions that are compiled separately, or in a library, and then linked behave as in one "
           "program.",
           compile, link, linker_options),
      rule("WGC.LA.1", Tier::Implied,
           "A launch within CL_KERNEL_WORK_GROUP_SIZE, which already includes the kernel's needs, and within "
           "the device's limits is queued.",
           launch, kernel_queries),
      rule("WGC.LA.2", Tier::Implied,
           "A kernel without undefined behaviour ends with CL_COMPLETE, and none of its calls ends the host "
           "program.",
           events, execution),
      rule("WGC.LA.3", Tier::Implied,
           "Every work-group of a launch eventually executes, and work-items continue after a collective "
           "that all of "
           "them have reached.",
           execution, synchronization),

      rule("WGC.LA.4", Tier::Written,
           "If local_work_size is NULL the device divides the NDRange into work-groups, of one size or with "
           "smaller "
           "ones at the ends, and get_local_size returns their size.",
           launch, work_item_functions),
      rule("WGC.LA.5", Tier::Implied,
           "A launch has the arguments that its kernel object had when it was queued, and a clone those of "
           "its "
           "original when it was cloned; other launches of the same object do not change them.",
           set_argument, clone_kernel, launch),
      rule("WGC.LA.6", Tier::Implied,
           "Independent launches do not affect each other, whatever their order, queue or thread.",
           out_of_order, execution),
      rule("WGC.LA.7", Tier::Written, "A sub-device can be used like any device.", sub_devices),
      rule("WGC.LA.8", Tier::Written, "Shared virtual memory can be a kernel's argument, as a buffer can.",
           set_svm_argument),

      rule("WGC.LA.9", Tier::Implied,
           "A kernel can use all local memory of the device, less the CL_KERNEL_LOCAL_MEM_SIZE that it uses "
           "itself. "
           "Before OpenCL 3.1 the launch may be refused with CL_OUT_OF_RESOURCES.",
           kernel_queries, local_memory_query, launch),

      // IL: intermediate language.
      rule("WGC.IL.1", Tier::Written,
           "A device with the collectives that accepts SPIR-V accepts its group instructions at Workgroup "
           "scope.",
           validation_rules, required_capabilities),
      rule("WGC.IL.2", Tier::Written,
           "A device with cl_khr_work_group_uniform_arithmetic that accepts SPIR-V accepts modules with "
           "SPV_KHR_uniform_group_instructions and GroupUniformArithmeticKHR, at Workgroup scope.",
           spirv_extensions),

      // ND: NDRanges.
      rule("WGC.ND.1", Tier::Written,
           "If work-items are merged into one thread, sizes that are no multiple of their number work as "
           "well.",
           attributes),
      rule("WGC.ND.2", Tier::Written,
           "A work-group size that is no multiple of the preferred one can be launched as well.",
           kernel_queries),
      rule("WGC.ND.3", Tier::Written,
           "If device and program support non-uniform work-groups, a global size that the local size does "
           "not divide ends in smaller work-groups.",
           launch),

      rule("WGC.ND.4", Tier::Written,
           "Global ids have the range of size_t: offset and global size need not fit into 32 bits if "
           "addresses have 64.",
           launch, work_item_functions),
      rule("WGC.ND.5", Tier::Written,
           "reqd_work_group_size is the size of the launch; work_group_size_hint and vec_type_hint are hints "
           "without "
           "obligation.",
           attributes),
      rule(
          "WGC.ND.6", Tier::Written,
          "A launch's global ids begin at the offset of the enqueue call, and get_global_offset returns that "
          "offset.",
          launch, work_item_functions),

      // CF: control flow. MO, ME: memory.
      rule("WGC.CF.1", Tier::Written,
           "Every work-item of the work-group must reach the same call site and the same dynamic instance of "
           "it: in a loop, in the same iteration.",
           memory_order, synchronization, collectives),
      rule("WGC.CF.2", Tier::Implied,
           "A call that all work-items reach works in a uniform branch, in a uniform loop, in a helper "
           "function, twice in a row, and where work-groups take different paths.",
           synchronization, memory_order, builtin_functions),
      rule("WGC.CF.3", Tier::Written, "A kernel that is called by a kernel is called like any function.",
           kernel_qualifier),
      rule("WGC.CF.4", Tier::Implied,
           "Other functions of a kernel, such as printf, async_work_group_copy or sub-group functions, and "
           "its "
           "collectives do not affect each other.",
           async_copies, sub_group_functions, printf_function),
      rule("WGC.MO.1", Tier::Undefined,
           "The specification contradicts itself on whether a collective orders memory between work-items.",
           synchronization, memory_order),
      rule("WGC.ME.1", Tier::Implied,
           "Memory contains the last value that the program stored: a kernel changes nothing that it does "
           "not write.",
           memory_order),

      // ID: linear ids. SC: scans.
      rule("WGC.ID.1", Tier::Written,
           "Local linear id: z*Ly*Lx + y*Lx + x, with the work-group's real size, also in a remainder group.",
           work_item_functions),
      rule("WGC.ID.2", Tier::Written,
           "Global linear id: z*Gy*Gx + y*Gx + x of the global ids less the offset, with the global size.",
           work_item_functions),
      rule(
          "WGC.ID.3", Tier::Implied,
          "Within a work-group the global linear id increases with the local linear id, whatever the offset.",
          work_item_functions),
      rule("WGC.SC.1", Tier::Written, "A scan runs by increasing linear global id within the work-group.",
           collectives),
      rule("WGC.SC.2", Tier::Written, "Inclusive scan: a0, a0 op a1, ...", collectives),
      rule("WGC.SC.3", Tier::Written,
           "Exclusive scan: the identity, a0, a0 op a1, ..., without the last value.", collectives),
      rule("WGC.SC.4", Tier::Written,
           "The identity: 0 for add; for min the type's maximum or +INF; for max its minimum or -INF.",
           collectives),

      // PR: predicates. BC: broadcast. RD: reduce. IN: integers.
      rule("WGC.PR.1", Tier::Written,
           "work_group_all is non-zero if the predicate is non-zero for all work-items.", collectives),
      rule("WGC.PR.2", Tier::Written,
           "work_group_any is non-zero if the predicate is non-zero for any work-item.", collectives),
      rule("WGC.PR.3", Tier::Implied,
           "work_group_all is zero if any predicate is zero, work_group_any if all are.", collectives),
      rule("WGC.BC.1", Tier::Written,
           "work_group_broadcast gives every work-item the value of the work-item with local_id.",
           collectives),
      rule("WGC.BC.2", Tier::Undefined,
           "Undefined if local_id differs between work-items or is outside the work-group; the meaning of "
           "fewer or "
           "more coordinates than dimensions is not specified.",
           collectives),
      rule("WGC.RD.1", Tier::Written, "A reduce gives every work-item the reduction of all values of x.",
           collectives),
      rule("WGC.RD.2", Tier::Implied,
           "INF takes part in the min and max of a work-group by its order: it is their identity, so it is "
           "one of their values. Only the common functions min and max, which are different, leave it "
           "undefined.",
           collectives),
      rule("WGC.IN.1", Tier::Implied,
           "Sums and products of uint and ulong wrap, as in C99, on which the language is based.", language,
           collectives),

      // UA: uniform arithmetic, an extension.
      rule("WGC.UA.1", Tier::Written,
           "A reduce by mul, and, or or xor gives every work-item the product of all values, or the bitwise "
           "and, or or xor; a logical one is non-zero if that of the predicates is true, else zero.",
           uniform_arithmetic),
      rule("WGC.UA.2", Tier::Written,
           "An inclusive scan by one of these operations combines the values of the work-items up to this "
           "one, by linear local id.",
           uniform_arithmetic),
      rule("WGC.UA.3", Tier::Written,
           "An exclusive scan by one of these operations leaves out this work-item's own value.",
           uniform_arithmetic),
      rule("WGC.UA.4", Tier::Written,
           "The identities: 1 for mul, all bits set for and, 0 for or and xor; non-zero for logical_and, "
           "zero for logical_or and logical_xor.",
           uniform_arithmetic),

      // FP: floating point.
      rule("WGC.FP.1", Tier::Written, "The order of floating-point operations is not guaranteed.",
           collectives),
      rule("WGC.FP.2", Tier::Written,
           "Addition is correctly rounded; results may be computed in extra precision and then rounded.",
           relative_error, rounding),
      rule("WGC.FP.3", Tier::Written,
           "Rounding is to nearest even; toward zero for half, and for embedded float, if that is not "
           "reported.",
           rounding, embedded_profile),
      rule("WGC.FP.4", Tier::Written,
           "Subnormals: required for double, for float and half only if CL_FP_DENORM is reported.",
           special_values, float_query, double_query),
      rule("WGC.FP.5", Tier::Written,
           "INF and NaN: required in the full profile, in the embedded one if CL_FP_INF_NAN is reported.",
           special_values, float_query, embedded_profile),
      rule("WGC.FP.6", Tier::Written,
           "A sum that overflows is INF by the rules of IEEE 754, or the largest finite value when rounding "
           "toward "
           "zero; without INF it is implementation-defined.",
           exceptions, rounding, embedded_profile),
      rule("WGC.FP.7", Tier::Written,
           "+INF plus -INF is a NaN, and so is a sum with a NaN, by the rules of IEEE 754.", exceptions,
           special_values),

      // U: behaviour for which no device fails, with the text that leaves it open.
      rule("WGC.U.1", Tier::Undefined, "Signed integer overflow.", language, arithmetic),
      rule("WGC.U.2", Tier::Undefined, "NaN among the inputs of min or max.", collectives),
      rule("WGC.U.3", Tier::Undefined,
           "The sign of a zero that is a sum or an extreme. A broadcast must return the same bits.",
           collectives, embedded_profile, flush_to_zero),
      rule("WGC.U.4", Tier::Undefined, "Sign and payload of a NaN.", special_values),
      rule("WGC.U.5", Tier::Undefined,
           "Floating-point results that differ between work-items or runs, each within its bound.",
           collectives),
      rule("WGC.U.6", Tier::Undefined, "Extra precision, any order, an overflow in some orders only.",
           collectives, rounding, relative_error),
      rule("WGC.U.7", Tier::Undefined, "Which non-zero value all and any return.", collectives),
      rule("WGC.U.8", Tier::Undefined, "Subnormals if CL_FP_DENORM is not reported.", special_values,
           flush_to_zero),
      rule("WGC.U.9", Tier::Undefined, "Speed, a smaller CL_KERNEL_WORK_GROUP_SIZE, local memory used.",
           kernel_queries),
      rule("WGC.U.10", Tier::Undefined, "A missing optional feature.", optional_functionality,
           backwards_compatibility),
      rule("WGC.U.11", Tier::Undefined,
           "Values that build options leave open: NaN and INF by -cl-finite-math-only and "
           "-cl-unsafe-math-optimizations, sums that round by both, subnormals by -cl-denorms-are-zero, the "
           "sign of zero by -cl-no-signed-zeros; -cl-fast-relaxed-math leaves all of them open.",
           math_options, optimization_options),
      rule("WGC.U.12", Tier::Undefined,
           "Whether a kernel compiles with a required sub-group size, even if the device lists the size.",
           required_sub_group_size),
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
