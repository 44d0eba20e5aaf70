// The page's sections on the device, the skipped cases, and the run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reports/html/parts.hpp"
#include "reports/words/groups.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t most_skips = 50, most_observations = 50, longest_list = 4000;

template <class List>
std::string listed(const List& list) {
  return fit(fmt::format("{}", fmt::join(list, " ")), longest_list);
}

std::string fact(std::string_view what, const std::string& html) {
  return html.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>\n", what, html);
}

std::string observed_html(const Report& report) {
  std::string rows;
  std::size_t left = most_observations;
  for (const auto& [what, answers] : observed_profile(report))
    for (const auto& [answer, whose] : answers)
      if (left != 0 && left-- != 0)
        rows += fmt::format("<tr><th scope=row>{}<td>{}<td>{}\n", fit(what), fit(answer), listed(whose));
  if (rows.empty()) return {};
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
         "aria-label=\"Observed\"><table><caption>Behaviour that the specification leaves open; it is "
         "observed and not judged</caption>\n<thead><tr><th scope=col>question<th scope=col>answer<th "
         "scope=col>builtins and types</thead>\n" +
         rows + "</table></div>\n";
}

// A table for each segment of the run.
void segments_html(const Report& report, const TextSink& sink) {
  for (const RunSegment& segment : report.run.segments) {
    sink(fmt::format("<h3>Run of {}</h3>\n<dl class=\"facts\">\n", fit(segment.started)));
    for (const auto& [what, value] : facts_of(segment)) sink(fact(fit(what), fit(value, longest_list)));
    sink("</dl>\n");
  }
}

}  // namespace

void skips_html(const Report& report, const TextSink& sink) {
  const auto skips = skip_reasons(report);
  if (skips.empty()) return sink("<p>None: the device supports every case.</p>\n");
  sink(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Skipped\"><table><caption>Missing "
      "features, by the device's own answers</caption>\n<thead><tr><th scope=col>cases<th scope=col>query<th "
      "scope=col>answer</thead>\n");
  for (const SharedReason& skip : std::span(skips).first(std::min(skips.size(), most_skips)))
    sink(fmt::format("<tr><td>{}<td>{}<td>{}\n", skip.cases, fit(skip.reason, 120), fit(skip.detail, 120)));
  sink("</table></div>\n");
  if (skips.size() > most_skips)
    sink(fmt::format("<p>The JSON report has {}.</p>\n", counted(skips.size() - most_skips, "more reason")));
}

void device_html(const Report& report, const TextSink& sink) {
  const DeviceFacts& d = report.device;
  if (d.name.empty()) return sink("<p>No device was tested.</p>\n");
  const auto size = [](const Extents& e) { return to_string(e, 3); };
  sink("<dl class=\"facts\">\n");
  sink(fact("Name", fit(d.name)));
  sink(fact("Platform", fmt::format("{} ({})", fit(d.platform), fit(d.vendor))));
  sink(fact("Driver", fit(d.driver)));
  sink(fact("Version", fit(d.version)));
  sink(fact("Kind", fit(d.kind)));
  sink(fact("Loader", fit(d.loader)));
  sink(fact("Driver's file", fit(d.driver_file)));
  sink(fact("SHA-256", fit(d.driver_sha256)));
  sink(fact("Tested instead of its builtins", fit(judged_file(d), 200)));
  sink(fact("Index", std::to_string(d.index)));
  sink(fact("Work-group",
            fmt::format("{} work-items, {} at most", d.max_work_group_size, size(d.max_work_item_sizes))));
  sink(fact("Compute units", std::to_string(d.compute_units)));
  sink(fact("Extensions", listed(d.extensions)));
  sink(fact("Features", listed(d.features)));
  sink("</dl>\n");
  sink(observed_html(report));
  segments_html(report, sink);
}

}  // namespace wgcts::reports
