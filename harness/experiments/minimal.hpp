// Finds the smallest case and kernel that show a bug, and the nearest passing case.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/experiments/failing_run.hpp"
#include "harness/experiments/probe.hpp"
#include "results/bug.hpp"
#include "suites/programs/reduce.hpp"

namespace wgcts::harness {

/// The smallest reduction of a failing whole program that still fails.
struct SmallestProgram {
  Case the_case;                              ///< the original case, or the case of a reduced program
  std::optional<PassingNeighbour> neighbour;  ///< the program with one more reduction, if that passed
  std::vector<Ingredient> ingredients{};      ///< necessary parts: the program passes without each
  std::vector<GivenProgram> programs{};       ///< all programs named above
  /// Its normal form; empty if time ran out before the reduction was complete.
  std::string form{};
};

struct Minimised {
  std::optional<Experiment> experiment;  ///< none: the bug did not show again
  Where where{};                         ///< the bug's conditions, with bisected thresholds
  std::optional<MinimalCase> minimal;
  std::optional<PassingNeighbour> neighbour;
  std::optional<FailingRun> failing_run;     ///< none: no kernel run showed the bug
  std::optional<SmallestProgram> program{};  ///< for a bug that only whole programs show
  std::string cut_short{};                   ///< the first step that ran out of time; else empty
};

/// Stops after `seconds`; completes an experiment in progress. Rejects a reduced program that shows one of
/// `others` instead of the bug.
Minimised minimise(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others = {});

/// Minimises all bugs within `seconds`. Time that one bug does not use goes to the following bugs. Sets
/// `minimal`, `neighbour`, `reproduced` and the exact thresholds in `where`, and updates sentences and
/// signatures. Merges bugs that become equal. The result has the order of the bugs.
std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds);

/// The simplest experiment found that shows the bug of `start`. Simplifies variant, form, co-resident calls,
/// dimensions and local size. `suspects` are local sizes near thresholds, which are tried before others.
/// Calls `shows` only while there is time, and never twice for one experiment.
Experiment simplest(const Experiment& start, const std::vector<std::size_t>& suspects, const Shows& shows,
                    const TimeLeft& time_left);

/// The sizes and extents in the conditions, and the numbers next to them.
std::vector<std::size_t> suspect_sizes(const Where& where);

/// Maximum number of experiments to reduce one program. Of 11 programs that fail on PoCL 7.1 and Intel
/// 2022.2.1, the maximum was 235.
inline constexpr std::size_t most_experiments = 300;

/// Reduces the program of `failing` while `ask` reports the bug and there is time. Each program passed to
/// `ask` is legal and executes a collective.
SmallestProgram smallest_program(const Case& failing, const std::function<Shown(const Case&)>& ask,
                                 const TimeLeft& time_left);

}  // namespace wgcts::harness
