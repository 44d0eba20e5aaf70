// Launches beyond the plan: they distinguish faults and conditions that explain a run equally well. Cases
// that differ from a given one in one coordinate say where a bug begins and ends.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/diagnose/observation.hpp"
#include "harness/experiments/oracle.hpp"
#include "reference/geometry.hpp"
#include "results/bug.hpp"
#include "results/predicate.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// Legal cases that differ from `c` in one coordinate: the nearest in each coordinate, then the second in
/// each, and so on. Includes sizes near those in the conditions, and variants that the conditions name.
std::vector<Case> neighbours_of(const Case& c, std::span<const Where> conditions);

/// How a neighbour differs from `c`: "local size 3 instead of 2", "without offset".
std::string difference(const Case& neighbour, const Case& c);

/// A local size of `n` work-items that has rows and planes where `shape` has them. Nothing if none exists.
std::optional<Extents> of_size(const Extents& shape, std::size_t n);

std::set<std::size_t> sizes_named(std::span<const Where> conditions);

/// At most `launches` cases that did not run, near the simplest case of each finding: in turn the one that
/// distinguishes the finding's fault and conditions from most others that explain the run as well. Pure.
std::vector<Case> cases_to_probe(std::span<const Finding> findings, std::span<const CaseResult> results,
                                 const DeviceFacts& device, std::uint64_t seed, std::size_t launches);

/// The bugs behind the results, as diagnose() finds them with the results of a limited number of launches.
/// No launch begins after `seconds`, in which case the bugs say so, or after the run was interrupted. Throws
/// as the oracle does.
std::vector<Bug> diagnose_and_probe(std::vector<CaseResult>& results, const Oracle& oracle, double seconds);

/// The conditions with the thresholds of "size>N", "extent.y<N" and the like moved to where `shows` changes,
/// by bisection over cases that otherwise equal `showing`, which shows the bug. Before that, a threshold is
/// only between two sizes that ran. A case for which `may_show` is false is not launched, since the fault
/// would change nothing there. A threshold stays if the device does not support such sizes, if the answers
/// contradict it or do not refute it, and if there is no time.
Where bisect_thresholds(Where where, const Experiment& showing, const Shows& shows, const Shows& may_show,
                        const TimeLeft& time_left, const DeviceFacts& device);

}  // namespace wgcts::harness
