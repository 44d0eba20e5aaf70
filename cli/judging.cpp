#include "cli/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "cli/driver.hpp"
#include "cli/resume.hpp"
#include "cli/soak.hpp"
#include "harness/retries.hpp"
#include "harness/trial.hpp"
#include "reports/journal.hpp"
#include "reports/progress.hpp"
#include "reports/stream.hpp"

namespace wgcts {
namespace {

/// The same outcome for every case, where no device was there to judge.
std::vector<CaseResult> all_alike(const std::vector<Case>& cases, const CaseResult& pattern) {
  std::vector<CaseResult> results(cases.size(), pattern);
  for (std::size_t i = 0; i < cases.size(); ++i) results[i].the_case = cases[i];
  return results;
}

std::vector<CaseResult> without_device(const Discovery& found, const std::vector<Case>& cases) {
  CaseResult pattern;
  pattern.verdict = found.driver_died.empty() ? Verdict::Skip : Verdict::Crash;
  if (found.driver_died.empty())
    pattern.reason = Reason{"clGetPlatformIDs and clGetDeviceIDs", no_device};
  else
    pattern.message = fmt::format("listing the devices, the worker was {}", found.driver_died);
  pattern.log = found.log;
  return all_alike(cases, pattern);
}

/// Keeps the journal as long as it can be written. What is thrown may not pass through the supervisor, and a
/// full disk is no reason to stop judging.
class Keeper {
 public:
  Keeper(const std::string& file, const Report& begun) {
    if (!file.empty()) journal_.emplace(file, begun);
  }
  void add(const CaseResult& result) {
    if (!journal_ || result.verdict == Verdict::NotRun) return;
    try {
      journal_->add(result);
    } catch (const std::exception& error) {
      fmt::print(stderr, "wgcts: {}; the run goes on, but could not be resumed from here on\n", error.what());
      journal_.reset();
    }
  }
  void remove() {
    if (journal_) journal_->remove();
  }

 private:
  std::optional<Journal> journal_;
};

bool has_failure(const std::vector<CaseResult>& results) {
  return std::ranges::any_of(results, [](const CaseResult& r) { return !info(r.verdict).good; });
}

/// Judges the cases once, or again and again: each case's verdicts are then put together. `watch` hears of
/// the first time; of later ones where they change a verdict.
Outcomes judge_repeatedly(const Options& options, const WorkerSetup& setup, const DeviceFacts& device,
                          Request request, const Watch& watch) {
  const unsigned bound = options.repeat != 0 ? options.repeat : options.until_fail ? UINT_MAX : 1;
  const auto started = std::chrono::steady_clock::now();
  Outcomes all = judge_cases(setup, device, request, watch);
  request.earlier.clear();
  for (unsigned turn = 1; turn < bound; ++turn) {
    if (!all.complete || (options.until_fail && has_failure(all.results))) break;
    // All turns together have the time.
    const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    if (options.time_budget > 0 && elapsed >= options.time_budget) break;
    if (options.time_budget > 0) request.time_budget = options.time_budget - elapsed;
    Progress progress(request.cases.size(), stderr, is_terminal(stderr));
    Outcomes again =
        judge_cases(setup, device, request, {[&](const CaseResult& r) { progress.add(r.verdict); }});
    std::vector<Verdict> before;
    for (const CaseResult& result : all.results) before.push_back(result.verdict);
    add_attempts(all.results, again.results);
    for (std::size_t i = 0; i < before.size(); ++i)
      if (all.results[i].verdict != before[i]) watch.amended(all.results[i]);
    std::ranges::move(again.workers, std::back_inserter(all.workers));
    all.complete = again.complete;
  }
  return all;
}

void judge_soak(const Options& options, const WorkerSetup& setup, Keeper& journal, Report& report) {
  SoakSample sample;
  const Shard shard = report.run.shard.empty() ? Shard{} : parse_shard(report.run.shard);
  Outcomes outcomes = judge_cases(setup, report.device,
                                  {.seed = options.seed,
                                   .time_budget = options.time_budget,
                                   .more = soak_source(options, shard, report.device)},
                                  {[&](const CaseResult& result) {
                                    if (sample.add(result)) journal.add(result);
                                  }});
  report.run.complete = outcomes.complete;
  report.run.drawn = sample.judged();
  report.cases = sample.take();
  report.workers = std::move(outcomes.workers);
}

}  // namespace

std::string journal_of(const Options& options) {
  const std::string path = journal_path(options.json);
  std::error_code error;
  if (path.empty() || !std::filesystem::exists(path)) return path;
  if (!is_journal(path))
    throw UsageError(fmt::format(
        "{} is in the way of the run's journal, and is none: move it, or name another --json", path));
  if (std::filesystem::equivalent(path, options.resume, error)) return path;
  const std::size_t judged = read_journal(path).cases.size();
  if (judged == 0) return path;
  throw UsageError(fmt::format(
      "{} holds {} results of a run that did not end: go on with it by --resume {}, or delete it to start "
      "anew",
      path, judged, path));
}

void judge(const Options& options, const std::vector<Case>& cases, const std::optional<Report>& earlier,
           const std::string& journal_file, Report& report) {
  const WorkerSetup setup = setup_of(options);
  const Discovery found = discover(setup);
  Request request{.seed = options.seed, .cases = cases, .time_budget = options.time_budget};
  if (earlier) {
    report.device = same_device(earlier->device, found.devices, options.device);
    request.earlier = standing(*earlier, cases);
  } else if (found.devices.empty()) {
    report.cases = without_device(found, cases);
    return;
  } else {
    report.device = chosen_device(found.devices, options.device);
  }
  report.cases = request.earlier;
  Keeper journal(journal_file, report);
  try {
    if (options.profile == Profile::Soak) {
      judge_soak(options, setup, journal, report);
      return;
    }
    Progress progress(cases.size(), stderr, is_terminal(stderr));
    for (const CaseResult& result : request.earlier) progress.add(result.verdict);
    Outcomes outcomes = judge_repeatedly(options, setup, report.device, request,
                                         {[&](const CaseResult& result) {
                                            journal.add(result);
                                            progress.add(result.verdict);
                                          },
                                          [&](const CaseResult& result) { journal.add(result); }});
    report.cases = std::move(outcomes.results);
    report.run.complete = outcomes.complete;
    report.workers = std::move(outcomes.workers);
  } catch (const SuiteDefect&) {
    journal.remove();  // no verdict counts
    throw;
  }
}

}  // namespace wgcts
