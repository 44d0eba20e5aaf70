#include "reports/reproducer/reproducer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>

#include "harness/program/job.hpp"
#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "reports/reproducer/arguments_text.hpp"
#include "reproducer_program.hpp"
#include "suites/parse.hpp"

namespace wgcts::reports {
namespace {

std::string values_text(const MinimalCase& minimal, Value LaneRow::*which) {
  constexpr std::size_t most = 16;
  const std::string text = joined(minimal.lanes | std::views::take(most), " ",
                                  [&](const LaneRow& lane) { return (lane.*which).text; });
  return minimal.lanes.size() > most ? text + " ..." : text;
}

std::size_t elements_of(const KernelRun& run) {
  std::size_t elements = 0;
  for (const std::size_t o : outputs_of(run)) elements += run.arguments[o].expected.size();
  return elements;
}

/// The inputs and outputs: all of them if they are few and each output has an input; otherwise the first
/// wrong output.
std::string values_text(const FailingRun& failing_run) {
  constexpr std::size_t few = 40, short_enough = 60;
  const bool is_program = suites::is_program(failing_run.the_case);
  if (!is_program && (elements_of(failing_run.run) <= few || failing_run.wrong.empty())) {
    const MinimalCase minimal = lane_table_of(failing_run);
    const std::string in = values_text(minimal, &LaneRow::input),
                      expected = values_text(minimal, &LaneRow::expected);
    const std::string got = failing_run.outcome.outputs.empty() ? failing_run.outcome.message
                                                                : values_text(minimal, &LaneRow::got);
    if (in.size() + expected.size() + got.size() < short_enough)
      return c_comment("Input: ", fmt::format("{}; expected: {}; got: {}", in, expected, got));
    return c_comment("Input: ", in) + c_comment("Expected: ", expected) + c_comment("Got: ", got);
  }
  if (failing_run.wrong.empty()) return c_comment("Got: ", failing_run.outcome.message);
  const auto [number, element] = failing_run.wrong.front();
  const KernelArgument& output = failing_run.run.arguments[outputs_of(failing_run.run)[number]];
  const std::uint64_t got = element_of(failing_run.outcome.outputs[number], output.type, element);
  const bool is_unwritten = got == element_of(output.bytes, output.type, 0);
  return c_comment(fmt::format("{}[{}]: ", output.name, element),
                   fmt::format("expected: {}; got: {}", text_of(output.expected[element], output.type).text,
                               is_unwritten ? "nothing" : value_of_bits(output.type, got).text));
}

/// A sentence with the kernel's call and its wrong results.
std::string shown_text(const FailingRun& failing_run) {
  const Case& c = failing_run.the_case;
  const NDRange& range = failing_run.run.range;
  const std::size_t groups = Grid(range).groups;
  const std::string where =
      failing_run.run.situation == Situation::Unsized ? fmt::format("{} work-items", volume(range.global))
      : groups == 1                                   ? "a work-group of " + to_string(range.local, range.dim)
                    : fmt::format("{} work-groups of {}", groups, to_string(range.local, range.dim));
  std::string text = fmt::format("{} of {} in {}", title(*c.builtin), info(c.type).name, where);
  if (c.variant != plain_variant) text += fmt::format(", {}", plan_of(*c.variant));
  if (failing_run.outcome.verdict != Verdict::Pass) return text + ": " + failing_run.outcome.message;
  return fmt::format("{}: {} of {} results {} wrong", text, failing_run.wrong.size(),
                     elements_of(failing_run.run), failing_run.wrong.size() == 1 ? "is" : "are");
}

/// What to do on this machine; empty if nothing is needed.
std::string here_text(const DeviceFacts& device, const RunAgain& run_again) {
  std::vector<std::string> words;
  // PoCL would reuse kernels that an earlier build of PoCL compiled.
  if (device.platform == "Portable Computing Language")
    words.emplace_back("POCL_KERNEL_CACHE=0 disables PoCL's compile cache");
  if (!run_again.launch.empty())
    words.push_back(fmt::format("start it on the same driver with: {} ./bug", run_again.launch));
  return words.empty() ? "" : c_comment("Here: ", joined(words, "; "));
}

/// The comment at the top: the bug, the rule that it breaks, expected and observed results.
std::string header_text(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                        const RunAgain& run_again) {
  const Case& c = failing_run.the_case;
  std::string text = c_comment("", shown_text(failing_run)) + c_comment("Bug: ", bug.sentence);
  std::vector<std::string> others;
  for (const std::string& id : bug.clauses) {
    const Clause* clause = find_clause(id);
    if (clause == nullptr) continue;
    if (id != *bug.clauses.begin())
      others.push_back(id);
    else
      text += c_comment("Rule: ", fmt::format("{} [{}; {}]", clause->text, clause->id,
                                              citation(*sections_of(*clause).front())));
  }
  if (!others.empty()) text += c_comment("Related rules: ", fmt::format("{}", fmt::join(others, ", ")));
  text += values_text(failing_run);
  text += c_comment("Device: ", fmt::format("{}, driver {}, {}, platform {}", device.name, device.driver,
                                            device.version, device.platform));
  if (!bug.where.empty()) text += c_comment("Where: ", to_string(bug.where));
  if (const auto side = compiler_text(bug); !side.empty()) text += c_comment("Compiler: ", std::string(side));
  if (bug.neighbour)
    text += c_comment("Passes: ", fmt::format("{} ({})", bug.neighbour->name, bug.neighbour->differs));
  const std::string rerun = run_again.command.empty() ? fmt::format("wgcts run --filter {}",
                                                                    bug.minimal ? bug.minimal->name : name(c))
                                                      : run_again.command;
  return text + c_comment("Found by: ", rerun);
}

/// The template's line with each "@NAME@" replaced. If the line contains nothing else, the value may have
/// several lines.
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
  for (const std::string_view line : split(text, '\n'))
    if (!line.empty()) lines.append(by).append(line).append("\n");
  return lines;
}

}  // namespace

std::string reproducer_text(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                            const RunAgain& run_again) {
  const Case& c = failing_run.the_case;
  const KernelRun& run = failing_run.run;
  const ArgumentsText arguments = arguments_text(failing_run);
  const auto uses = [&](Type type) { return is_in(type, run.arguments, &KernelArgument::type); };
  const auto mentions = [&](std::string_view word) {
    return arguments.arrays.find(word) != std::string::npos ||
           arguments.checks.find(word) != std::string::npos;
  };
  const auto is = [&](Situation situation) { return run.situation == situation; };
  const std::size_t several = is(Situation::Unordered) ? 4 : is(Situation::Threads) ? 2 : 0;
  const Verdict verdict = failing_run.outcome.verdict;
  const auto stage = failing_run.outcome.stage;
  const bool hangs = verdict == Verdict::Timeout;
  // If the bug is a failed build, nothing needs to be launched.
  const bool builds_only = verdict == Verdict::BuildError;
  const bool has_zeros = run.takes_zeros && suites::other_launches(run.situation) != 0;
  // The calls may succeed, and only the event of a launch has the error.
  const bool launch_fails = verdict == Verdict::LaunchError && stage == Stage::Launch;
  // The exit code if a call of this stage fails: 1 only if that failure is the bug.
  const auto code_of = [&](Stage of) {
    return (builds_only || verdict == Verdict::LaunchError) && stage == of ? "1" : "77";
  };
  // The time after which a step counts as hung.
  constexpr double least = 20, usual = 120;
  const double seconds = hangs ? std::max(least, failing_run.timeout) : usual;
  const bool fixed_standard = c.variant->cl_std != 0 || c.variant->unversioned || device.usual_cl_std == 20;
  const NDRange other = other_range(run);
  const auto extents = [&](const Extents& e) {
    return fmt::format("{}", fmt::join(e.begin(), e.begin() + run.range.dim, ", "));
  };
  return filled(
      program_c_in,
      {{"LAUNCHES", !builds_only},
       {"MATH", !builds_only && (mentions("INFINITY") || mentions("NAN") || mentions("isnan"))},
       {"LAUNCH_FAILS", launch_fails},
       {"RUNS", arguments.arrays.starts_with("RUNS(")},
       {"HALF_VALUES", mentions("value(")},
       {"HALF", c.type == GenType::Half || uses(Type::Half)},
       {"DOUBLE", c.type == GenType::Double || uses(Type::Double)},
       {"REMAINDER", c.variant->remainder},
       {"FIXED_STANDARD", fixed_standard},
       {"PARTS", !run.part.empty()},
       {"LIBRARY", is(Situation::Library)},
       {"RELOADED", is(Situation::Reloaded)},
       {"PARTITION", is(Situation::Partition)},
       {"UNSIZED", is(Situation::Unsized)},
       {"RELAUNCHED", is(Situation::Relaunched)},
       {"CLONED", is(Situation::Cloned)},
       {"UNORDERED", is(Situation::Unordered)},
       {"THREADS", is(Situation::Threads) && !builds_only},
       {"SVM", is(Situation::Svm)},
       {"BRIMFUL", is(Situation::Brimful)},
       {"ZEROS", has_zeros},
       {"HANGS", hangs},
       {"CRASHES", verdict == Verdict::Crash},
       {"SEVERAL", several != 0}},
      {{"HEADER", header_text(bug, failing_run, device, run_again)},
       {"CC_OPTIONS", is(Situation::Threads) ? "-std=c11 -pthread" : "-std=c11"},
       {"HERE", here_text(device, run_again)},
       {"SOURCE", c_string(run.text)},
       {"PART", c_string(run.part)},
       {"DIM", std::to_string(run.range.dim)},
       {"OFFSET", passes_no_offset(run) ? "*const offset = NULL"
                                        : fmt::format("offset[] = {{{}}}", extents(run.range.offset))},
       {"GLOBAL", extents(run.range.global)},
       {"LOCAL", extents(run.range.local)},
       {"LANES", std::to_string(is(Situation::Unsized) ? 1 : volume(run.range.local))},
       {"OTHER_OFFSET", extents(other.offset)},
       {"OTHER_GLOBAL", extents(other.global)},
       {"OTHER_LOCAL", extents(other.local)},
       {"ARRAYS", arguments.arrays},
       {"ARGUMENTS", arguments.table},
       {"UNROLL", arguments.unrolling},
       {"POISON", arguments.poison},
       {"CHECKS", several == 0 ? arguments.checks : indented(arguments.checks, "  ")},
       {"ELEMENTS", std::to_string(elements_of(run))},
       {"SEVERAL", std::to_string(several)},
       {"KERNEL", run.kernel},
       {"MOST_FILLED", std::to_string(company::most_filled)},
       {"EVENT", launch_fails ? "&events[launches++]" : "NULL"},
       {"OPTIONS", fixed_standard ? fmt::format("\"{}\"", run.options) : "options"},
       {"USUAL_OPTIONS", run.options},
       {"OTHER_OPTIONS", c.variant->options.empty() ? std::string() : fmt::format(" {}", c.variant->options)},
       {"BUILD", code_of(Stage::Build)},
       {"CREATE", builds_only ? "1" : code_of(Stage::Create)},
       {"BUFFERS", code_of(Stage::Buffers)},
       {"DATA",
        has_zeros ? "(zeros && arguments[i].kind == input ? calloc(1, arguments[i].size) : arguments[i].data)"
                  : "arguments[i].data"},
       {"LAUNCH", code_of(Stage::Launch)},
       {"READ", code_of(Stage::Read)},
       {"SECONDS", std::to_string(static_cast<unsigned>(std::ceil(seconds)))}});
}

}  // namespace wgcts::reports
