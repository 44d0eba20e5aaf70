#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>

#include "cli/commands.hpp"
#include "cli/driver.hpp"
#include "cli/option_groups.hpp"
#include "harness/retries.hpp"
#include "reports/json.hpp"
#include "reports/output_file.hpp"
#include "reports/progress.hpp"
#include "reports/stream.hpp"
#include "reports/terminal.hpp"

namespace wgcts {
namespace {

void declare(CLI::App& command, Options& to) {
  add_selection(command, to);
  add_driver(command, to);
  add_device(command, to);
  command.add_option("--json", to.json, "write the report here; - is standard output");
  add_seed(command, to);
  command.add_option("--jobs", to.jobs, "workers at a time; default: one a core")->check(CLI::Range(1, 1024));
  command.add_option("--retries", to.retries, "how often a failing case is run again; a pass is a flake")
      ->capture_default_str()
      ->check(CLI::Range(0, 100));
  command
      .add_option("--repeat", to.repeat,
                  "run everything so often on the same data; verdicts that differ are flakes")
      ->check(CLI::Range(1, 1000000));
  command.add_flag("--until-fail", to.until_fail, "repeat until something fails, --repeat times at most");
  command.add_flag("--timing", to.timing, "say where the workers' time went");
}

/// The same outcome for every case, where no device was there to judge.
std::vector<CaseResult> all_alike(const std::vector<Case>& cases, const CaseResult& pattern) {
  std::vector<CaseResult> results(cases.size(), pattern);
  for (std::size_t i = 0; i < cases.size(); ++i) results[i].the_case = cases[i];
  return results;
}

bool has_failure(const std::vector<CaseResult>& results) {
  return std::ranges::any_of(results, [](const CaseResult& r) { return !info(r.verdict).good; });
}

/// Judges the cases once, or again and again: each case's verdicts are then put together.
Outcomes judge_repeatedly(const Options& options, const WorkerSetup& setup, const DeviceFacts& device,
                          const std::vector<Case>& cases) {
  const unsigned bound = options.repeat != 0 ? options.repeat : options.until_fail ? UINT_MAX : 1;
  Outcomes all;
  for (unsigned turn = 0; turn < bound; ++turn) {
    Progress progress(cases.size(), stderr, is_terminal(stderr));
    Outcomes outcomes = judge_cases(setup, device, options.seed, cases,
                                    [&](const CaseResult& result) { progress.add(result.verdict); });
    if (turn == 0)
      all = std::move(outcomes);
    else {
      add_attempts(all.results, outcomes.results);
      std::ranges::move(outcomes.workers, std::back_inserter(all.workers));
      all.complete = outcomes.complete;
    }
    if (!all.complete || (options.until_fail && has_failure(all.results))) break;
  }
  return all;
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
  Outcomes outcomes = judge_repeatedly(options, setup, report.device, cases);
  report.cases = std::move(outcomes.results);
  report.run.complete = outcomes.complete;
  report.workers = std::move(outcomes.workers);
}

int run(const Options& options) {
  const auto cases = selected_cases(options);
  if (cases.empty()) {
    fmt::print(stderr, "wgcts: no case matches: {}\n", spoken(options.selection));
    return static_cast<int>(Outcome::NothingJudged);
  }
  if (!options.json.empty()) check_writable(options.json);
  const auto started = std::chrono::steady_clock::now();
  Report report;
  report.run.seed = options.seed;
  report.run.profile = std::string(info(options.profile).name);
  report.run.selection = spoken(options.selection);
  report.run.started = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  judge(options, cases, report);
  report.run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (!options.json.empty()) write_json(report, options.json);
  // With the report on standard output, the words for people go beside it.
  std::FILE* out = options.json == "-" ? stderr : stdout;
  fmt::print(out, "{}", terminal_text(report, options.json == "-" ? "" : options.json, {wants_colour(out)}));
  if (options.timing) fmt::print(out, "{}", timing_text(report.workers));
  return static_cast<int>(outcome_of(report));
}

}  // namespace

const Command run_command{"run", "Judge a device", declare, run};

}  // namespace wgcts
