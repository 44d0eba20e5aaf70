#include "harness/check/coverage.hpp"

#include <algorithm>
#include <map>

#include "harness/check/citations.hpp"

namespace wgcts::harness {
namespace {

struct Uncited {
  std::string_view id, reason;
};

/// What no case cites stands elsewhere.
constexpr Uncited uncited[] = {
    {"WGC.AV.1", "decides what is skipped: the query is asked before any case"},
    {"WGC.AV.2", "decides what is skipped: without support every case is, and the run judges nothing"},
    {"WGC.AV.7", "is not judged: the device's other features are not the suite's subject"},
    {"WGC.TY.1", "is the list of types: each has its cases"},
    {"WGC.TY.2", "decides what is skipped"},
    {"WGC.TY.3", "decides what is skipped"},
    {"WGC.TY.4", "decides what is skipped"},
    {"WGC.TY.5", "decides what is skipped: the device's word on long and double is taken"},
    {"WGC.TY.6", "decides what is skipped: the device's word on long and double is taken"},
    {"WGC.BU.1", "is what a verdict of build_error, or of a crash while building, rests on"},
    {"WGC.BU.2", "is what a verdict of build_error rests on where an option is refused"},
    {"WGC.BU.3", "is what a verdict of build_error rests on where a kernel cannot be created"},
    {"WGC.LA.1", "is what a verdict of launch_error rests on, and a failed query of a kernel"},
    {"WGC.LA.2", "is what a verdict of crash rests on, or of launch_error where a kernel ends in an error"},
    {"WGC.LA.3", "is what a verdict of timeout rests on"},
    {"WGC.IL.1", "is cited by the cases in SPIR-V, which the full profile holds, and any with --il"},
    {"WGC.IL.2", "is cited by the cases in SPIR-V, which the full profile holds, and any with --il"},
    {"WGC.ND.2", "is why sizes off the preferred multiple are launched"},
    {"WGC.CF.1", "binds the program, not the device: every kernel keeps it"},
    {"WGC.CF.3",
     "is why whole programs whose kernel calls another one count: they fail by the collective's clause"},
    {"WGC.MO.1", "undefined: kernels have barriers of their own"},
    {"WGC.ME.1", "is what the canaries behind the outputs rest on"},
    {"WGC.ID.2",
     "is how inputs and outputs are addressed: a device that breaks it fails by the collective's clause"},
    {"WGC.BC.2", "undefined: no kernel does it"},
    {"WGC.FP.1", "is why sums that round are judged by a bound"},
    {"WGC.FP.3", "is part of the bound that WGC.FP.2 judges by"},
    {"WGC.FP.7", "is part of what WGC.FP.5 judges by"},
    {"WGC.U.1", "undefined: observed into the report's profile"},
    {"WGC.U.2", "undefined: observed into the report's profile"},
    {"WGC.U.3", "undefined: zeros of either sign are equal, but for a broadcast"},
    {"WGC.U.4", "undefined: any NaN stands for any NaN"},
    {"WGC.U.5", "undefined: each work-item is judged by itself"},
    {"WGC.U.6", "undefined: within the bound, and no data overflows in some orders only"},
    {"WGC.U.7", "undefined: observed into the report's profile"},
    {"WGC.U.8", "undefined: no data has them there"},
    {"WGC.U.9", "undefined: sizes follow what the device says, and speed is nobody's failure"},
    {"WGC.U.10", "undefined: what a device lacks is skipped"},
    {"WGC.U.11", "undefined: observed into the report's profile, under those options"},
    {"WGC.U.12", "undefined: where the kernel builds without the size, the case is skipped"},
};

}  // namespace

std::vector<Covered> coverage_of(const std::vector<Case>& cases, const DeviceFacts& facts) {
  constexpr std::uint64_t seed = 1;
  std::map<std::string, std::size_t, std::less<>> counts;
  for (const Case& c : cases)
    for (const std::string& id : clauses_of(c, facts, seed)) ++counts[id];
  std::vector<Covered> covered;
  for (const Clause& clause : clauses) {
    const auto count = counts.find(clause.id);
    const auto* why = std::ranges::find(uncited, clause.id, &Uncited::id);
    covered.push_back({&clause, count == counts.end() ? 0 : count->second,
                       count == counts.end() && why != std::end(uncited) ? why->reason : ""});
  }
  return covered;
}

}  // namespace wgcts::harness
