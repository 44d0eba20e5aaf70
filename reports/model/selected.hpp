// The cases that a report should contain.
#pragma once

#include <vector>

#include "reports/model/report.hpp"
#include "suites/selection.hpp"

namespace wgcts::reports {

/// The cases of the run's profile and selection in plan order, without regard to its shard. Throws
/// std::invalid_argument if this version of wgcts does not have the profile or selection.
std::vector<Case> cases_asked_for(const RunInfo& run);

}  // namespace wgcts::reports
