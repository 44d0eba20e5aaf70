#include "cli/run/reproducers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/run/driver.hpp"
#include "harness/process/worker_connection.hpp"
#include "reports/model/text.hpp"
#include "reports/reproducer/reproducer.hpp"
#include "reports/words/words.hpp"
#include "suites/parse.hpp"
#include "system/output_file.hpp"
#include "system/signals.hpp"

namespace wgcts::cli {
namespace {

/// Debian's loader reads the driver's path from the first variable, Khronos' loader from the second.
std::vector<std::string> loader_variables(const std::string& driver) {
  return {"OCL_ICD_VENDORS=" + driver, "OCL_ICD_FILENAMES=" + driver};
}

RunAgain run_again_of(const Report& report, const Bug& bug, const Case& c) {
  RunAgain run_again{is_program(c) ? bug_command(report, bug) : replay_command(report, c), ""};
  const RunSegment& segment = last_segment(report);
  if (!segment.kit.empty()) {
    // A path that is valid in the folder where the run was started.
    const auto folder = std::filesystem::path(program_as_called(report)).parent_path();
    run_again.launch = shell_line({(folder / "kits" / segment.kit / "launch").string()});
  } else if (!segment.driver.empty()) {
    run_again.launch = "env " + shell_line(loader_variables(segment.driver));
  }
  return run_again;
}

using harness::Ending;

/// A compiler takes seconds, or minutes on a busy machine.
constexpr double compile_seconds = 300;

std::vector<std::string> compile_command(const std::string& cc, const std::string& file,
                                         const std::string& program) {
  std::vector<std::string> command;
  for (const auto word : split(cc, ' '))
    if (!word.empty()) command.emplace_back(word);
  command.insert(command.end(), {"-std=c11", "-pthread", file, "-o", program, "-lOpenCL"});
  return command;
}

/// The command that starts the program like a worker, with the prefix of wgcts's path that selects the
/// driver.
std::vector<std::string> run_command_of(const Options& options, const WorkerSetup& setup,
                                        const std::string& program, const DeviceFacts& device) {
  // PoCL would reuse kernels that an earlier build of PoCL compiled.
  std::vector<std::string> command{"env", "POCL_KERNEL_CACHE=0"};
  if (!options.driver.empty())
    for (std::string& variable : loader_variables(options.driver)) command.push_back(std::move(variable));
  const auto own = std::ranges::find(setup.command, options.program);
  command.insert(command.end(), setup.command.begin(), own);
  command.insert(command.end(), {program, std::to_string(device.index)});
  return command;
}

constexpr int correct = 0, shown = 1, inconclusive = 77;
constexpr int not_startable = 126, not_found = 127;  // of env, shells and launchers

/// The outcome of a program that did not show the bug, as the end of a sentence.
std::string outcome_text(const Ending& end) {
  if (end.timed_out) return "did not end";
  if (end.signal != 0) return "ended by " + system::signal_name(end.signal);
  if (end.exit_code == correct) return "did not show the bug";
  if (end.exit_code == inconclusive) return "was inconclusive (exit code 77)";
  if (end.exit_code == not_startable || end.exit_code == not_found)
    return fmt::format("did not start (exit code {})", end.exit_code);
  return fmt::format("exit code {}", end.exit_code);
}

bool ended_with(const Ending& end, int code) {
  return !end.timed_out && end.signal == 0 && end.exit_code == code;
}

/// Runs the program until it shows the bug, at most six times: some bugs are intermittent.
void run_proof(Bug& bug, const std::vector<std::string>& command, double seconds) {
  constexpr int most_runs = 6;
  Ending end;
  int runs = 0;
  // A program that cannot be started counts like one that env does not find.
  do end = harness::run_program(command, seconds).value_or(Ending{.exit_code = not_found});
  while (++runs < most_runs && ended_with(end, correct));
  bug.reproduced = ended_with(end, shown);
  bug.proof = "compiled and run here: " + (bug.reproduced ? "showed the bug" : outcome_text(end));
  if (runs > 1) bug.proof += fmt::format(" in {}{} runs", bug.reproduced ? "the last of " : "", runs);
}

}  // namespace

Reproducer reproducer_of(const Bug& bug, const Minimised& found, const Report& report) {
  if (const auto& judged = report.device.implementation)
    return {"", fmt::format("a C program would call the driver's own builtins, and not those of {}",
                            judged->file)};
  const bool time_may_help = !bug.cut_short.empty();
  const std::string_view limit = time_may_help ? " within the time limit" : "";
  if (!found.experiment) return {"", fmt::format("the failure did not show again{}", limit), time_may_help};
  const Case& smallest = found.experiment->the_case;
  if (!found.failing_run && is_program(smallest))
    return {"", fmt::format("{} fails, but not if its kernel is the only one in the source", name(smallest))};
  if (!found.failing_run)
    return {"", fmt::format("{} fails, but no short kernel that fails was found{}", name(smallest), limit),
            time_may_help};
  return {reproducer_text(bug, *found.failing_run, report.device, run_again_of(report, bug, smallest)), ""};
}

std::string why_none(const Reproducer& none, const Bug& bug, const Report& report) {
  const std::string command = none.time_may_help ? reproduce_command(report, bug) : "";
  return command.empty() ? none.why_not : fmt::format("{}; to search longer: {}", none.why_not, command);
}

std::exception_ptr complete_bugs(Report& report, WorkerConnection& connection, double seconds,
                                 const std::string& folder) {
  std::vector<Bug>& bugs = report.bugs;
  const auto all = complete(bugs, oracle_of(connection), seconds);
  std::exception_ptr lost;
  if (folder.empty()) return lost;
  for (std::size_t i = 0; i < bugs.size(); ++i) {
    const Reproducer reproducer = reproducer_of(bugs[i], all[i], report);
    if (reproducer.text.empty()) {
      // A bug of a resumed run may have a program already, whose file may have been deleted since.
      std::error_code unseen;
      if (std::filesystem::is_regular_file(bugs[i].reproducer, unseen)) continue;
      bugs[i].reproducer.clear();
      bugs[i].proof.clear();
      bugs[i].no_reproducer = why_none(reproducer, bugs[i], report);
      continue;
    }
    const std::string path = (std::filesystem::path(folder) / (bugs[i].signature + ".c")).string();
    try {
      system::write_file(path, reproducer.text);
      bugs[i].reproducer = path;
    } catch (const std::exception& error) {
      bugs[i].no_reproducer = error.what();
      lost = std::current_exception();
    }
  }
  return lost;
}

void prove(Bug& bug, const Options& options, const WorkerSetup& setup, const DeviceFacts& device) {
  if (bug.reproducer.empty()) return;
  const auto not_compiled = [&](const std::string& why) { bug.proof = "not compiled: " + why; };
  if (!options.worker.empty()) return not_compiled("the device is on the machine that --launcher reaches");
  const std::string& folder = scratch_folder();
  if (folder.empty()) return not_compiled("no folder could be created for the program");
  const std::string program = (std::filesystem::path(folder) / ("bug-" + bug.signature)).string();
  const auto compile = compile_command(options.cc, bug.reproducer, program);
  const std::optional<Ending> compiled = harness::run_program(compile, compile_seconds);
  if (!compiled)
    return not_compiled(fmt::format("there is no compiler `{}`; choose another with --cc", compile.front()));
  if (!ended_with(*compiled, 0))
    return not_compiled(fmt::format("`{}` failed: {}", options.cc, main_log_line(compiled->log)));
  // A program reports a hang only after the run's time limit, so it needs more time.
  constexpr double margin = 60;
  run_proof(bug, run_command_of(options, setup, program, device), 2 * options.timeout + margin);
  std::error_code unseen;
  std::filesystem::remove(program, unseen);
}

}  // namespace wgcts::cli
