// The smallest that still shows a bug: a case that replays, a kernel of a few lines with its data, and the
// nearest case that passes.
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

/// Searches for so many seconds at most, but for the answer that is under way then. A whole program that is
/// made smaller may come to show another bug of the device, such as one of `others`: then it is not that
/// small.
Minimised minimise(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others = {});

}  // namespace wgcts::harness
