// The report as a page for people.
#pragma once

#include "reports/model/report.hpp"
#include "reports/model/text_sink.hpp"

namespace wgcts::reports {

/// One HTML file that loads nothing and can be read without scripts: verdict and device, the bugs and
/// what no bug explains by kind, with pictures of their work-groups, the matrix, and every case on a line.
/// Thousands of failures keep it below 5 MB: later ones are told in less detail, and the page says so.
void html_text(const Report& report, const TextSink& sink);

}  // namespace wgcts::reports
