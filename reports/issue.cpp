#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "reports/formats.hpp"
#include "reports/words/words.hpp"
#include "suites/programs/draw_program.hpp"
#include "suites/programs/print.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t longest_quote = 300;  // characters of a driver's text

/// A fence that is longer than any run of backticks in the text.
std::string fenced(std::string_view language, const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fmt::format("{}{}\n{}{}{}\n", fence, language, text, text.ends_with('\n') ? "" : "\n", fence);
}

std::string quote_of(std::string_view text) { return fenced("", shortened(printable(text), longest_quote)); }

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z' && !text.starts_with("work_group_"))
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string driver_section(const Report& report) {
  const DeviceFacts& d = report.device;
  std::string rows;
  const auto row = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) rows += fmt::format("{}: {}\n", name, printable(value));
  };
  row("Platform", d.platform);
  row("Device", d.name);
  row("Driver", d.driver);
  row("OpenCL", d.version);
  row("System", last_segment(report).system);
  return "## Driver\n\n" + fenced("", rows) + "\n";
}

std::string lanes_section(const MinimalCase& minimal) {
  constexpr std::size_t most = 8;
  std::string text;
  for (const auto& [lane, input, expected, got] : minimal.lanes | std::views::take(most))
    text += printable(fmt::format("work-item {}: {}", lane, lane_values_text(input, expected, got))) + "\n";
  if (minimal.lanes.size() > most) text += "...\n";
  return fenced("", text);
}

std::string observed_section(const Bug& bug) {
  std::string text = "## Expected and observed\n\n";
  if (!bug.minimal) return text + capitalised(printable(bug.sentence)) + ".\n\n";
  const MinimalCase& minimal = *bug.minimal;
  // A crash during the build has no work-groups.
  if (minimal.lanes.empty()) return text + quote_of(minimal.message) + "\n";
  // For programs, the number of work-groups is not known.
  text +=
      fmt::format("In {} of {}:\n\n",
                  minimal.groups > 1 ? fmt::format("one of {} work-groups", minimal.groups) : "a work-group",
                  counted(volume(minimal.local_size), "work-item"));
  return text + lanes_section(minimal) + "\n";
}

std::string rule_section(const Bug& bug) {
  std::string text;
  for (const std::string& id : bug.clauses)
    if (const Clause* clause = find_clause(id))
      text += fmt::format("- {} ({})\n", clause->text, citation(*clause));
  return text.empty() ? "" : "## Rule\n\n" + text + "\n";
}

/// The OpenCL C of a reduced program of the bug; empty if there is none of this name.
std::string program_text_of(const Bug& bug, const std::string& name) {
  const auto c = case_in(bug, name);
  if (!c || !c->given.program) return "";
  return source_text(c->given.program->program, c->given.program->launch.range.dim);
}

/// The ingredients that are needed for the failure, and the nearest program that passes.
std::string neighbour_section(const Bug& bug) {
  std::string text;
  for (const Ingredient& i : bug.ingredients) text += fmt::format("- Without {} it passes.\n", i.phrase);
  if (bug.neighbour) {
    const std::string program = program_text_of(bug, bug.neighbour->name);
    text += text.empty() ? "" : "\n";
    text += program.empty() ? fmt::format("{}.\n", neighbour_text(bug))
                            : "This program, one step smaller, passes:\n\n" + fenced("c", program);
  }
  if (const auto compiler = compiler_text(bug); !compiler.empty())
    text += (text.empty() ? "" : "\n") + capitalised(std::string(compiler)) + ".\n";
  return text.empty() ? "" : "## Passing variants\n\n" + text + "\n";
}

/// The driver's log, for crashes and refusals only: with wrong results, the log has at most warnings.
std::string log_section(const Report& report, const Bug& bug) {
  for (const CaseResult& result : report.cases) {
    if (result.log.empty() || result.verdict == Verdict::Fail || !is_in(name(result.the_case), bug.cases))
      continue;
    if (const std::string line = main_log_line(result.log); !line.empty())
      return "## Driver log\n\n" + quote_of(line) + "\n";
  }
  return {};
}

std::string program_section(const Bug& bug, const std::string& c_program) {
  if (!c_program.empty()) {
    const std::string proof = bug.proof.empty() ? "" : capitalised(bug.proof) + ".\n\n";
    return "## Program\n\n" + proof + fenced("c", c_program);
  }
  const std::string kernel = smallest_kernel(bug);
  return kernel.empty() ? "" : "## Kernel\n\n" + fenced("c", kernel);
}

}  // namespace

std::string issue_text(const Report& report, const Bug& bug, const std::string& c_program) {
  return fmt::format("# {}\n\n", capitalised(printable(bug.sentence))) + driver_section(report) +
         observed_section(bug) + rule_section(bug) + neighbour_section(bug) + log_section(report, bug) +
         program_section(bug, c_program) +
         fmt::format("\nFound by wgcts (bug {}): {} of {} show it. To run it again:\n\n{}", bug.signature,
                     bug.cases.size(), counted(report.cases.size(), "case"),
                     fenced("", bug_command(report, bug)));
}

}  // namespace wgcts::reports
