// The clauses that cases cite, the places of collectives in programs, and the explanation of one case with
// the functions that the runner uses.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "reference/clauses.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "suites/programs/place.hpp"

namespace wgcts::harness {

/// The clauses that the case cites on such a device independently of its data.
std::set<std::string> standing_clauses(const Case& c, const DeviceFacts& facts);

/// All clauses that judging the case cites for any results: the standing clauses and those of its data.
std::set<std::string> clauses_of(const Case& c, const DeviceFacts& facts, std::uint64_t seed);

/// The clauses behind a verdict without a wrong result: a driver must build a legal program, accept a launch
/// within its limits, and complete it. Empty for other verdicts.
std::vector<std::string> clauses_behind(Verdict verdict, Phase phase, const Case& c);

/// A clause with the number of cases that cite it.
struct Covered {
  const Clause* clause;
  std::size_t cases = 0;
};

/// Every clause, in its order, with the number of cases that cite it on a device with these facts.
std::vector<Covered> coverage_of(const std::vector<Case>& cases, const DeviceFacts& facts);

/// A place and, for each family, the number of programs that have it there and would show its wrong results.
struct PlaceCovered {
  const CallPlace* place;
  std::array<std::size_t, family_count> programs{};
};

/// The names of the families, in the order of PlaceCovered::programs.
inline constexpr std::array<std::string_view, family_count> family_names{
    "all", "any", "broadcast", "reduce", "scan_inclusive", "scan_exclusive"};

/// Every place, in the order of `places`, counted over the programs among the cases. Variants of a program
/// count once.
std::vector<PlaceCovered> places_covered(const std::vector<Case>& cases);

struct Explanation {
  Case the_case;
  DeviceFacts device;  ///< the device of the run, or an assumed one
  std::uint64_t seed = 0;
  std::set<std::string> clauses;  ///< all clauses of its checks
  std::string kernel, source, build_options;
  std::vector<std::string> beside;  ///< the other builtins of the kernel
  NDRange range;
  std::size_t groups = 0;
  /// For each call of the builtin, or output of a program, its work-groups by linear id.
  std::vector<std::vector<GroupRecord>> sites;
  std::optional<Reason> missing;     ///< the requirement that the device does not meet
  std::optional<CaseResult> result;  ///< if it ran
};

/// Without a run, assumes that a device with these facts accepts the full local size.
Explanation explain(const Case& c, const DeviceFacts& device, std::uint64_t seed,
                    const std::optional<IsolatedRun>& run);

}  // namespace wgcts::harness
