#include <fmt/format.h>

#include "harness/experiments/failing_run.hpp"
#include "harness/program/layout.hpp"
#include "reference/clauses.hpp"
#include "reports/reproducer/c_literals.hpp"
#include "reports/reproducer/reproducer.hpp"

namespace wgcts::reports {
namespace {

std::string values_text(const MinimalCase& minimal, Value WrongLane::*which) {
  constexpr std::size_t most = 16;
  std::string text;
  for (std::size_t i = 0; i < minimal.lanes.size() && i < most; ++i)
    text.append(i == 0 ? "" : " ").append((minimal.lanes[i].*which).text);
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
    const std::string in = values_text(minimal, &WrongLane::input),
                      expected = values_text(minimal, &WrongLane::expected);
    const std::string got = failing_run.outcome.outputs.empty() ? failing_run.outcome.message
                                                                : values_text(minimal, &WrongLane::got);
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

/// The commands that compile and start the program.
std::string commands(const FailingRun& failing_run, const DeviceFacts& device, const RunAgain& run_again) {
  const bool threads = failing_run.run.situation == Situation::Threads;
  std::string text = fmt::format(
      " * cc -std=c11 {}-o bug THIS_FILE -lOpenCL && ./bug [DEVICE]    (an index over all platforms; 0 "
      "without)\n",
      threads ? "-pthread " : "");
  text +=
      c_comment("Exit code: ",
                "0 correct, 1 wrong, 77 inconclusive. OCL_ICD_VENDORS=FOLDER selects the drivers in FOLDER.");
  // PoCL would reuse kernels that an earlier build of PoCL compiled.
  std::string here;
  if (device.platform == "Portable Computing Language")
    here = "POCL_KERNEL_CACHE=0 disables PoCL's compile cache";
  if (!run_again.launch.empty())
    here += fmt::format("{}start it on the same driver with: {} ./bug", here.empty() ? "" : "; ",
                        run_again.launch);
  return here.empty() ? text : text + c_comment("Here: ", here);
}

}  // namespace

std::string header_text(const Bug& bug, const FailingRun& failing_run, const DeviceFacts& device,
                        const RunAgain& run_again) {
  const Case& c = failing_run.the_case;
  std::string text = "/*\n" + c_comment("", shown_text(failing_run)) + c_comment("Bug: ", bug.sentence);
  std::string others;
  for (const std::string& id : bug.clauses) {
    const Clause* clause = find_clause(id);
    if (clause == nullptr) continue;
    if (id != *bug.clauses.begin())
      others += (others.empty() ? "" : ", ") + id;
    else
      text += c_comment("Rule: ", fmt::format("{} [{}; {}]", clause->text, clause->id,
                                              citation(*sections_of(*clause).front())));
  }
  if (!others.empty()) text += c_comment("Related rules: ", others);
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
  return text + c_comment("Found by: ", rerun) + commands(failing_run, device, run_again) + " */\n";
}

}  // namespace wgcts::reports
