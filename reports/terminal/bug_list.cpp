// The bugs of a run, one paragraph each.
#include <fmt/format.h>

#include <algorithm>

#include "reference/clauses.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/marks.hpp"
#include "reports/terminal/summary.hpp"
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

}  // namespace wgcts::reports
