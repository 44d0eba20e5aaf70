// The report as an HTML page.
#pragma once

#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// A single HTML file that loads no other files and is readable without scripts. It has verdict and device,
/// the bugs and other failures with pictures of their work-groups, the matrix, and a line for every case. It
/// stays below 5 MB even with thousands of failures: later ones have fewer details.
void html_text(const Report& report, const TextSink& sink);

}  // namespace wgcts::reports
