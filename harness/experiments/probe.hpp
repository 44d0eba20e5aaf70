// Launches beyond the plan, which distinguish faults and conditions that explain a run equally well.
#pragma once

#include <span>
#include <vector>

#include "harness/diagnose/observation.hpp"
#include "harness/experiments/oracle.hpp"
#include "results/bug.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// At most `launches` cases that did not run, near the simplest case of each finding. Each is the one that
/// distinguishes the finding from most of the remaining rivals. Launches nothing.
std::vector<Case> cases_to_probe(std::span<const Finding> findings, std::span<const CaseResult> results,
                                 const DeviceFacts& device, std::uint64_t seed, std::size_t launches);

/// The bugs that diagnose() finds with the results of a limited number of further launches. Starts no launch
/// after `seconds`, which the bugs then state, or after an interruption. Throws as the oracle does.
std::vector<Bug> diagnose_and_probe(std::vector<CaseResult>& results, const Oracle& oracle, double seconds);

/// Bisects thresholds such as "size>N" and "extent.y<N" over cases that otherwise equal `showing`, which
/// shows the bug. Before that, a threshold is only known to be between two sizes that ran. A case is not
/// launched if `may_show` is false, because the fault would change nothing there. A threshold stays if it is
/// still possible, if the results are contradictory, if the device does not support such sizes, or if time
/// runs out. The condition "size>0" asks whether a threshold exists. The result has no condition that others
/// imply.
Where bisect_thresholds(Where where, const Experiment& showing, const Shows& shows, const Shows& may_show,
                        const TimeLeft& time_left, const DeviceFacts& device);

}  // namespace wgcts::harness
