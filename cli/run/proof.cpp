#include "cli/run/proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/run/scratch.hpp"
#include "harness/process/child_program.hpp"
#include "reports/words/failure_words.hpp"
#include "suites/parse.hpp"

namespace wgcts::cli {
namespace {

using harness::ProgramEnd;

/// A compiler takes seconds; on a machine that is busy with other things many of them.
constexpr double compile_seconds = 300;

std::vector<std::string> compile_command(const std::string& cc, const std::string& file,
                                         const std::string& program) {
  std::vector<std::string> command;
  for (const auto word : split(cc, ' '))
    if (!word.empty()) command.emplace_back(word);
  command.insert(command.end(), {"-std=c11", "-pthread", file, "-o", program, "-lOpenCL"});
  return command;
}

/// As workers are started: what stands before the suite's own path starts any program on the same driver.
std::vector<std::string> run_command_of(const Options& options, const WorkerSetup& setup,
                                        const std::string& program, const DeviceFacts& device) {
  // What PoCL compiled for an earlier build of itself it would take again.
  std::vector<std::string> command{"env", "POCL_KERNEL_CACHE=0"};
  const auto own = std::ranges::find(setup.command, options.program);
  command.insert(command.end(), setup.command.begin(), own);
  command.insert(command.end(), {program, std::to_string(device.index)});
  return command;
}

/// What the program came to: a sentence's end, and whether it showed the bug.
std::pair<std::string, bool> outcome_of(const ProgramEnd& end) {
  constexpr int right = 0, shown = 1, cannot_tell = 77;
  if (end.timed_out) return {"did not end", false};
  if (end.signal != 0) return {fmt::format("ended by signal {}", end.signal), false};
  if (end.exit_code == shown) return {"showed the bug", true};
  if (end.exit_code == right) return {"did not show it", false};
  if (end.exit_code == cannot_tell) return {"could not tell (exit code 77)", false};
  return {fmt::format("exit code {}", end.exit_code), false};
}

}  // namespace

void prove(Bug& bug, const Options& options, const WorkerSetup& setup, const DeviceFacts& device) {
  if (bug.reproducer.empty()) return;
  bug.reproduced = false;
  const std::string& folder = scratch_folder();
  if (folder.empty()) {
    bug.proof = "not compiled: no folder could be made for the program";
    return;
  }
  const std::string program = (std::filesystem::path(folder) / ("bug-" + bug.signature)).string();
  const auto compile = compile_command(options.cc, bug.reproducer, program);
  const ProgramEnd compiled = harness::run_program(compile, compile_seconds);
  if (!compiled.started) {
    bug.proof =
        fmt::format("not compiled: there is no compiler `{}` here; --cc names another", compile.front());
    return;
  }
  if (compiled.exit_code != 0 || compiled.signal != 0 || compiled.timed_out) {
    bug.proof = fmt::format("does not compile with `{}`: {}", options.cc, telling_line(compiled.output));
    return;
  }
  // A program for a hang waits as long as the run did, and then says so itself.
  constexpr double slack = 60;
  const ProgramEnd ran =
      harness::run_program(run_command_of(options, setup, program, device), 2 * options.timeout + slack);
  const auto [words, showed] = outcome_of(ran);
  bug.reproduced = showed;
  bug.proof = "compiled and run here: " + words;
  std::error_code unseen;
  std::filesystem::remove(program, unseen);
}

}  // namespace wgcts::cli
