// Which cases a report should hold.
#pragma once

#include <vector>

#include "reports/model/report.hpp"
#include "suites/selection.hpp"

namespace wgcts::reports {

/// The cases that the run's profile and selection name in this program's plan, in plan order; of a shard,
/// those of the whole. Throws std::invalid_argument for a profile or selection that this program does not
/// know.
std::vector<Case> cases_asked_for(const RunInfo& run);

}  // namespace wgcts::reports
