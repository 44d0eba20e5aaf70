// Makes a baseline from a report.
#pragma once

#include "reports/compare/baseline.hpp"

namespace wgcts::reports {

/// A baseline of the report's failures, for the report's driver. A line names a case, or a glob. Every case
/// of the full plan that the glob matches is in the report, and failed in the same way for the same reason or
/// was skipped. A report of a part of the plan therefore gives few globs. Reason and bug of a failure come
/// from the first line of `reasons` about it that lists its verdict, otherwise from `otherwise`. Such a line
/// also gives its checks, driver and expiry date. A line for fails lists every clause that they broke. Lines
/// of `reasons` about bugs of the report are kept. With `keep_unjudged`, lines about cases that the report
/// did not test are kept too.
Baseline baseline_of(const Report& report, const Baseline& reasons, const KnownFailure& otherwise,
                     bool keep_unjudged = false);

/// The reason why a baseline of this report may be incomplete, such as "the report is of profile smoke";
/// otherwise empty.
std::string gaps_of(const Report& report);

}  // namespace wgcts::reports
