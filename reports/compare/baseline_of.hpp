// A baseline from a report.
#pragma once

#include "reports/compare/baseline.hpp"

namespace wgcts::reports {

/// What the report shows to fail. A line is a case, or a glob of which every case in the full plan is in the
/// report and failed in the same way for the same reason, or was skipped; so few globs come of a report that
/// holds only a part of the plan. A failure's reason and bug are those of the first line of `reasons` that is
/// about it and lists its verdict, else those of `otherwise`.
Baseline baseline_of(const Report& report, const Baseline& reasons, const KnownFailure& otherwise);

}  // namespace wgcts::reports
