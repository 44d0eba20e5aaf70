#include "harness/check/coverage.hpp"

#include <algorithm>
#include <map>

#include "harness/check/citations.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/wrong_run.hpp"

namespace wgcts::harness {
namespace {

struct Uncited {
  std::string_view id, reason;
};

/// The reasons why no case cites a clause.
constexpr Uncited uncited[] = {
    {"WGC.AV.1", "decides what is skipped: the query comes before any case"},
    {"WGC.AV.2", "decides what is skipped: without support every case is skipped"},
    {"WGC.AV.7", "is not judged: other features of the device are outside the scope of the suite"},
    {"WGC.TY.1", "is the list of types: each type has cases"},
    {"WGC.TY.2", "decides what is skipped"},
    {"WGC.TY.3", "decides what is skipped"},
    {"WGC.TY.4", "decides what is skipped"},
    {"WGC.TY.5", "decides what is skipped: the suite relies on the device's queries for long and double"},
    {"WGC.TY.6", "decides what is skipped: the suite relies on the device's queries for long and double"},
    {"WGC.BU.1", "is the basis of the verdict build_error, and of a crash while building"},
    {"WGC.BU.2", "is the basis of the verdict build_error if an option is refused"},
    {"WGC.BU.3", "is the basis of the verdict build_error if a kernel cannot be created"},
    {"WGC.LA.1", "is the basis of the verdict launch_error, and of a failed query of a kernel"},
    {"WGC.LA.2", "is the basis of the verdict crash, and of launch_error if a kernel ends with an error"},
    {"WGC.LA.3", "is the basis of the verdict timeout"},
    {"WGC.IL.1", "is cited by the SPIR-V cases of the full profile, and of any profile with --il"},
    {"WGC.IL.2", "is cited by the SPIR-V cases of the full profile, and of any profile with --il"},
    {"WGC.ND.2", "is the reason for launches whose size is no multiple of the preferred one"},
    {"WGC.CF.1", "is a rule for programs: every kernel obeys it"},
    {"WGC.CF.3",
     "is the reason for programs whose kernel calls another kernel: they fail by the collective's clause"},
    {"WGC.MO.1", "undefined: kernels have their own barriers"},
    {"WGC.ME.1", "is the basis of the canaries after the outputs"},
    {"WGC.ID.2",
     "is how inputs and outputs are addressed: a device that breaks it fails by the collective's clause"},
    {"WGC.BC.2", "undefined: no kernel contains such a call"},
    {"WGC.FP.1", "is the reason why rounding sums are judged by a bound"},
    {"WGC.FP.3", "is part of the bound of WGC.FP.2"},
    {"WGC.FP.7", "is part of the check of WGC.FP.5"},
    {"WGC.U.1", "undefined: the behaviour is only observed and reported"},
    {"WGC.U.2", "undefined: the behaviour is only observed and reported"},
    {"WGC.U.3", "undefined: zeros of either sign are equal, except for a broadcast"},
    {"WGC.U.4", "undefined: all NaNs are equal"},
    {"WGC.U.5", "undefined: each work-item is judged on its own"},
    {"WGC.U.6", "undefined: the bound allows it, and no data overflows in some orders only"},
    {"WGC.U.7", "undefined: the behaviour is only observed and reported"},
    {"WGC.U.8", "undefined: no data contains them"},
    {"WGC.U.9", "undefined: the device's limits choose the sizes, and a slow device does not fail"},
    {"WGC.U.10", "undefined: cases that need an unsupported feature are skipped"},
    {"WGC.U.11", "undefined: with these options, the behaviour is only observed and reported"},
    {"WGC.U.12", "undefined: the case is skipped if the kernel builds without the size"},
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

std::vector<PlaceCovered> places_covered(const std::vector<Case>& cases) {
  std::vector<PlaceCovered> table;
  for (const PlaceInfo& place : places) table.push_back({&place});
  std::vector<ProgramKey> counted;
  for (const Case& c : cases) {
    if (!is_program(c) || is_in(key_of(c), counted)) continue;
    counted.push_back(key_of(c));
    const LegalProgram program = draw_program(counted.back());
    const Places standing = places_of(program.program);
    std::array<bool, family_count> shown{};
    for (const Builtin* builtin : builtins_shown(program))
      shown.at(static_cast<std::size_t>(builtin->collective.family)) = true;
    for (PlaceCovered& row : table)
      for (std::size_t f = 0; f < family_count; ++f)
        row.programs.at(f) +=
            shown.at(f) && standing[bit_of(row.place->place, static_cast<Family>(f))] ? 1 : 0;
  }
  return table;
}

}  // namespace wgcts::harness
