// The page's matrix of builtins and types.
#include "reports/model/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "reference/lists.hpp"
#include "reports/html/page.hpp"
#include "reports/words/bug_words.hpp"
#include "reports/words/failure_words.hpp"

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

std::string line_html(const CaseResult& result, const std::string& anchor) {
  const auto& verdict = info(result.verdict);
  const std::string id = name(result.the_case);
  if (result.verdict == Verdict::Pass) return fmt::format("<li>pass {}\n", id);
  std::string line = fmt::format("<li><b class={}>{}</b> ", style_of(result.verdict).tone, verdict.name);
  line += anchor.empty() ? id : fmt::format("<a href=#{}>{}</a>", anchor, id);
  if (result.verdict == Verdict::Skip) line += " <i>" + fit(skip_reason(result).answer, 24) + "</i>";
  return line + "\n";
}

}  // namespace

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

void cases_html(const Report& report, const Anchors& anchors, const TextSink& sink) {
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
        for (std::size_t i = 0; i < report.cases.size(); ++i)
          if (const Case& c = report.cases[i].the_case;
              c.builtin == builtin && c.type == row.type && c.dim == dim)
            text += line_html(report.cases[i], anchors[i]);
        text += "</ul></div>\n";
      }
    if (!text.empty())
      sink(fmt::format(
          "<details class=\"builtin\"><summary>{} <span class=\"soft\">{}: {}</span></summary>\n{}"
          "</details>\n",
          title(*builtin), counted(total(sum), "case"), counts_words(sum), text));
  }
}

}  // namespace wgcts::reports
