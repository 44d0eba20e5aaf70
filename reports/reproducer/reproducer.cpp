#include "reports/reproducer/reproducer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/program/layout.hpp"
#include "reports/reproducer/arguments_text.hpp"
#include "reports/reproducer/c_literals.hpp"
#include "reproducer_program.hpp"
#include "suites/parse.hpp"

namespace wgcts::reports {
namespace {

/// The template's line with each "@NAME@" replaced. If there is nothing else, the value is whole lines.
std::string filled(std::string_view line, const std::map<std::string_view, std::string>& values) {
  const std::vector<std::string_view> pieces = split(line, '@');
  if (pieces.size() == 3 && pieces.front().empty() && pieces.back().empty()) return values.at(pieces[1]);
  std::string text;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    text += i % 2 == 0 ? pieces[i] : std::string_view(values.at(pieces[i]));
  return text + "\n";
}

/// The template's lines that hold for these facts: "#if FACT", "#if !FACT", "#elif FACT", "#else" and
/// "#endif" choose lines, as in C.
std::string filled(std::string_view program, const std::map<std::string_view, bool>& facts,
                   const std::map<std::string_view, std::string>& values) {
  enum class Branch : std::uint8_t { Later, Chosen, Over };
  std::vector<Branch> branches;  // of each open #if
  const auto branch = [&](std::string_view fact) {
    const bool wanted = !fact.starts_with('!');
    return facts.at(wanted ? fact : fact.substr(1)) == wanted ? Branch::Chosen : Branch::Later;
  };
  std::string text;
  program.remove_suffix(1);  // the end of the last line
  for (const std::string_view line : split(program, '\n')) {
    const std::vector<std::string_view> words = split(line, ' ');
    if (words[0] == "#if")
      branches.push_back(branch(words[1]));
    else if (words[0] == "#elif")
      branches.back() = branches.back() == Branch::Later ? branch(words[1]) : Branch::Over;
    else if (words[0] == "#else")
      branches.back() = branches.back() == Branch::Later ? Branch::Chosen : Branch::Over;
    else if (words[0] == "#endif")
      branches.pop_back();
    else if (std::ranges::count(branches, Branch::Chosen) == std::ssize(branches))
      text += filled(line, values);
  }
  return text;
}

/// `text` with each line indented by `by`.
std::string indented(std::string_view text, std::string_view by) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.append(by).append(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

class Writer {
 public:
  Writer(const FailingRun& failing_run, const DeviceFacts& device)
      : failing_run_(failing_run),
        device_(device),
        case_(failing_run.the_case),
        run_(failing_run.run),
        arguments_(failing_run) {}

  std::string text(const std::string& header) const {
    const std::string arrays = arguments_.arrays(), checks = arguments_.checks();
    const auto mentions = [&](std::string_view word) {
      return arrays.find(word) != std::string::npos || checks.find(word) != std::string::npos;
    };
    const auto is = [&](Situation situation) { return run_.situation == situation; };
    const std::size_t several = is(Situation::Unordered) ? 4 : is(Situation::Threads) ? 2 : 0;
    return filled(
        program_c_in,
        {{"LAUNCHES", !builds_only()},
         {"MATH", !builds_only() && (mentions("INFINITY") || mentions("NAN") || mentions("isnan"))},
         {"LAUNCH_FAILS", launch_fails()},
         {"RUNS", arrays.starts_with("RUNS(")},
         {"HALF_VALUES", mentions("value(")},
         {"HALF", case_.type == GenType::Half || arguments_.uses(Type::Half)},
         {"DOUBLE", case_.type == GenType::Double || arguments_.uses(Type::Double)},
         {"REMAINDER", case_.variant->remainder},
         {"FIXED_STANDARD", fixed_standard()},
         {"PARTS", !run_.part.empty()},
         {"LIBRARY", is(Situation::Library)},
         {"RELOADED", is(Situation::Reloaded)},
         {"PARTITION", is(Situation::Partition)},
         {"UNSIZED", is(Situation::Unsized)},
         {"RELAUNCHED", is(Situation::Relaunched)},
         {"CLONED", is(Situation::Cloned)},
         {"UNORDERED", is(Situation::Unordered)},
         {"THREADS", is(Situation::Threads) && !builds_only()},
         {"SVM", is(Situation::Svm)},
         {"BRIMFUL", is(Situation::Brimful)},
         {"SEVERAL", several != 0}},
        {{"HEADER", header},
         {"SOURCE", c_string(run_.text, "    ")},
         {"PART", c_string(run_.part, "    ")},
         {"DIM", std::to_string(run_.range.dim)},
         {"OFFSET", extents(run_.range.offset)},
         {"GLOBAL", extents(run_.range.global)},
         {"LOCAL", extents(run_.range.local)},
         {"OTHER_GLOBAL", extents(other().global)},
         {"OTHER_LOCAL", extents(other().local)},
         {"ARRAYS", arrays},
         {"ARGUMENTS", arguments_.table()},
         {"UNROLL", arguments_.unrolling()},
         {"POISON", arguments_.poison()},
         {"CHECKS", several == 0 ? checks : indented(checks, "  ")},
         {"ELEMENTS", std::to_string(arguments_.elements())},
         {"SEVERAL", std::to_string(several)},
         {"KERNEL", run_.kernel},
         {"EVENT", launch_fails() ? "&events[launches++]" : "NULL"},
         {"OPTIONS", fixed_standard() ? fmt::format("\"{}\"", run_.options) : "options"},
         {"USUAL_OPTIONS", run_.options},
         {"OTHER_OPTIONS",
          case_.variant->options.empty() ? std::string() : fmt::format(" {}", case_.variant->options)},
         {"BUILD", code(Stage::Build)},
         {"CREATE", builds_only() ? "1" : code(Stage::Create)},
         {"BUFFERS", code(Stage::Buffers)},
         {"LAUNCH", code(Stage::Launch)},
         {"READ", code(Stage::Read)},
         {"SECONDS", std::to_string(seconds())},
         {"DIED", is_lost() ? "wrong" : "inconclusive"},
         {"LOST", is_lost() ? "1" : "77"}});
  }

 private:
  bool hangs() const { return failing_run_.outcome.verdict == Verdict::Timeout; }
  bool is_lost() const { return hangs() || failing_run_.outcome.verdict == Verdict::Crash; }
  /// Whether the bug is a failed build, so that nothing needs to be launched.
  bool builds_only() const { return failing_run_.outcome.verdict == Verdict::BuildError; }
  /// Then the calls may succeed, and only the event of a launch has the error.
  bool launch_fails() const {
    return failing_run_.outcome.verdict == Verdict::LaunchError &&
           failing_run_.outcome.stage == Stage::Launch;
  }
  /// The time after which the program counts as hung.
  unsigned seconds() const {
    constexpr double least = 20, usual = 120;
    return static_cast<unsigned>(std::ceil(hangs() ? std::max(least, failing_run_.timeout) : usual));
  }
  /// The exit code if a call of this stage fails: 1 only if that is the bug.
  std::string code(Stage stage) const {
    const Verdict verdict = failing_run_.outcome.verdict;
    const bool refused = verdict == Verdict::BuildError || verdict == Verdict::LaunchError;
    return refused && failing_run_.outcome.stage == stage ? "1" : "77";
  }
  bool fixed_standard() const {
    return case_.variant->cl_std != 0 || case_.variant->unversioned || device_.usual_cl_std == 20;
  }
  /// The NDRange of the kernel object's other launches, as in harness/driver.
  NDRange other() const { return run_.takes_zeros ? smaller_range(run_.range, true) : run_.range; }
  std::string extents(const Extents& e) const {
    return fmt::format("{}", fmt::join(e.begin(), e.begin() + run_.range.dim, ", "));
  }

  const FailingRun& failing_run_;
  const DeviceFacts& device_;
  const Case& case_;
  const KernelRun& run_;
  ArgumentsText arguments_;
};

}  // namespace

std::string reproducer_text(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                            const RunAgain& run_again) {
  return Writer(failing_run, device).text(header_text(bug, failing_run, device, run_again));
}

}  // namespace wgcts::reports
