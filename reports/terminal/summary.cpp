#include "reports/terminal/summary.hpp"

#include <fmt/format.h>

#include "reports/model/text.hpp"
#include "reports/words/bug_words.hpp"
#include "reports/words/failure_words.hpp"
#include "reports/words/groups.hpp"

namespace wgcts::reports {
namespace {

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
    const std::size_t n = counts[static_cast<std::size_t>(verdict.verdict)];
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
  if (!report.run.segments.empty() && report.run.segments.back().driver_cache)
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
    if (!info(result.verdict).good && result.verdict != Verdict::NotRun && ++count <= most)
      text += case_text(result, style);
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
