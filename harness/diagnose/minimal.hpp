// The smallest that still shows a bug: a case that replays, a kernel of a few lines with its data, and the
// nearest case that passes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/diagnose/oracle.hpp"
#include "harness/diagnose/smaller_program.hpp"
#include "harness/program/literal_case.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// A kernel run that shows a bug, and what came of it.
struct Specimen {
  Case the_case;  ///< that it was made of
  KernelRun run;
  RunOutcome outcome{};               ///< in a new process; where that did not show it, the last that did
  std::vector<WrongElement> wrong{};  ///< elements of the outputs that are not what they may be
  bool reproduced = false;            ///< shown by a process that did nothing else
  double timeout = 0;                 ///< seconds after which a stage of it counts as a hang in the run
};

struct Minimised {
  std::optional<Question> question;  ///< nothing: the bug did not show again
  CauseWord what{};                  ///< the bug's, as it stands after other values were tried
  Where where{};                     ///< the bug's, as sharp as further questions made it
  std::optional<MinimalCase> minimal;
  std::optional<PassingNeighbour> neighbour;
  std::optional<Specimen> specimen;          ///< nothing: no kernel run showed it
  std::optional<SmallestProgram> program{};  ///< of a bug that whole programs alone show
};

/// Searches for so many seconds at most, but for the answer that is under way then. A whole program that is
/// made smaller may come to show another bug of the device, such as one of `others`: then it is not that
/// small.
Minimised minimise(const Bug& bug, const Oracle& oracle, double seconds, std::span<const Bug> others = {});

}  // namespace wgcts::harness
