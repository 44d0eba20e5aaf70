// A baseline from a report.
#pragma once

#include "reports/compare/baseline.hpp"

namespace wgcts::reports {

/// What the report shows to fail. A line is a case, or a glob of which every case in the full plan is in the
/// report and failed in the same way for the same reason, or was skipped; so few globs come of a report that
/// holds only a part of the plan. A failure's reason and bug are those of the first line of `reasons` that is
/// about it and lists its verdict, else those of `otherwise`; a line of `reasons` also gives its checks, its
/// driver and the day on which it expires. A line for fails names every clause that they broke. A line of
/// `reasons` about a bug of the report stays, for the cases that such lines cover. With `keep_unjudged` the
/// lines of `reasons` stay for what the report did not judge. The baseline is for the report's driver.
Baseline baseline_of(const Report& report, const Baseline& reasons, const KnownFailure& otherwise,
                     bool keep_unjudged = false);

/// Why a baseline of this report may lack what fails: "it is of profile smoke"; empty where it does not.
std::string gaps_of(const Report& report);

}  // namespace wgcts::reports
