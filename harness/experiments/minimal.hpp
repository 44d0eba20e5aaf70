// The smallest case and the smallest kernel that show a bug, and the nearest case that passes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/experiments/failing_run.hpp"
#include "harness/experiments/oracle.hpp"
#include "results/bug.hpp"
#include "suites/programs/reduce.hpp"

namespace wgcts::harness {

/// From a whole program that fails: the smallest one that still does.
struct SmallestProgram {
  Case the_case;                              ///< the failing one itself, or a given program
  std::optional<PassingNeighbour> neighbour;  ///< the same program but for one opportunity, if one passed
  std::vector<Ingredient> ingredients{};      ///< what it cannot lose, each proved
  std::vector<GivenProgram> programs{};       ///< all that the names above stand for
  /// Its normal form; empty where the time was over before nothing smaller was left to ask for.
  std::string form{};
};

struct Minimised {
  std::optional<Experiment> experiment;  ///< nothing: the bug did not show again
  Where where{};                         ///< the bug's, as sharp as further experiments made it
  std::optional<MinimalCase> minimal;
  std::optional<PassingNeighbour> neighbour;
  std::optional<FailingRun> failing_run;     ///< nothing: no kernel run showed it
  std::optional<SmallestProgram> program{};  ///< of a bug that whole programs alone show
  std::string cut_short{};                   ///< the first step that ran out of time; empty for none
};

/// Stops after `seconds`; an experiment in progress is completed. A reduced program may show one of
/// `others` instead of the bug; such a reduction is rejected.
Minimised minimise(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others = {});

/// Minimises all bugs within `seconds`. Time that one bug does not use goes to the following bugs. Sets
/// `minimal`, `neighbour` and `reproduced`, and the exact thresholds in `where`, and with these the sentences
/// and signatures. Merges bugs that become equal. The result has the order of the bugs.
std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds);

/// The simplest experiment found that shows what `start` shows: simpler in its form, then in the company of
/// its call, its dimensions, its local size, and how it is launched and built. `suspects` are numbers of
/// work-items where something may begin, which are tried before others. Asks `shows` only while there is
/// time, and nothing twice.
Experiment simplest(const Experiment& start, const std::vector<std::size_t>& suspects, const Shows& shows,
                    const TimeLeft& time_left);

/// The numbers that a diagnosis names as sizes or extents, and those beside them.
std::vector<std::size_t> suspect_sizes(const Where& where);

/// Experiments that the reduction of one program may take. Of 11 programs that fail on PoCL 7.1 and Intel
/// 2022.2.1 the one that took most took 235.
inline constexpr std::size_t most_experiments = 300;

/// Makes the program of `failing` smaller while `ask` says that the bug shows and there is time. Each program
/// that is asked for is legal and meets a collective.
SmallestProgram smallest_program(const Case& failing, const std::function<Shown(const Case&)>& ask,
                                 const TimeLeft& time_left);

}  // namespace wgcts::harness
