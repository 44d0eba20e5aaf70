// The smallest that still shows a bug: a case that replays, a kernel of a few lines with its data, and the
// nearest case that passes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "harness/process/lab.hpp"
#include "harness/program/literal_case.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

/// The device as the search sees it: what a Lab does, or a test in its place.
struct Oracle {
  std::function<IsolatedRun(const Question&)> ask;  ///< may throw SuiteDefect: then nothing shows
  std::function<TrialRun(const Trial&)> attempt;
  std::function<void()> renew = [] {};                ///< the next answer comes from a new process
  std::function<void(double)> allow = [](double) {};  ///< seconds that a stage of an answer may take
  std::function<double()> clock;                      ///< seconds, from whenever on
  DeviceFacts device;
  std::uint64_t seed = 0;
  double timeout = 60;  ///< what a stage may take where nothing is said
};

/// The lab must outlive it.
Oracle oracle_of(Lab& lab);

/// A trial that shows a bug, and what came of it.
struct Specimen {
  Case the_case;  ///< that it was made of
  Trial trial;
  std::vector<Expected> expected;    ///< for each element of the output
  TrialRun run{};                    ///< in a new process; where that did not show it, the last that did
  std::vector<std::size_t> wrong{};  ///< elements of the output that are not what they may be
  bool reproduced = false;           ///< shown by a process that did nothing else
};

struct Minimised {
  std::optional<Question> question;  ///< nothing: the bug did not show again
  CauseWord what{};                  ///< the bug's, as it stands after other values were tried
  Where where{};                     ///< the bug's, as sharp as further questions made it
  std::optional<MinimalCase> minimal;
  std::optional<PassingNeighbour> neighbour;
  std::optional<Specimen> specimen;  ///< nothing: no literal kernel showed it
};

/// Searches for so many seconds at most, but for the answer that is under way then.
Minimised minimise(const Bug& bug, const Oracle& oracle, double seconds);

/// Minimises every bug, within so many seconds together: what one leaves goes to those behind it. Sets the
/// bugs' `minimal`, `neighbour` and `reproduced`, and sharpens their `where`, of which sentence and signature
/// are made. In the order of the bugs.
std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds);

/// A bug that is one case's failure, for a case that nobody diagnosed.
Bug bug_of(const CaseResult& result);

}  // namespace wgcts::harness
