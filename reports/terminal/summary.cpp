#include "reports/terminal/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "reference/clauses.hpp"
#include "reports/model/text.hpp"
#include "reports/words/bug_words.hpp"
#include "reports/words/failure_words.hpp"

namespace wgcts::reports {
namespace {

/// The ids of clauses, with the text of the first one if that fits.
std::string clause_text(const std::set<std::string>& ids, std::size_t width) {
  if (ids.empty()) return {};
  const std::string text = printable(fmt::format("{}", fmt::join(ids, " ")));
  const Clause* clause = find_clause(*ids.begin());
  if (clause == nullptr) return text;
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
    if (const Clause* clause = find_clause(result.failure->clause))
      line(shortened(citation(*sections_of(*clause).front()), style.width - 4));
  } else {
    line(shortened(printable(sentence_of(result)), style.width - 4));
    line(shortened(main_log_line(result.log), style.width - 4));
  }
  return text + "\n";
}

Verdict painted_as(Outcome outcome) {
  if (outcome == Outcome::Pass) return Verdict::Pass;
  return outcome == Outcome::Fail ? Verdict::Fail : Verdict::NotRun;
}

std::string device_words(const DeviceFacts& device) {
  if (device.name.empty()) return "none";
  return printable(fmt::format("{}, {}, driver {}", device.name, device.version, device.driver));
}

std::string count_words(const Report& report, const TerminalStyle& style) {
  const Counts counts = count_verdicts(report.cases);
  std::string words;
  for (const auto& verdict : verdicts) {
    const std::size_t n = counts[verdict.verdict];
    if (n == 0) continue;
    words += words.empty() ? ": " : ", ";
    words += paint(fmt::format("{} {}", n, verdict.name), verdict.verdict, style.colour);
  }
  return fmt::format("{}{}", report.cases.size(), words);
}

std::string bug_count_words(const Report& report) {
  const auto [failing, explained] = explained_count(report);
  const std::string bugs =
      fmt::format("{} {}", report.bugs.size(), report.bugs.size() == 1 ? "explains" : "explain");
  if (failing == 0) return fmt::format("{}, all in the baseline", report.bugs.size());
  return fmt::format("{} {} of {} failing cases", bugs, explained, failing);
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

std::string summary_text(const Report& report, std::string_view report_path, const TerminalStyle& style) {
  std::string text = fmt::format("device   {}\n", shortened(device_words(report.device), style.width - 9));
  if (const std::string file = judged_file(report.device); !file.empty())
    text += fmt::format("tested   {}\n         instead of the driver's own builtins\n", printable(file));
  if (const std::string words = sub_group_words(report.device); !words.empty())
    text += fmt::format("observed {}\n", words);
  text += fmt::format("cases    {}\n", count_words(report, style));
  if (!report.bugs.empty()) text += fmt::format("bugs     {}\n", bug_count_words(report));
  if (report.run.drawn != 0)
    text += fmt::format("soak     {} cases were drawn and tested; the report contains a sample\n",
                        report.run.drawn);
  if (const std::string less = reduced_data_text(report); !less.empty())
    text += fmt::format("data     {}\n", less);
  text += fmt::format("time     {:.1f} s, seed {}\n", report.run.seconds, report.run.seed);
  if (last_segment(report).driver_cache)
    text += "caches   on: drivers may have reused programs of earlier runs\n";
  if (!report_path.empty()) text += fmt::format("report   {}\n", report_path);
  if (report.run.interrupted && !report_path.empty())
    text += fmt::format("resume   {}\n",
                        shell_line({program_as_called(report), "run", "--resume", std::string(report_path)}));
  return text + verdict_text(report, style);
}

std::string verdict_text(const Report& report, const TerminalStyle& style) {
  const Outcome outcome = outcome_of(report);
  return fmt::format("verdict  {}: {}\n", paint(verdict_word(report), painted_as(outcome), style.colour),
                     meaning(report));
}

std::string case_text(const CaseResult& result, const TerminalStyle& style) {
  const auto& verdict = info(result.verdict);
  const std::string why = result.failure  ? result.failure->clause + " " + sentence_of(result)
                          : result.reason ? result.reason->query + ": " + result.reason->answer
                                          : sentence_of(result);
  const std::string id = name(result.the_case);
  const std::size_t used = std::max<std::size_t>(12, verdict.name.size()) + 1 + id.size() + 2;
  return fmt::format(
      "{}{:{}} {}{}\n", paint(verdict.name, result.verdict, style.colour), "",
      12 - std::min<std::size_t>(12, verdict.name.size()), id,
      why.empty() ? "" : "  " + shortened(printable(why), style.width - std::min(style.width, used)));
}

std::string unexpected_text(const Report& report, const TerminalStyle& style) {
  constexpr std::size_t most = 10;
  std::string text;
  std::size_t count = 0;
  for (const CaseResult& result : report.cases)
    if (is_failure(result.verdict) && ++count <= most) text += case_text(result, style);
  return count <= most ? text : text + fmt::format("... and {}\n", counted(count - most, "more case"));
}

/// The first failures outside of cases, with the main line of the worker's log.
std::string run_failures_text(const Report& report, const TerminalStyle& style) {
  constexpr std::size_t most = 10;
  const auto failures = run_failures(report);
  std::string text;
  for (const RunFailure& failure : std::span(failures).first(std::min(failures.size(), most))) {
    text += shortened(fmt::format("{}  {}", failure.kind, failure.sentence), style.width) + "\n";
    if (!failure.log.empty()) text += "    " + shortened(failure.log, style.width - 4) + "\n";
  }
  if (failures.size() > most) text += fmt::format("and {} more\n", failures.size() - most);
  return text;
}

std::string terminal_text(const Report& report, std::string_view report_path, const TerminalStyle& style) {
  std::string text;
  for (const auto& section :
       {bugs_text(report, style), matrix_text(report, style), failures_text(report, style),
        run_failures_text(report, style), known_text(report, style), skips_text(report, style)})
    if (!section.empty()) text += section + "\n";
  return text + summary_text(report, report_path, style);
}

std::string timing_text(const std::vector<Timing>& workers) {
  const Timing sum = sum_of(workers);
  const double total = sum.total();
  std::string text = fmt::format("worker time  {:.1f} s in {} processes\n", total, workers.size());
  double driver = 0;
  for (const ActivityInfo& a : activities) {
    if (a.driver) driver += sum[a.activity];
    text += fmt::format("  {:9} {:8.2f} s {:5.1f} %  {}\n", a.name, sum[a.activity],
                        100 * sum[a.activity] / std::max(total, 1e-9), a.meaning);
  }
  return text + fmt::format("  in the driver: {:.1f} %\n", 100 * driver / std::max(total, 1e-9));
}

}  // namespace wgcts::reports
