// The report as an HTML page, and the parts of the page.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// A single HTML file that loads no other files and is readable without scripts. It has verdict and device,
/// the bugs and other failures with the values of a work-group, the matrix, and a line for every case. It
/// stays below 5 MB even with thousands of failures: it has only the first bugs and groups of failures.
void html_text(const Report& report, const TextSink& sink);

std::string tag(Verdict verdict);

/// A driver's text: printable, at most `width` characters, escaped.
inline std::string fit(std::string_view text, std::size_t width = 300) {
  return escaped(shortened(printable(allowed_characters(text)), width));
}

/// The anchors of each case's bugs or group among the findings, by the case's name.
using Anchors = std::unordered_map<std::string, std::vector<std::string>>;

/// A row of a list of facts; empty if there is no value, which is HTML.
inline std::string fact(std::string_view what, const std::string& html) {
  return html.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, html);
}

/// The maximum number of cards for bugs, and for groups of failures that no bug explains.
inline constexpr std::size_t most_bugs = 100;

/// A card for each bug, then for each group of failures that no bug explains. Adds the anchors.
void findings_html(const Report& report, Anchors& anchors, const TextSink& sink);

}  // namespace wgcts::reports
