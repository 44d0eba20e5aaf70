// `wgcts run`: tests a device, groups the failures into bugs, and writes the reports.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <optional>
#include <unordered_map>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/options/options.hpp"
#include "cli/run/files.hpp"
#include "cli/run/judging.hpp"
#include "cli/run/reproducers.hpp"
#include "cli/run/resume.hpp"
#include "harness/diagnose/diagnose.hpp"
#include "harness/experiments/experiments.hpp"
#include "harness/planning/planning.hpp"
#include "reference/lists.hpp"
#include "reports/compare/baseline.hpp"
#include "reports/model/journal.hpp"
#include "reports/model/json_file.hpp"
#include "reports/model/report.hpp"
#include "reports/model/text.hpp"
#include "reports/terminal/terminal.hpp"

namespace wgcts::cli {
namespace {

void declare_run(CLI::App& command, Options& to) {
  add_selection(command, to, true);
  add_shard(command, to);
  add_driver(command, to);
  add_implementation(command, to);
  add_device(command, to);
  add_outputs(command, to);
  command.add_option("--resume", to.resume,
                     "resume the run that wrote this report or journal, with its selection, seed and device");
  command
      .add_option("--time-budget", to.time_budget,
                  "time limit for testing, in seconds; the most useful launches come first, the remaining "
                  "cases become not_run")
      ->check(seconds_between(0.001, 1e9));
  add_seed(command, to, "seed of the data, and of the cases of the soak profile");
  add_integer(command, "--memory", to.memory, "limit for the buffers of each worker on the device, in MiB", 1,
              std::min(std::size_t{1} << 20, SIZE_MAX >> 20))
      ->capture_default_str();
  command
      .add_option(
          "--diagnose", to.diagnose,
          "time limit for the diagnosis, in seconds; the search for the smallest cases gets the time that "
          "the search for the faults leaves, but at least 80 % of the limit; 0 disables the diagnosis; "
          "default: 10, with --reproducers 60 more for each bug that only whole programs show")
      ->check(seconds_between(0, 1e9));
  auto* reproducers =
      add_to(command, "Output", "--reproducers", to.reproducers,
             "write short C programs for most bugs into this folder, compile them and run them");
  add_to(command, "Output", "--cc", to.cc, "C compiler for --reproducers, with its options")
      ->capture_default_str()
      ->needs(reproducers);
  add_to(command, "Selection", "--program", to.programs,
         "test the reduced programs in this report, or the one in this JSON file, instead of a profile")
      ->excludes("--profile")
      ->excludes("--resume")
      ->excludes("--il");
  add_integer(command, "--jobs", to.jobs,
              "number of workers; default: one for each core, but at most 12 on a GPU", 1, 1024);
  add_integer(command, "--retries", to.retries,
              "how many times to run a failing case again; a case that then passes is a flake", 0, 100)
      ->capture_default_str();
  add_integer(command, "--repeat", to.repeat,
              "run each case this many times on the same data; a case whose verdicts differ is a flake", 1,
              1000000);
  command.add_flag("--until-fail", to.until_fail,
                   "repeat the run until a case fails; with --repeat, at most this many times");
  auto* fail_fast = command.add_flag("--fail-fast", to.fail_fast,
                                     "start no further case after a failure; the rest becomes not_run");
  // The run finds a bug's signature only at its end, so --fail-fast cannot distinguish known bugs from new
  // ones.
  auto* baseline =
      command.add_option("--baseline", to.baseline, "file of known failures, which become expected_fail")
          ->excludes(fail_fast);
  command.add_flag("--baseline-any-device", to.baseline_any_device, "accept a baseline of another driver")
      ->needs(baseline);
  command.add_flag("--allow-unexpected-pass", to.allow_unexpected_pass,
                   "a known failure that passes does not fail the run");
  auto* quiet =
      command.add_flag("--quiet", to.quiet, "print nothing if the run passes, otherwise only the verdict");
  command.add_flag("--verbose", to.verbose, "print one line for each case")->excludes(quiet);
  command.add_flag("--timing", to.timing, "print how the workers spent their time");
}

/// Whether this shard has nothing to test, but others have cases that the device may support. Test runners
/// expect exit code 0 for an empty shard. A shard with cases that were not run should have tested them, and
/// one with known failures has tested them.
bool judged_elsewhere(const std::vector<Case>& selected, const Report& report) {
  const auto is_supported = [&](const Case& c) { return !missing(c, report.device); };
  return !report.run.shard.empty() && outcome_of(report) == Outcome::NothingJudged &&
         std::ranges::all_of(report.cases, [](const CaseResult& r) { return r.verdict == Verdict::Skip; }) &&
         std::ranges::count_if(selected, is_supported) >
             std::ranges::count_if(report.cases, is_supported, &CaseResult::the_case);
}

/// A signature in a baseline needs a diagnosis, because only the diagnosis assigns cases to bugs.
void require_diagnosis(const Baseline& baseline, const Options& options) {
  const bool by_bug =
      std::ranges::any_of(baseline.lines, [](const auto& line) { return !line.signature.empty(); });
  if (by_bug && options.diagnose == 0)
    wrong_usage("{} lists bugs by signature, and --diagnose 0 finds no signatures: leave out --diagnose 0",
                display_name(options.baseline));
}

/// A baseline of another driver would hide bugs of this one.
void require_made_for(const Baseline& baseline, const DeviceFacts& device, const Options& options) {
  if (options.baseline.empty() || options.baseline_any_device) return;
  if (const auto why = why_not_for(baseline, device); !why.empty())
    wrong_usage("{} {}; --baseline-any-device accepts it", display_name(options.baseline), why);
}

void warn_of_expired(const Baseline& baseline, const std::string& today, const Options& options) {
  const auto lines = expired(baseline, today);
  if (lines.empty()) return;
  warn("{} of {} {} expired and {} ignored; the first is {}, valid until {}",
       counted(lines.size(), "known failure"), display_name(options.baseline),
       lines.size() == 1 ? "has" : "have", lines.size() == 1 ? "is" : "are", lines.front().cases,
       lines.front().expires);
}

/// Names listed bugs that a complete run did not find: they are fixed, or now have another signature.
void warn_of_unseen(const Baseline& baseline, const Report& report, const Options& options) {
  const RunInfo& run = report.run;
  const bool whole = options.programs.empty() && run.complete && run.selection.empty() && run.shard.empty() &&
                     run.drawn == 0;
  const auto lines = whole ? unseen_bugs(baseline, report) : std::vector<KnownFailure>{};
  if (lines.empty()) return;
  warn("{} of the bugs in {} {} not found; the first is {}: {}", lines.size(), display_name(options.baseline),
       lines.size() == 1 ? "was" : "were", lines.front().signature, printable(lines.front().reason));
}

/// Keeps the bugs of an earlier run segment whose cases still refer to them. They are not diagnosed again.
void keep_earlier_bugs(std::vector<Bug> earlier, Report& report) {
  std::unordered_map<std::string, const CaseResult*> results;
  for (const CaseResult& result : report.cases)
    if (!result.bugs.empty()) results.emplace(name(result.the_case), &result);
  for (Bug& bug : earlier)
    std::erase_if(bug.cases, [&](const std::string& id) {
      const auto found = results.find(id);
      return found == results.end() || !is_in(bug.signature, found->second->bugs);
    });
  std::erase_if(earlier, [](const Bug& bug) { return bug.cases.empty(); });
  add_bugs(report.bugs, std::move(earlier));
  link_bugs(report);
}

/// The reduction of a program takes up to 300 launches: about 200 ms each on PoCL 7.1, and 2 s each if the
/// launch ends its process. --reproducers allows that time by default.
double time_for_programs(const Options& options, const std::vector<Bug>& bugs) {
  constexpr double of_each = 60;
  if (options.diagnose || options.reproducers.empty()) return 0;
  return of_each * static_cast<double>(std::ranges::count_if(bugs, results::is_of_programs));
}

/// Groups the failures into bugs. Applies the baseline afterwards, because it may list bugs by signature.
/// Returns the error of a diagnosis that failed, or of complete_bugs(): the verdicts are reported all the
/// same.
std::exception_ptr diagnose_run(const Options& options, const WorkerSetup& setup, Report& report) {
  constexpr double most = 10;
  double seconds = options.diagnose.value_or(most);
  std::exception_ptr lost;
  if (seconds <= 0) return lost;
  const auto begun = std::chrono::steady_clock::now();
  const std::size_t planned = report.cases.size();
  try {
    // From here on, an interrupt ends the diagnosis too.
    WorkerConnection connection(setup, report.device, options.seed);
    const double at_most = std::min(seconds, most);
    std::vector<Bug> bugs = report.run.interrupted
                                ? diagnose(report.cases, report.device, options.seed)
                                : diagnose_and_probe(report.cases, oracle_of(connection), at_most);
    keep_earlier_bugs(std::exchange(report.bugs, std::move(bugs)), report);
    if (report.bugs.empty() || report.run.interrupted) return lost;
    seconds += time_for_programs(options, report.bugs);
    // The diagnosis is limited by launches, not by time, and can be slow on a busy machine. The minimisation
    // gets at least 80 % of its time anyway.
    lost = complete_bugs(report, connection, std::max(seconds - seconds_since(begun), 0.8 * seconds),
                         options.reproducers);
    connection.renew();  // no worker waits while C programs use the device
    for (Bug& bug : report.bugs) prove(bug, options, setup, report.device);
  } catch (const harness::Interrupted&) {
    report.run.interrupted = true;
  } catch (const std::exception&) {
    lost = std::current_exception();
    report.cases.resize(planned);  // without the launches of the diagnosis
  }
  link_bugs(report);  // minimisation can withdraw a bug's cause, which changes its signature
  if (options.quiet || seconds_since(begun) < seconds) return lost;
  warn(
      "the diagnosis reached its time limit of {:g} s: causes, conditions and smallest cases may be "
      "imprecise; --diagnose {:g} allows more time",
      seconds, 3 * seconds);
  return lost;
}

/// The text of a run that is not silent. `written`: whether the JSON report was written, so that the text can
/// name it.
std::string result_text(const Report& report, const Options& options, bool written,
                        const TerminalStyle& style) {
  if (!options.quiet) return terminal_text(report, written ? options.json : "", style);
  // With a baseline, the unexpected cases are few, and the reader needs their names.
  const std::string names = options.baseline.empty() ? "" : unexpected_text(report, style);
  return names + verdict_text(report, style);
}

/// The cases to test: those of the plan, or the reduced programs of --program or of the resumed run.
std::vector<Case> selection_of(const Options& options, const std::optional<Report>& earlier) {
  if (!options.programs.empty()) {
    auto programs = select(read_programs(options.programs), options.selection);
    if (programs.empty() && !options.allow_empty_filter)
      wrong_usage("no program of {} matches {}; --allow-empty-filter accepts an empty selection",
                  display_name(options.programs), to_arguments(options.selection));
    return programs;
  }
  if (earlier && !programs_of_cases(*earlier).empty()) return programs_of_cases(*earlier);
  return selected_cases(options);
}

/// A soak draws its cases during the run. A filter that matches none of the first draws is an error.
void require_draws(const Options& options) {
  if (options.allow_empty_filter || !SoakSource(options, {}, plain_device(), 0).next().empty()) return;
  wrong_usage(
      "the soak profile draws no case that matches {}; --allow-empty-filter accepts an empty selection",
      to_arguments(options.selection));
}

int execute_run(const Options& typed) {
  Options options = typed;
  std::optional<Report> earlier;
  if (!options.resume.empty()) earlier = resumed(options);
  if (options.profile == Profile::Soak && (options.repeat != 0 || options.until_fail))
    wrong_usage("the soak profile does not repeat cases: leave out --repeat and --until-fail");
  if (!options.reproducers.empty() && options.diagnose == 0)
    wrong_usage(
        "--reproducers writes a program for each bug, and --diagnose 0 finds no bugs: leave out one of them");
  if (options.profile == Profile::Soak) require_draws(options);
  const auto selected = selection_of(options, earlier);
  if (selected.empty() && options.profile != Profile::Soak)
    throw NothingTested("no case matches: " + to_arguments(options.selection));
  const ChosenShard chosen = choose_shard(options);
  // Creates the folder first, so that no output can have its name.
  if (!options.reproducers.empty()) check_folder(options.reproducers);
  check_outputs(options,
                {{"the baseline", options.baseline},
                 {"the implementation under test", options.implementation},
                 {"the driver under test", options.driver},
                 {"the file of programs that are run", options.programs},
                 {"the journal of this run", journal_path(options.json)}},
                {"the report that is resumed", options.resume});
  const Baseline baseline = options.baseline.empty() ? Baseline{} : read_baseline(options.baseline);
  require_diagnosis(baseline, options);
  const std::string journal_file = journal_of(options);
  touch_status_files(chosen);
  const auto started = std::chrono::steady_clock::now();
  Report report;
  report.run.seed = options.seed;
  report.run.profile = std::string(info(options.profile).name);
  report.run.selection = to_arguments(options.selection);
  if (!chosen.shard.whole()) report.run.shard = text_of(chosen.shard);
  report.run.started = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  if (earlier) report.run.segments = earlier->run.segments;
  report.run.segments.push_back(this_segment(options, report.run.started));
  if (options.profile == Profile::Soak && options.time_budget == 0 && !options.quiet)
    warn("a soak without --time-budget runs until it is stopped; Ctrl-C stops it and writes the report");
  const auto setup = judge(
      options, shard_of(selected, chosen.shard), earlier, journal_file,
      [&](const DeviceFacts& d) {
        require_modules(d, selected);
        require_made_for(baseline, d, options);
      },
      report);
  link_bugs(report);
  // If no device was found, no builtin was called. A driver that crashes while it lists devices is not a bug
  // of a builtin.
  const std::exception_ptr lost_program = setup ? diagnose_run(options, *setup, report) : nullptr;
  const std::string today = report.run.started.substr(0, std::string_view("2027-01-31").size());
  apply(baseline, options.allow_unexpected_pass, report, today);
  report.run.complete = !report.run.interrupted && all_judged(report.cases);
  const bool is_elsewhere = judged_elsewhere(selected, report);
  const int exit_code = is_elsewhere ? 0 : static_cast<int>(outcome_of(report));
  // The notes can explain why a quiet run fails.
  const bool is_silent = options.quiet && exit_code == 0;
  if (!is_silent) {
    warn_of_expired(baseline, today, options);
    warn_of_unseen(baseline, report, options);
  }
  report.run.seconds = seconds_since(started);
  // If the report cannot be written, for example to a full disk, the verdict is still printed, then the
  // error.
  std::exception_ptr lost;
  try {
    write_outputs(report, options, journal_file);
  } catch (const std::exception&) {
    lost = std::current_exception();
  }
  // If a report goes to standard output, the summary goes to standard error.
  std::FILE* out = takes_standard_output(options) ? stderr : stdout;
  if (!is_silent)
    fmt::print(
        out, "{}",
        result_text(report, options, !lost && options.json != "-", {wants_colour(out), width_of(out)}));
  if (options.timing) fmt::print(out, "{}", timing_text(report.workers));
  if (lost || lost_program) std::rethrow_exception(lost ? lost : lost_program);
  if (is_elsewhere && !is_silent)
    warn("shard {} has no case for this device, but other shards do; the exit code is 0", report.run.shard);
  return exit_code;
}

}  // namespace

const Command run_command{"run", "Test a device", declare_run, execute_run, nullptr};

}  // namespace wgcts::cli
