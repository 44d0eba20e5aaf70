#include <fmt/format.h>

#include <cctype>
#include <ranges>

#include "reference/clauses.hpp"
#include "reports/formats.hpp"
#include "reports/model/json.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/words.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t longest_line = 300;  // characters of a driver's text
constexpr std::size_t longest_command = 1000;
constexpr std::size_t most_skips = 10;
constexpr std::size_t for_the_rest = 24 * 1024;  // bytes for everything except failures

constexpr std::size_t for_bugs = 20 * 1024;  // at most, of the rest

// Whether Markdown does not interpret the character at this position. A full stop or colon is plain only
// before a space or digit. Otherwise it could make a link.
bool is_plain(std::string_view text, std::size_t i) {
  const auto byte = static_cast<unsigned char>(text[i]);
  if (std::isalnum(byte) != 0 || byte >= 0x80 ||
      std::string_view(" ,()-;%=").find(text[i]) != std::string_view::npos)
    return true;
  const char next = i + 1 < text.size() ? text[i + 1] : ' ';
  return (text[i] == '.' || text[i] == ':') && (next == ' ' || (next >= '0' && next <= '9'));
}

// A driver's text as code, so that it mentions no user. Markdown is interpreted even inside of an HTML code
// element, except in character references, so all special characters become references.
std::string code(std::string_view text, std::size_t longest = longest_line) {
  std::string safe;
  const std::string line = shortened(printable(allowed_characters(text)), longest);
  for (std::size_t i = 0; i < line.size(); ++i)
    if (is_plain(line, i))
      safe += line[i];
    else
      safe += fmt::format("&#{};", static_cast<int>(line[i]));
  return safe.empty() ? "" : "<code>" + safe + "</code>";
}

std::string heading(const Report& report) {
  return fmt::format("## wgcts: {}\n\n{}.\n\n", verdict_word(report), meaning(report));
}

std::string device_text(const Report& report) {
  const DeviceFacts& d = report.device;
  if (d.name.empty()) return "No device was tested.\n\n";
  std::string text = fmt::format("{} — {}, driver {}\n\n", code(d.name), code(d.version), code(d.driver));
  if (const std::string file = judged_file(d); !file.empty())
    text += fmt::format("Tested instead of the driver's own builtins: {}.\n\n", code(file));
  if (const std::string words = sub_group_words(d); !words.empty())
    text += fmt::format("Observed: {}.\n\n", words);
  return text;
}

std::string counts_text(const Report& report) {
  const Counts counts = count_verdicts(report.cases);
  std::string names = "| cases |", rule = "|---:|", numbers = fmt::format("| {} |", report.cases.size());
  for (const VerdictInfo& v : verdicts)
    if (const std::size_t n = counts[v.verdict]; n != 0) {
      names += fmt::format(" {} |", v.name);
      rule += "---:|";
      numbers += fmt::format(" {} |", n);
    }
  const std::string less = reduced_data_text(report);
  return names + "\n" + rule + "\n" + numbers + "\n\n" + (less.empty() ? "" : less + ".\n\n");
}

std::string matrix_section(const Report& report) {
  const std::string matrix = matrix_text(report, {});
  return matrix.empty() ? "" : "```\n" + matrix + "```\n\n";
}

std::string bug_text(const Report& report, const Bug& bug) {
  const std::string title =
      is_diagnosed(bug) ? "bug " + code(bug.signature) : std::string(info(verdict_of(report, bug)).name);
  std::string text = fmt::format("- **{}** {}", title, code(bug.sentence));
  const auto line = [&](std::string_view label, std::string_view words) {
    if (!words.empty()) text += fmt::format("  \n  {}: {}", label, code(words));
  };
  line("cause", cause_text(bug));
  line("extent", extent_text(report, bug));
  for (const std::string& id : bug.clauses)
    if (const Clause* clause = find_clause(id))
      line("clause", fmt::format("{}: {} ({})", id, clause->text, citation(*clause)));
  line(minimal_title(bug), minimal_text(bug));
  line("nearest passing case", neighbour_text(bug));
  line("compiler", compiler_text(bug));
  line("log", log_text(report, bug));
  line("program", reproducer_text(bug));
  if (const std::string rerun = bug_command(report, bug); !rerun.empty())
    text += "  \n  rerun: " + code(rerun, longest_command);
  return text + "\n";
}

// As many bugs as fit, while leaving room for other failures.
std::string bugs_section(const Report& report) {
  std::string text;
  std::size_t left_out = 0;
  for (const Bug& bug : report.bugs) {
    const std::string words = is_known(report, bug) ? "" : bug_text(report, bug);
    if (left_out == 0 && text.size() + words.size() <= for_bugs)
      text += words;
    else if (!words.empty())
      ++left_out;
  }
  if (left_out != 0) text += fmt::format("- … and {}\n", counted(left_out, "more bug"));
  return text.empty() ? "" : "### Bugs\n\n" + text + "\n";
}

// As many groups of failures as fit, and the number of those left out.
std::string failures_section(const Report& report) {
  const std::size_t room = longest_markdown - for_the_rest - (report.bugs.empty() ? 0 : for_bugs);
  std::string text;
  std::size_t groups = 0, cases = 0;  // left out
  for (const Bug& group : unexplained(report)) {
    const std::string words = groups == 0 ? bug_text(report, group) : "";
    if (groups == 0 && text.size() + words.size() <= room) {
      text += words;
    } else {
      ++groups;
      cases += group.cases.size();
    }
  }
  if (groups != 0)
    text +=
        fmt::format("- … and {} of failures, {}\n", counted(groups, "more group"), counted(cases, "case"));
  if (text.empty()) return {};
  return (report.bugs.empty() ? "### Failures\n\n" : "### Failures that no bug explains\n\n") + text + "\n";
}

std::string run_failures_section(const Report& report) {
  const auto failures = run_failures(report);
  if (failures.empty()) return {};
  std::string text = "### Failures outside of cases\n\n";
  for (const RunFailure& failure : failures | std::views::take(most_skips))
    text += fmt::format("- **{}**: {} {}\n", failure.kind, code(failure.sentence), code(failure.log));
  if (failures.size() > most_skips) text += fmt::format("- … and {} more\n", failures.size() - most_skips);
  return text + "\n";
}

std::string known_section(const Report& report) {
  const auto known = known_failures(report);
  if (known.empty()) return {};
  std::string text = "### Known failures\n\n";
  for (const auto& [cases, reason, detail] : known | std::views::take(most_skips))
    text += fmt::format("- {}: {} {}\n", counted(cases, "case"), code(reason), code(detail));
  if (known.size() > most_skips)
    text += fmt::format("- … and {}\n", counted(known.size() - most_skips, "other reason"));
  return text + "\n";
}

std::string skips_section(const Report& report) {
  const auto skips = skip_reasons(report);
  if (skips.empty()) return {};
  std::string text = "<details><summary>Skipped</summary>\n\n| cases | query | answer |\n|---:|---|---|\n";
  for (const auto& [cases, query, answer] : skips | std::views::take(most_skips))
    text += fmt::format("| {} | {} | {} |\n", cases, code(query, 80), code(answer, 80));
  std::size_t hidden = 0;
  for (const SharedReason& skip : skips | std::views::drop(most_skips)) hidden += skip.cases;
  if (hidden != 0)
    text += fmt::format("| {} | {} | |\n", hidden, counted(skips.size() - most_skips, "other reason"));
  return text + "\n</details>\n\n";
}

std::string footer(const Report& report) {
  const RunInfo& run = report.run;
  std::string text = fmt::format("{}: profile {}, seed {}, {:.1f} s, started {}{}\n", version_text(),
                                 code(run.profile), run.seed, run.seconds, code(run.started),
                                 run.selection.empty() ? "" : ", selected by " + code(run.selection));
  if (run.segments.empty()) return text;
  text += "\n<details><summary>Run</summary>\n\n";
  for (const auto& [what, value] : facts_of(last_segment(report)))
    text += fmt::format("- {}: {}\n", code(what), code(value));
  return text + "\n</details>\n";
}

}  // namespace

void markdown_text(const Report& report, const TextSink& sink) {
  for (const auto& section : {heading, device_text, counts_text, bugs_section, matrix_section,
                              failures_section, run_failures_section, known_section, skips_section, footer})
    sink(section(report));
}

}  // namespace wgcts::reports
