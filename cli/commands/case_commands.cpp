// The commands about one case. `wgcts explain`: its clauses, kernel and data, and with --run the device's
// results. `wgcts reproduce`: a short C program for a case or a bug, after it reproduced the failure on the
// device.
#include <fmt/format.h>

#include <chrono>

#include "cli/commands/commands.hpp"
#include "cli/options/options.hpp"
#include "cli/run/driver.hpp"
#include "cli/run/files.hpp"
#include "cli/run/reproducers.hpp"
#include "cli/run/resume.hpp"
#include "harness/check/citations.hpp"
#include "harness/diagnose/diagnose.hpp"
#include "harness/experiments/experiments.hpp"
#include "harness/planning/planning.hpp"
#include "harness/process/worker_connection.hpp"
#include "reference/lists.hpp"
#include "reports/model/json.hpp"
#include "reports/model/json_file.hpp"
#include "reports/model/report.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/documents.hpp"
#include "reports/words/words.hpp"
#include "system/output_file.hpp"

namespace wgcts::cli {
namespace {

DeviceFacts device_of(const Options& options, const WorkerSetup& setup) {
  const Discovery found = find_devices(options, setup);
  if (found.devices.empty()) throw NothingTested(why_no_device(found));
  return chosen_device(found.devices, options.device, setup.implementation);
}

/// The report of --report. Driver options and seed that the user did not type are set as in the report's run.
std::optional<Report> named_report(Options& options) {
  if (options.report.empty()) return std::nullopt;
  Report report = read_report(options.report);
  take_over_driver(report, options);
  if (!options.given.contains("--seed")) options.seed = report.run.seed;  // gives the same data
  return report;
}

constexpr const char* of_report =
    "report that contains the bug or the program; - is standard input. Driver options and seed that are not "
    "given are those of the report's run";
constexpr const char* of_seed =
    "seed of the data; with --report, the default is the seed of the report's run";

void declare_case(CLI::App& command, Options& to) {
  command
      .add_option("CASE|BUG", to.case_name,
                  "name of a case; with --report: signature of a bug (its smallest case), or name of a "
                  "reduced program")
      ->required();
}

void declare_explain(CLI::App& command, Options& to) {
  declare_case(command, to);
  command.add_option("--report", to.report, of_report);
  add_seed(command, to, of_seed);
  command.add_flag("--all", to.all, "show all work-groups and work-items instead of the first few");
  auto* run = command.add_flag("--run", to.run, "run the case, and show what the device returned");
  add_driver(command, to);
  add_implementation(command, to);
  add_device(command, to);
  for (const char* option :
       {"--kit", "--driver", "--launcher", "--worker", "--implementation", "--device", "--timeout"})
    command.get_option(option)->needs(run);
}

/// More work-items than the work-groups of any known device have.
constexpr std::size_t most_shown = 65536;

int execute_explain(const Options& typed) {
  Options options = typed;
  const std::optional<Report> report = named_report(options);
  const Case c = named_case(options.case_name, report);
  if (volume(c.local.extents) > most_shown)
    wrong_usage("a work-group of {} is too large to show; the limit is {} work-items",
                to_string(c.local.extents, c.dim), most_shown);
  check_output_paths({{"--implementation-log", options.implementation_log}},
                     {{"the implementation under test", options.implementation},
                      {"the report that is read", options.report},
                      {"the driver under test", options.driver}});
  DeviceFacts device = report ? report->device : plain_device();
  std::optional<IsolatedRun> look;
  if (options.run) {
    WorkerSetup setup = setup_of(options);
    device = judged_device(setup, device_of(options, setup), options.implementation_log);
    require_modules(device, std::span(&c, 1));
    look = WorkerConnection(setup, device, options.seed).ask(Experiment{.the_case = c, .outputs = true});
  }
  const Explanation e = explain(c, device, options.seed, look);
  explain_text(e, options.all, replay_command(report_of(options, device), c),
               [](std::string_view piece) { fmt::print("{}", piece); });
  // The exit code of a run with only this case.
  return look ? static_cast<int>(outcome_of({.cases = {look->result}})) : 0;
}

constexpr double usual_seconds = 60;  // a reduction of a few processor seconds, on a busy machine

void declare_reproduce(CLI::App& command, Options& to) {
  declare_case(command, to);
  command.add_option("-o,--output", to.output, "write the program to this file; - is standard output")
      ->required();
  command.add_option("--report", to.report, of_report);
  command.add_option("--diagnose", to.diagnose, "time limit for finding the smallest program, in seconds")
      ->default_str("60")
      ->check(seconds_between(0.1, 1e6));
  add_seed(command, to, of_seed);
  add_driver(command, to);
  add_device(command, to);
}

Bug bug_in(const Report& report, const Options& options) {
  if (const Bug* bug = find_bug(report, options.case_name)) return *bug;
  const std::string all = joined(report.bugs, ", ", &Bug::signature);
  wrong_usage("{} has no bug {}: {}", display_name(options.report), options.case_name,
              all.empty() ? "it lists no bugs" : "its bugs are " + all);
}

/// Runs the case, and returns its failure as a bug. Throws NothingTested if it does not fail.
Bug failure_of(const Case& c, WorkerConnection& connection) {
  const CaseResult result = connection.ask(Experiment{.the_case = c}).result;
  if (result.verdict == Verdict::Skip)
    throw NothingTested(
        fmt::format("{} is skipped: {}: {}", name(c), result.reason->query, result.reason->answer));
  if (result.verdict == Verdict::Pass)
    throw NothingTested(fmt::format("{} passes; there is nothing to reproduce", name(c)));
  return undiagnosed_bug({&result});
}

int execute_reproduce(const Options& typed) {
  Options options = typed;
  const std::optional<Report> report = named_report(options);
  if (report && report->device.implementation)
    wrong_usage(
        "{} tests {}, but a C program would call the driver's own builtins. Use `wgcts run --implementation` "
        "to reproduce the bug",
        display_name(options.report), report->device.implementation->file);
  std::optional<Bug> bug;
  std::optional<Case> c;
  if (report && is_hash(options.case_name))  // no case name looks like a signature
    bug = bug_in(*report, options);
  else
    c = named_case(options.case_name, report);
  check_output_paths({{"--output", options.output}}, {{"the report that is read", options.report}});
  const WorkerSetup setup = setup_of(options);
  const DeviceFacts device = device_of(options, setup);
  WorkerConnection connection(setup, device, options.seed);
  std::vector<Bug> bugs{c ? failure_of(*c, connection) : *bug};
  const double seconds = options.diagnose.value_or(usual_seconds);
  const auto started = std::chrono::steady_clock::now();
  const auto minimised = complete(bugs, oracle_of(connection), seconds);
  // A complete report has more evidence than this search. Another driver may fail more widely.
  const auto& smallest = minimised.front().experiment;
  if (bug && bug->minimal && smallest &&
      harness::holds(bug->where, harness::place_of(smallest->the_case, device))) {
    bugs.front().where = bug->where;
    bugs.front().sentence = bug->sentence;
  }
  // The driver may differ from the report's driver or be fixed. More time would not help.
  if (!minimised.front().experiment && seconds_since(started) < seconds)
    throw NothingTested(fmt::format("no program was written: bug {} did not show again on {}, driver {}",
                                    bugs.front().signature, device.name, device.driver));
  const Reproducer reproducer = reproducer_of(bugs.front(), minimised.front(), report_of(options, device));
  if (reproducer.text.empty())
    throw NothingTested(
        fmt::format("no program was written: {}{}", reproducer.why_not,
                    reproducer.time_may_help ? "; allow more time with --diagnose SECONDS" : ""));
  system::write_file(options.output, reproducer.text);
  warn("{} reproduces {}; {}", options.output == "-" ? "the program" : options.output,
       bugs.front().minimal->name,
       bugs.front().reproduced ? "the failure was confirmed in a separate process"
                               : "the failure did not show again in a separate process");
  return bugs.front().reproduced ? 0 : static_cast<int>(Outcome::Fail);
}

}  // namespace

const Command explain_command{"explain", "Explain one case: clauses, kernel, inputs, expected outputs",
                              declare_explain, execute_explain, nullptr};
const Command reproduce_command{
    "reproduce", "Write a short C program that shows a failure", declare_reproduce, execute_reproduce,
    "0 the failure showed again; 1 it did not; 2 wrong usage; 3 no program was written"};

}  // namespace wgcts::cli
