#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/driver.hpp"
#include "cli/option_groups.hpp"
#include "cli/shard_option.hpp"
#include "harness/requirements.hpp"
#include "reports/baseline_file.hpp"
#include "reports/json.hpp"
#include "reports/output_file.hpp"
#include "reports/progress.hpp"
#include "reports/stream.hpp"
#include "reports/terminal.hpp"

namespace wgcts {
namespace {

void declare(CLI::App& command, Options& to) {
  add_selection(command, to);
  add_shard(command, to);
  add_driver(command, to);
  command
      .add_option("--device", to.device, "index or part of a name; default: the first that has collectives")
      ->group("Driver");
  command.add_option("--json", to.json, "write the report here; - is standard output");
  command.add_option("--timeout", to.timeout, "seconds that a case may take")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 1e6));
  add_seed(command, to);
  command.add_option("--jobs", to.jobs, "workers at a time; default: one a core")->check(CLI::Range(1, 1024));
  command.add_option("--baseline", to.baseline, "what is known to fail: fails as expected");
  command.add_flag("--allow-unexpected-pass", to.allow_unexpected_pass, "what is known to fail may pass");
  command.add_flag("--timing", to.timing, "say where the workers' time went");
}

/// The same outcome for every case, where no device was there to judge.
std::vector<CaseResult> all_alike(const std::vector<Case>& cases, const CaseResult& pattern) {
  std::vector<CaseResult> results(cases.size(), pattern);
  for (std::size_t i = 0; i < cases.size(); ++i) results[i].the_case = cases[i];
  return results;
}

void judge(const Options& options, const std::vector<Case>& cases, Report& report) {
  const WorkerSetup setup = setup_of(options);
  const Discovery found = discover(setup);
  if (found.devices.empty()) {
    CaseResult pattern;
    pattern.verdict = found.driver_died.empty() ? Verdict::Skip : Verdict::Crash;
    if (found.driver_died.empty())
      pattern.reason = Reason{"clGetPlatformIDs and clGetDeviceIDs", no_device};
    else
      pattern.message = fmt::format("listing the devices, the worker was {}", found.driver_died);
    pattern.log = found.log;
    report.cases = all_alike(cases, pattern);
    return;
  }
  report.device = chosen_device(found.devices, options.device);
  Progress progress(cases.size(), stderr, is_terminal(stderr));
  Outcomes outcomes = judge_cases(setup, report.device, options.seed, cases,
                                  [&](const CaseResult& result) { progress.add(result.verdict); });
  report.cases = std::move(outcomes.results);
  report.run.complete = outcomes.complete;
  report.workers = std::move(outcomes.workers);
}

/// A shard without work is no failure where another of the same selection has some: engines expect success.
bool judged_elsewhere(const std::vector<Case>& selected, const Report& report) {
  if (report.run.shard.empty() || outcome_of(report) != Outcome::NothingJudged) return false;
  return std::ranges::any_of(selected, [&](const Case& c) { return !missing(c, report.device); });
}

int run(const Options& options) {
  const auto selected = selected_cases(options);
  if (selected.empty()) {
    fmt::print(stderr, "wgcts: no case matches: {}\n", spoken(options.selection));
    return static_cast<int>(Outcome::NothingJudged);
  }
  const ChosenShard chosen = choose_shard(options);
  const auto cases = shard_of(selected, chosen.shard);
  if (!options.json.empty()) check_writable(options.json);
  const Baseline baseline = options.baseline.empty() ? Baseline{} : read_baseline(options.baseline);
  touch_status_files(chosen);
  const auto started = std::chrono::steady_clock::now();
  Report report;
  report.run.seed = options.seed;
  report.run.profile = std::string(info(options.profile).name);
  report.run.selection = spoken(options.selection);
  if (!chosen.shard.whole()) report.run.shard = to_string(chosen.shard);
  report.run.started = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  judge(options, cases, report);
  apply(baseline, options.allow_unexpected_pass, report);
  report.run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (!options.json.empty()) write_json(report, options.json);
  // With the report on standard output, the words for people go beside it.
  std::FILE* out = options.json == "-" ? stderr : stdout;
  fmt::print(out, "{}", terminal_text(report, options.json == "-" ? "" : options.json, {wants_colour(out)}));
  if (options.timing) fmt::print(out, "{}", timing_text(report.workers));
  if (judged_elsewhere(selected, report)) {
    fmt::print(stderr, "wgcts: shard {} holds nothing that this device can be judged by; others do\n",
               report.run.shard);
    return 0;
  }
  return static_cast<int>(outcome_of(report));
}

}  // namespace

const Command run_command{"run", "Judge a device", declare, run};

}  // namespace wgcts
