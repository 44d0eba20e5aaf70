// The smallest case and the smallest kernel that show a bug, and the nearest case that passes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/diagnose/failing_run.hpp"
#include "harness/diagnose/oracle.hpp"
#include "harness/diagnose/smaller_program.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

struct Minimised {
  std::optional<Experiment> experiment;  ///< nothing: the bug did not show again
  CauseWord what{};                      ///< the bug's, as it stands after other values were tried
  Where where{};                         ///< the bug's, as sharp as further experiments made it
  std::optional<MinimalCase> minimal;
  std::optional<PassingNeighbour> neighbour;
  std::optional<FailingRun> failing_run;     ///< nothing: no kernel run showed it
  std::optional<SmallestProgram> program{};  ///< of a bug that whole programs alone show
};

/// Stops after so many seconds, except for an experiment in progress. A reduced program may show one of
/// `others` instead of the bug; such a reduction is rejected.
Minimised minimise(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others = {});

}  // namespace wgcts::harness
