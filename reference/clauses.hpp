// The register of rules: every check cites one, and no check fails a device without one.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "layers.hpp"

namespace wgcts::reference {

/// How a rule is known: Written in the specification, Implied by what is written, or Undefined there. A rule
/// of the last tier never fails a device; it says why something is observed instead of judged.
enum class Tier : char { Written = 'N', Implied = 'I', Undefined = 'U' };

struct Clause {
  std::string_view id;
  Tier tier;
  std::string_view text;  ///< our paraphrase
};

inline constexpr std::array clauses{
    Clause{
        "WGC.AV.1", Tier::Written,
        "The functions need OpenCL C 2.0, or 3.0 and newer with __opencl_c_work_group_collective_functions."},
    Clause{"WGC.AV.2", Tier::Written, "Mandatory in OpenCL C 2.0, optional in 3.0 and newer."},
    Clause{"WGC.AV.3", Tier::Written,
           "In 3.0 the feature macro is 1 where supported and undefined where not."},
    Clause{"WGC.AV.4", Tier::Written,
           "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT answers for the device, and "
           "CL_DEVICE_OPENCL_C_FEATURES lists the macro."},
    Clause{"WGC.AV.5", Tier::Implied, "Query, feature list and macro agree on a device with a compiler."},
    Clause{"WGC.AV.6", Tier::Written,
           "Without -cl-std a program is OpenCL C 1.x and has no collectives; "
           "CL_DEVICE_OPENCL_C_ALL_VERSIONS says which -cl-std a 3.x device takes."},
    Clause{"WGC.TY.1", Tier::Written, "gentype is half, int, uint, long, ulong, float or double."},
    Clause{"WGC.TY.2", Tier::Written, "half only with cl_khr_fp16 supported and enabled."},
    Clause{"WGC.TY.3", Tier::Written,
           "long and ulong: __opencl_c_int64 in 3.x; always in the full profile; embedded: cles_khr_int64."},
    Clause{"WGC.TY.4", Tier::Written, "double: cl_khr_fp64 or __opencl_c_fp64."},
    Clause{"WGC.CF.1", Tier::Written,
           "Every work-item of the work-group must meet the same call, in a loop in the same iteration."},
    Clause{"WGC.CF.2", Tier::Implied,
           "So a call works under a uniform branch, in a uniform loop, in a helper function, twice in a row, "
           "and where work-groups take different paths."},
    Clause{"WGC.MO.1", Tier::Undefined,
           "Whether a collective orders memory between work-items is said both ways."},
    Clause{"WGC.ID.1", Tier::Written,
           "Local linear id: z*Ly*Lx + y*Lx + x, with the work-group's real size, in a remainder group too."},
    Clause{"WGC.ID.2", Tier::Written, "Global linear id: the same over the global size, offset subtracted."},
    Clause{"WGC.ID.3", Tier::Implied,
           "Within a work-group the global linear id grows with the local linear id, whatever the offset."},
    Clause{"WGC.SC.1", Tier::Written, "A scan runs by increasing linear global id within the work-group."},
    Clause{"WGC.SC.2", Tier::Written, "Inclusive scan: a0, a0 op a1, ..."},
    Clause{"WGC.SC.3", Tier::Written,
           "Exclusive scan: the identity, a0, a0 op a1, ..., without the last value."},
    Clause{"WGC.SC.4", Tier::Written,
           "The identity: 0 for add; for min the type's maximum or +INF; for max its minimum or -INF."},
    Clause{"WGC.PR.1", Tier::Written,
           "work_group_all is non-zero if the predicate is non-zero for all work-items."},
    Clause{"WGC.PR.2", Tier::Written,
           "work_group_any is non-zero if the predicate is non-zero for any work-item."},
    Clause{"WGC.PR.3", Tier::Implied, "Otherwise work_group_all and work_group_any are zero."},
    Clause{"WGC.BC.1", Tier::Written,
           "work_group_broadcast gives every work-item the value of the one that local_id names."},
    Clause{"WGC.BC.2", Tier::Undefined,
           "Undefined where local_id differs between work-items or lies outside the work-group."},
    Clause{"WGC.RD.1", Tier::Written, "A reduce gives every work-item the reduction of all values of x."},
    Clause{"WGC.RD.2", Tier::Implied,
           "INF takes part in the min and max of a work-group by its order: it is their identity, so it is "
           "one of "
           "their values. Only the common functions min and max, which are others, leave it undefined."},
    Clause{"WGC.FP.1", Tier::Written, "The order of floating-point operations is not guaranteed."},
    Clause{"WGC.FP.2", Tier::Written,
           "Addition is correctly rounded; results may be kept in extra precision and then rounded."},
    Clause{"WGC.FP.3", Tier::Written,
           "Rounding is to nearest even; toward zero for half, and for embedded float, where that is not "
           "reported."},
    Clause{"WGC.FP.4", Tier::Written,
           "Subnormals: required for double, for float and half only where CL_FP_DENORM is reported."},
    Clause{"WGC.FP.5", Tier::Written, "INF and NaN: required where CL_FP_INF_NAN is reported."},
    Clause{"WGC.U.1", Tier::Undefined, "Signed integer overflow."},
    Clause{"WGC.U.2", Tier::Undefined, "NaN among the inputs of min or max."},
    Clause{"WGC.U.3", Tier::Undefined, "The sign of a zero result."},
    Clause{"WGC.U.4", Tier::Undefined, "Sign and payload of a NaN."},
    Clause{"WGC.U.5", Tier::Undefined,
           "Floating-point results that differ between work-items or runs, each within its bound."},
    Clause{"WGC.U.6", Tier::Undefined, "Extra precision, any order, an overflow that only some orders meet."},
    Clause{"WGC.U.7", Tier::Undefined, "Which non-zero value all and any return."},
    Clause{"WGC.U.8", Tier::Undefined, "Subnormals where CL_FP_DENORM is not reported."},
    Clause{"WGC.U.9", Tier::Undefined, "Speed, a smaller CL_KERNEL_WORK_GROUP_SIZE, local memory used."},
    Clause{"WGC.U.10", Tier::Undefined, "A missing optional feature."},
};

/// The clause of that id, or the end of the register.
constexpr auto find_clause(std::string_view id) { return std::ranges::find(clauses, id, &Clause::id); }

/// A citation that a check fails a device by. An id that is not in the register, or whose tier gives no right
/// to fail anyone, does not compile.
consteval std::string_view cite(std::string_view id) {
  const auto* clause = find_clause(id);
  if (clause == clauses.end()) throw "no such clause";
  if (clause->tier == Tier::Undefined) throw "what is undefined is observed, not judged";
  return clause->id;
}

}  // namespace wgcts::reference
