// From the results of a run to its bugs: as few as explain all failing cases.
#pragma once

#include <span>
#include <vector>

#include "results/bug.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The bugs behind the failing results, those with most cases first. Sets the signatures in the results. A
/// case that an earlier segment of the run explained keeps its signatures, unless one of these bugs fits it.
/// `further` are results beyond the plan: evidence, but no cases of a bug. Pure: inputs are made again from
/// cases and seed, and results are compared with those of wrong models.
std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed,
                          std::span<const CaseResult> further = {});

/// A bug that is one case's failure, for a case that was not diagnosed.
Bug bug_of(const CaseResult& result);

}  // namespace wgcts::harness
