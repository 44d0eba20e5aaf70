#include "reports/html/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <ranges>

#include "page_parts.hpp"
#include "reference/lists.hpp"
#include "reports/model/json.hpp"
#include "reports/words/words.hpp"

namespace wgcts::reports {
namespace {

std::size_t total(const Counts& counts) { return std::reduce(counts.numbers.begin(), counts.numbers.end()); }

std::size_t not_good(const Counts& counts) {
  std::size_t n = 0;
  for (const VerdictInfo& v : verdicts)
    if (!v.good) n += counts[v.verdict];
  return n;
}

std::string counts_words(const Counts& counts) {
  std::string words;
  for (const VerdictInfo& v : verdicts)
    if (const std::size_t n = counts[v.verdict]; n != 0)
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", n, v.name);
  return words;
}

// A cell's anchor: the common prefix of its cases' names.
std::string cell_name(const Builtin& builtin, GenType type, unsigned dim) {
  return fmt::format("{}.{}.{}d", builtin.name, info(type).name, dim);
}

// A cell shows its bug, or its verdict without a bug, in the verdict's colour. `row` is nullptr if there is
// none.
std::string cell_html(const MatrixRow* row, unsigned dim) {
  const auto verdict = row == nullptr ? std::nullopt : worst(row->cells[dim - 1].counts);
  if (!verdict) return "<td><span class=\"soft\" title=\"no case\">–</span>";
  const MatrixCell& cell = row->cells[dim - 1];
  const std::size_t bad = not_good(cell.counts);
  const std::string id = cell_name(*row->builtin, row->type, dim);
  return fmt::format(
      "<td class=\"{}\"><a href=\"#{}\" title=\"{}: {}{}\">{}{}</a>", style_of(*verdict).tone, id, id,
      counts_words(cell.counts), cell.bug != nullptr ? "; " + fit(bug_headline(*cell.bug), 120) : "",
      cell.bug != nullptr ? fmt::format("bug {}", cell.number) : std::string(style_of(*verdict).word),
      bad == 0 ? "" : fmt::format("<small>{}/{}</small>", bad, total(cell.counts)));
}

/// Links the case to the card of its first bug or group, and adds a link for each further one.
std::string line_html(const CaseResult& result, Anchors& anchors) {
  const auto& verdict = info(result.verdict);
  const std::string id = name(result.the_case);
  if (result.verdict == Verdict::Pass) return fmt::format("<li>pass {}\n", id);
  std::string line = fmt::format("<li><b class={}>{}</b> ", style_of(result.verdict).tone, verdict.name);
  const std::vector<std::string>& links = anchors[id];
  line += links.empty() ? id : fmt::format("<a href=#{}>{}</a>", links.front(), id);
  for (const std::string& further : links | std::views::drop(1))
    line += fmt::format(" <a href=#{0}>{0}</a>", further);
  if (result.verdict == Verdict::Skip) line += " <i>" + fit(skip_reason(result).answer, 24) + "</i>";
  return line + "\n";
}

void title_html(const Report& report, const TextSink& sink) {
  sink(fmt::format("{}: {} - wgcts", verdict_word(report),
                   report.device.name.empty() ? "no device" : fit(report.device.name, 80)));
}

void header_html(const Report& report, const TextSink& sink) {
  const DeviceFacts& d = report.device;
  sink(fmt::format("<h1><span class=\"tag {}\">{}</span> {}</h1>\n", style_of(outcome_of(report)).tone,
                   verdict_word(report), d.name.empty() ? "no device" : fit(d.name)));
  if (!d.name.empty())
    sink(fmt::format("<p>{}, driver {}, platform {}</p>\n", fit(d.version), fit(d.driver), fit(d.platform)));
  if (const std::string file = judged_file(d); !file.empty())
    sink(fmt::format("<p>Tested instead of the driver's own builtins: {}</p>\n", fit(file, 200)));
  if (const std::string words = sub_group_words(d); !words.empty())
    sink(fmt::format("<p>Observed: {}.</p>\n", words));
  sink(fmt::format("<p class=\"soft\">Work-group collectives of OpenCL C: {}.</p>\n", meaning(report)));
  const Counts counts = count_verdicts(report.cases);
  sink(fmt::format("<ul class=\"counts\">\n<li><span class=\"tag dim\">{}</span>\n",
                   counted(report.cases.size(), "case")));
  for (const Verdict v : {Verdict::Fail, Verdict::Crash, Verdict::Timeout, Verdict::BuildError,
                          Verdict::LaunchError, Verdict::Flake, Verdict::UnexpectedPass, Verdict::NotRun,
                          Verdict::ExpectedFail, Verdict::Pass, Verdict::Skip})
    if (const std::size_t n = counts[v]; n != 0)
      sink(fmt::format("<li><span class=\"tag {}\" title=\"{}\">{} {}</span>\n", style_of(v).tone,
                       info(v).meaning, n, info(v).name));
  sink("</ul>\n");
  if (const std::string less = reduced_data_text(report); !less.empty())
    sink(fmt::format("<p>{}.</p>\n", escaped(less)));
  for (const RunFailure& failure : run_failures(report)) {
    sink(fmt::format("<p><span class=\"tag died\">{}</span> {}", escaped(failure.kind),
                     fit(failure.sentence)));
    sink(failure.log.empty() ? "</p>\n" : fmt::format(": <code>{}</code></p>\n", fit(failure.log)));
  }
}

void footer_html(const Report& report, const TextSink& sink) {
  const RunInfo& run = report.run;
  sink(fmt::format("<p>{}: profile {}, seed {}, {}{:.1f} s, started {}</p>\n", escaped(version_text()),
                   fit(run.profile), run.seed,
                   run.selection.empty() ? "" : fmt::format("selected by {}, ", fit(run.selection)),
                   run.seconds, fit(run.started)));
}

constexpr std::size_t most_skips = 50, most_observations = 50, longest_list = 4000;

template <class List>
std::string listed(const List& list) {
  return fit(fmt::format("{}", fmt::join(list, " ")), longest_list);
}

std::string table_html(std::string_view label, std::string_view caption,
                       const std::vector<std::string_view>& columns, const std::string& rows) {
  return fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><caption>{}</caption>\n"
      "<thead><tr><th scope=col>{}</thead>\n{}</table></div>\n",
      label, caption, fmt::join(columns, "<th scope=col>"), rows);
}

std::string observed_html(const Report& report) {
  std::string rows;
  std::size_t left = most_observations;
  for (const auto& [what, answers] : observed_profile(report))
    for (const auto& [answer, whose] : answers)
      if (left != 0 && left-- != 0)
        rows += fmt::format("<tr><th scope=row>{}<td>{}<td>{}\n", fit(what), fit(answer), listed(whose));
  if (rows.empty()) return {};
  return table_html("Observed", "Behaviour that the specification leaves open; it is observed and not judged",
                    {"question", "answer", "builtins and types"}, rows);
}

void segments_html(const Report& report, const TextSink& sink) {
  for (const RunSegment& segment : report.run.segments) {
    sink(fmt::format("<h3>Run of {}</h3>\n<dl class=\"facts\">\n", fit(segment.started)));
    for (const auto& [what, value] : facts_of(segment)) sink(fact(fit(what), fit(value, longest_list)));
    sink("</dl>\n");
  }
}

void skips_html(const Report& report, const TextSink& sink) {
  const auto skips = skip_reasons(report);
  if (skips.empty()) return sink("<p>None: the device supports every case.</p>\n");
  std::string rows;
  for (const auto& [cases, query, answer] : skips | std::views::take(most_skips))
    rows += fmt::format("<tr><td>{}<td>{}<td>{}\n", cases, fit(query, 120), fit(answer, 120));
  sink(table_html("Skipped", "Missing features, by the device's own answers", {"cases", "query", "answer"},
                  rows));
  if (skips.size() > most_skips)
    sink(fmt::format("<p>The JSON report has {}.</p>\n", counted(skips.size() - most_skips, "more reason")));
}

void device_html(const Report& report, const TextSink& sink) {
  const DeviceFacts& d = report.device;
  if (d.name.empty()) return sink("<p>No device was tested.</p>\n");
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
  sink(fact("Work-group", fmt::format("{} work-items, {} at most", d.max_work_group_size,
                                      to_string(d.max_work_item_sizes, 3))));
  sink(fact("Compute units", std::to_string(d.compute_units)));
  sink(fact("Extensions", listed(d.extensions)));
  sink(fact("Features", listed(d.features)));
  sink("</dl>\n");
  sink(observed_html(report));
  segments_html(report, sink);
}

void matrix_html(const Report& report, const TextSink& sink) {
  const auto rows = matrix_of(report);
  if (rows.empty()) return sink("<p>No case was selected.</p>\n");
  const auto types = types_of(rows);
  for (std::size_t i = 0; i < std::min(report.bugs.size(), most_bugs); ++i)
    sink(fmt::format("<p>bug {}: <a href=\"#bug-{}\">{}</a></p>\n", i + 1, escaped(report.bugs[i].signature),
                     fit(report.bugs[i].sentence)));
  sink(fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Matrix\"><table class=\"matrix\">\n"
      "<caption>A cell shows the cases of one builtin, type and number of dimensions: their {}, and "
      "failing/all cases. It links to these cases.</caption>\n<thead><tr><th rowspan=2 scope=col>builtin",
      report.bugs.empty() ? "worst verdict" : "most specific bug, or the worst verdict without a bug"));
  for (const GenType type : types) sink(fmt::format("<th colspan=3 scope=colgroup>{}", info(type).name));
  sink("\n<tr>");
  for (std::size_t i = 0; i < types.size(); ++i) sink("<th scope=col>1d<th scope=col>2d<th scope=col>3d");
  sink("</thead>\n<tbody>\n");
  for (const Builtin* subject : subjects) {
    if (!is_in(subject, rows, &MatrixRow::builtin)) continue;
    sink(fmt::format("<tr><th scope=row>{}", subject->name));
    for (const GenType type : types)
      for (unsigned dim = 1; dim <= 3; ++dim) sink(cell_html(row_of(rows, subject, type), dim));
    sink("\n");
  }
  sink("</tbody></table></div>\n");
}

void cases_html(const Report& report, Anchors& anchors, const TextSink& sink) {
  const auto rows = matrix_of(report);
  for (const Builtin* builtin : subjects) {
    std::string text;
    Counts sum;
    for (const MatrixRow& row : rows)
      for (unsigned dim = 1; row.builtin == builtin && dim <= 3; ++dim) {
        const Counts& counts = row.cells[dim - 1].counts;
        if (total(counts) == 0) continue;
        for (const VerdictInfo& v : verdicts) sum[v.verdict] += counts[v.verdict];
        const std::string cell = cell_name(*builtin, row.type, dim);
        text += fmt::format(
            "<div class=\"cell\" data-of=\"{}\"><h4 id=\"{}\" tabindex=\"-1\">{} in {} "
            "<span class=\"soft\">{}</span></h4><ul class=\"lines\">\n",
            cell, cell, info(row.type).name, counted(dim, "dimension"), counts_words(counts));
        for (const CaseResult& result : report.cases)
          if (const Case& c = result.the_case; c.builtin == builtin && c.type == row.type && c.dim == dim)
            text += line_html(result, anchors);
        text += "</ul></div>\n";
      }
    if (!text.empty())
      sink(fmt::format(
          "<details class=\"builtin\"><summary>{} <span class=\"soft\">{}: {}</span></summary>\n{}"
          "</details>\n",
          title(*builtin), counted(total(sum), "case"), counts_words(sum), text));
  }
}

}  // namespace

std::string tag(Verdict verdict) {
  return fmt::format("<span class=\"tag {}\">{}</span>", style_of(verdict).tone, info(verdict).name);
}

void html_text(const Report& report, const TextSink& sink) {
  Anchors anchors;
  const std::map<std::string_view, std::function<void()>> parts{
      {"title", [&] { title_html(report, sink); }},
      {"style", [&] { sink(page_css); }},
      {"header", [&] { header_html(report, sink); }},
      {"findings", [&] { findings_html(report, anchors, sink); }},
      {"matrix", [&] { matrix_html(report, sink); }},
      {"cases", [&] { cases_html(report, anchors, sink); }},
      {"skips", [&] { skips_html(report, sink); }},
      {"device", [&] { device_html(report, sink); }},
      {"footer", [&] { footer_html(report, sink); }},
      {"script", [&] { sink(page_js); }},
  };
  std::string_view rest = page_html;
  for (std::size_t open = rest.find("{{"); open != std::string_view::npos; open = rest.find("{{")) {
    sink(rest.substr(0, open));
    const std::size_t close = rest.find("}}", open);
    parts.at(rest.substr(open + 2, close - open - 2))();
    rest.remove_prefix(close + 2);
  }
  sink(rest);
}

}  // namespace wgcts::reports
