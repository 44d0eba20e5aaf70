// From the results of a run to its bugs: as few as explain all failing cases.
#pragma once

#include <span>
#include <vector>

#include "harness/diagnose/observation.hpp"
#include "results/bug.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

struct Diagnosis {
  std::vector<Finding> findings{};  ///< those with most cases first
  std::size_t work = 0;             ///< evaluations that it took, of most_work
};

/// The findings that explain the failing results. Results from index `planned` on are of launches beyond the
/// plan: they are evidence, but no cases of a bug. Pure: inputs are made again from cases and seed, and
/// results are compared with those of wrong models.
Diagnosis findings_in(std::span<const CaseResult> results, const DeviceFacts& device, std::uint64_t seed,
                      std::size_t planned);

/// The bugs of the findings. Sets the signatures in the results. A case that an earlier segment of the run
/// explained keeps its signatures, unless one of these bugs fits it.
std::vector<Bug> bugs_of(const std::vector<Finding>& findings, std::vector<CaseResult>& results);

/// findings_in() and bugs_of(), for results that are all of the plan.
std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed);

/// A bug that is one case's failure, for a case that was not diagnosed.
Bug bug_of(const CaseResult& result);

}  // namespace wgcts::harness
