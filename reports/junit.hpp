// The report as JUnit XML: a suite for each family, a test case for each case.
#pragma once

#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// Wrong results are failures, and cases without a result are errors. Good verdicts other than pass are
/// skipped, with a reason. The XML is valid whatever bytes the driver printed.
void junit_text(const Report& report, const TextSink& sink);

}  // namespace wgcts::reports
