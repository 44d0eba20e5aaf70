// The report as JUnit XML, which CI systems show: a suite for each family, a test case for each case.
#pragma once

#include "reports/model/report.hpp"
#include "reports/model/text_sink.hpp"

namespace wgcts::reports {

/// Wrong results are failures; what kept a case from being judged is an error; what counts as good without a
/// pass is skipped, with its reason. Valid XML whatever bytes the driver printed.
void junit_text(const Report& report, const TextSink& sink);

}  // namespace wgcts::reports
