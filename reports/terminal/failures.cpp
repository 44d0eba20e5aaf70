// Bugs, failures that no bug explains, known failures, and skips.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reference/clauses.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/summary.hpp"
#include "reports/words/bug_words.hpp"
#include "reports/words/failure_words.hpp"
#include "reports/words/groups.hpp"

namespace wgcts::reports {
namespace {

/// The ids of clauses, with the text of the first one if that fits.
std::string clause_text(const std::set<std::string>& ids, std::size_t width) {
  if (ids.empty()) return {};
  const std::string text = printable(fmt::format("{}", fmt::join(ids, " ")));
  const auto* clause = find_clause(*ids.begin());
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
  line("clause", clause_text(bug.clauses, style.width - std::min<std::size_t>(style.width, 13)));
  line("smallest", minimal_text(bug));
  line("passing", neighbour_text(bug));
  line("compiler", compiler_text(bug));
  // Commands and reasons are not truncated.
  if (const std::string program = reproducer_text(bug); !program.empty()) text += "\n    program  " + program;
  if (const std::string rerun = bug_command(report, bug); !rerun.empty() && bug.reproducer.empty())
    text += "\n    rerun    " + rerun;
  return text + "\n";
}

std::string alike(const FailureGroup& group) {
  const std::size_t more = group.cases.size() - 1;
  if (more == 0) return {};
  if (group.pairs == 1) return fmt::format(" and {} more", more);
  return fmt::format(" and {} more, over {} pairs of builtin and type", more, group.pairs);
}

std::string group_text(const FailureGroup& group, const TerminalStyle& style) {
  const CaseResult& result = group.first();
  const auto& verdict = info(result.verdict);
  const auto id = name(result.the_case) + alike(group);
  std::string text = fmt::format("{}  {}", paint(verdict.name, result.verdict, style.colour), id);
  const auto line = [&](std::string_view words) {
    if (!words.empty()) text += fmt::format("\n    {}", words);
  };
  if (result.failure) {
    const std::size_t used = verdict.name.size() + 2 + id.size() + 2;
    text += "  " + clause_text({result.failure->clause}, style.width - std::min(style.width, used));
    const auto lane = lane_text(*result.failure, result.the_case.dim);
    const auto message = printable(sentence_of(result));
    const bool one_line = 4 + columns(lane) + 2 + columns(message) <= style.width;
    line(one_line && !message.empty() ? lane + "; " + message : lane);
    if (!one_line) line(shortened(message, style.width - 4));
    if (const auto* clause = find_clause(result.failure->clause); clause != clauses.end())
      line(shortened(citation(*sections_of(*clause).front()), style.width - 4));
  } else {
    line(shortened(printable(sentence_of(result)), style.width - 4));
    line(shortened(main_log_line(result.log), style.width - 4));
  }
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

std::string failures_text(const Report& report, const TerminalStyle& style) {
  const auto groups = failure_groups(report);
  std::string text;
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (i < style.groups)
      text += group_text(groups[i], style);
    else
      hidden += groups[i].cases.size();
  if (hidden != 0)
    text += fmt::format("... and {} of failures, {}; the JSON report lists all\n",
                        counted(groups.size() - style.groups, "more group"), counted(hidden, "case"));
  return text;
}

std::string known_text(const Report& report, const TerminalStyle& style) {
  std::string text;
  for (const SharedReason& known : known_failures(report)) {
    const auto count = fmt::format("  {}: ", counted(known.cases, "case"));
    text += paint("known", Verdict::ExpectedFail, style.colour) + count +
            shortened(known.detail.empty() ? known.reason : known.reason + ", " + known.detail,
                      style.width - std::min(style.width, 5 + count.size())) +
            "\n";
  }
  return text;
}

std::string skips_text(const Report& report, const TerminalStyle& style) {
  const auto skips = skip_reasons(report);
  std::string text;
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < skips.size(); ++i) {
    const auto& [n, query, answer] = skips[i];
    const auto words = fmt::format("{}: {}", query, answer);
    const auto count = fmt::format("  {}: ", counted(n, "case"));
    if (i < style.groups)
      text += paint("skip", Verdict::Skip, style.colour) + count +
              shortened(words, style.width - 4 - count.size()) + "\n";
    else
      hidden += n;
  }
  if (hidden != 0)
    text += fmt::format("... and {} more for {}; the JSON report lists all\n", hidden,
                        counted(skips.size() - style.groups, "other reason"));
  return text;
}

}  // namespace wgcts::reports
