// The bugs of a run, one paragraph each, and the counts of failing cases by form and size.
#include <fmt/format.h>

#include <algorithm>

#include "reference/clauses.hpp"
#include "reports/model/printable.hpp"
#include "reports/terminal/marks.hpp"
#include "reports/terminal/summary.hpp"
#include "reports/words/bug_matrix.hpp"
#include "reports/words/bug_words.hpp"

namespace wgcts::reports {
namespace {

std::string clauses_words(const Bug& bug, std::size_t width) {
  std::string text;
  for (const std::string& id : bug.clauses) text += (text.empty() ? "" : " ") + printable(id);
  const auto* clause = bug.clauses.empty() ? clauses.end() : find_clause(*bug.clauses.begin());
  if (clause == clauses.end()) return text;
  const std::string cited = fmt::format("{}: {}", text, clause->text);
  return cited.size() <= width ? cited : text;
}

std::string paragraph(const Report& report, const Bug& bug, std::size_t number, const TerminalStyle& style) {
  const std::string head = fmt::format("bug {}  {}  ", number, bug.signature);
  std::string text =
      paint_bug(fmt::format("bug {}", number), number, style.colour) +
      fmt::format("  {}  {}", bug.signature,
                  shortened(printable(bug.sentence), style.width - std::min(style.width, head.size())));
  const auto line = [&](std::string_view title, std::string_view words) {
    if (!words.empty()) text += "\n    " + shortened(fmt::format("{:<8} {}", title, words), style.width - 4);
  };
  line("cause", cause_text(bug));
  line("extent", extent_text(report, bug));
  line("clause", clauses_words(bug, style.width - std::min<std::size_t>(style.width, 13)));
  line("smallest", minimal_text(bug));
  line("passing", neighbour_text(bug));
  line("compiler", compiler_text(bug));
  // Commands and reasons are not truncated.
  if (const std::string program = reproducer_text(bug); !program.empty()) text += "\n    program  " + program;
  if (const std::string rerun = bug_command(report, bug); !rerun.empty() && bug.reproducer.empty())
    text += "\n    rerun    " + rerun;
  return text + "\n";
}

/// The counts of each builtin, in blocks of as many columns as fit.
std::string counts_table(const FailureTable& table, std::string_view title, const TerminalStyle& style) {
  constexpr std::size_t name_width = 20;
  std::size_t cell = 0;
  for (const std::string& column : table.columns) cell = std::max(cell, column.size() + 2);
  const std::size_t room = style.width > name_width ? style.width - name_width : 0;
  const std::size_t fit = std::max<std::size_t>(1, cell == 0 ? 1 : room / cell);
  std::string text;
  for (std::size_t first = 0; first < table.columns.size(); first += fit) {
    const std::size_t end = std::min(table.columns.size(), first + fit);
    text += fmt::format("{:<{}}", first == 0 ? title : "", name_width);
    for (std::size_t i = first; i < end; ++i) text += fmt::format("{:>{}}", table.columns[i], cell);
    text += "\n";
    for (const FailureTable::Row& row : table.rows) {
      text += fmt::format("{:<{}}", row.builtin->name, name_width);
      for (std::size_t i = first; i < end; ++i)
        text += fmt::format("{:>{}}",
                            !row.failing[i]        ? std::string(1, nothing_selected)
                            : *row.failing[i] == 0 ? "."
                                                   : std::to_string(*row.failing[i]),
                            cell);
      text += "\n";
    }
  }
  return text;
}

}  // namespace

std::string bugs_text(const Report& report, const TerminalStyle& style) {
  std::string text;
  std::size_t shown = 0, hidden = 0;
  for (std::size_t i = 0; i < report.bugs.size(); ++i) {
    if (is_known(report, report.bugs[i])) continue;
    if (++shown > style.groups)
      ++hidden;
    else
      text += paragraph(report, report.bugs[i], i + 1, style);
  }
  if (hidden != 0)
    text += fmt::format("... and {}; the JSON report lists all\n", counted(hidden, "more bug"));
  return text;
}

std::string bug_counts_text(const Report& report, const TerminalStyle& style) {
  if (report.bugs.empty()) return {};
  const FailureTable by_form = failures_by_form(report), by_size = failures_by_size(report);
  if (by_form.rows.empty()) return {};
  return counts_table(by_form, "failing, by form", style) + "\n" +
         counts_table(by_size, "by work-group size", style);
}

}  // namespace wgcts::reports
