#include "cli/run/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "cli/run/driver.hpp"
#include "cli/run/outputs.hpp"
#include "cli/run/resume.hpp"
#include "cli/run/soak.hpp"
#include "harness/check/suite_defect.hpp"
#include "harness/process/discovery.hpp"
#include "harness/schedule/result_table.hpp"
#include "harness/schedule/retry_choice.hpp"
#include "harness/schedule/supervisor.hpp"
#include "reports/model/journal.hpp"
#include "reports/terminal/progress.hpp"
#include "reports/terminal/stream.hpp"
#include "reports/terminal/summary.hpp"

namespace wgcts::cli {
namespace {

/// The same outcome for every case, where no device was there to judge.
std::vector<CaseResult> all_alike(const std::vector<Case>& cases, const CaseResult& pattern) {
  std::vector<CaseResult> results(cases.size(), pattern);
  for (std::size_t i = 0; i < cases.size(); ++i) results[i].the_case = cases[i];
  return results;
}

std::vector<CaseResult> without_device(const Discovery& found, const std::vector<Case>& cases) {
  CaseResult pattern;
  if (found.driver_died.empty()) {
    pattern.verdict = Verdict::Skip;
    pattern.reason = Reason{"clGetPlatformIDs and clGetDeviceIDs", no_device};
  } else {
    pattern.verdict = found.hung ? Verdict::Timeout : Verdict::Crash;
    pattern.message = found.driver_died;
  }
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
  /// Drops the lines that were replaced.
  void tidy(const Report& known) {
    keep([&](Journal& journal) {
      const std::string file = journal.path();
      journal_.reset();  // which gives its lock back
      journal_.emplace(file, known);
    });
  }
  void add(const CaseResult& result) {
    if (result.verdict != Verdict::NotRun) keep([&](Journal& journal) { journal.add(result); });
  }
  void add_progress(std::size_t drawn, std::size_t draws) {
    keep([&](Journal& journal) { journal.add_progress(drawn, draws); });
  }
  void remove() {
    if (journal_) journal_->remove();
  }

 private:
  template <class Write>
  void keep(Write write) {
    if (!journal_) return;
    try {
      write(*journal_);
    } catch (const std::exception& error) {
      tell(stderr,
           fmt::format("wgcts: {}; the run goes on, but could not be resumed from here on\n", error.what()));
      journal_.reset();
    }
  }

  std::optional<Journal> journal_;
};

/// How often everything is run at most.
unsigned turns_of(const Options& options) {
  if (options.repeat != 0) return options.repeat;
  return options.until_fail ? UINT_MAX : 1;
}

bool has_failure(const std::vector<CaseResult>& results) {
  return std::ranges::any_of(results, [](const CaseResult& r) { return !info(r.verdict).good; });
}

/// Shows each verdict as it comes: on a line each, in a bar, or not at all.
std::function<void(const CaseResult&)> teller(const Options& options, std::size_t total) {
  if (options.quiet) return [](const CaseResult&) {};
  if (options.verbose) {
    std::FILE* out = takes_standard_output(options) ? stderr : stdout;
    return [out, style = TerminalStyle{wants_colour(out), width_of(out)}](const CaseResult& result) {
      tell(out, case_text(result, style));
    };
  }
  auto progress = std::make_shared<Progress>(total, stderr, is_terminal(stderr));
  return [progress](const CaseResult& result) { progress->add(result.verdict); };
}

/// `keep` gets each result, and again each that another attempt has changed.
Outcomes judge_once(const Options& options, const WorkerSetup& setup, const DeviceFacts& device,
                    const Request& request, const std::function<void(const CaseResult&)>& keep) {
  const auto tell = teller(options, request.cases.size());
  for (const CaseResult& result : request.earlier) tell(result);
  return judge_cases(setup, device, request,
                     {[&](const CaseResult& result) {
                        keep(result);
                        tell(result);
                      },
                      keep});
}

void judge_soak(const Options& options, const WorkerSetup& setup, Keeper& journal, Report& report) {
  constexpr std::size_t often = 256;
  SoakSample sample(report);
  const Shard shard = report.run.shard.empty() ? Shard{} : parse_shard(report.run.shard);
  SoakSource source(options, shard, report.device, report.run.draws);
  Outcomes outcomes = judge_cases(
      setup, report.device,
      {.seed = options.seed, .time_budget = options.time_budget, .more = [&] { return source.next(); }},
      {[&](const CaseResult& result) {
        const bool kept = sample.add(result);
        if (kept) journal.add(result);
        if (kept || sample.judged() % often == 0) journal.add_progress(sample.judged(), source.draws());
      }});
  report.run.complete = outcomes.complete;
  report.run.drawn = sample.judged();
  report.run.draws = source.draws();
  report.cases = sample.take();
  report.workers = std::move(outcomes.workers);
  report.worker_failures = std::move(outcomes.worker_failures);
}

/// How many turns a case has had. One that failed takes part in each: its attempts are no measure, for it was
/// tried again within a turn.
std::size_t turns_had(const CaseResult& result) {
  const auto good = [](Verdict v) { return info(v).good; };
  if (!good(result.verdict) || !std::ranges::all_of(result.attempts, good)) return 0;
  return std::max<std::size_t>(1, result.attempts.size());
}

/// How many turns all cases have had, at least the one that gave them their verdicts.
std::size_t turns_had(const std::vector<CaseResult>& results) {
  std::size_t least = SIZE_MAX;
  for (const CaseResult& result : results)
    if (const std::size_t had = turns_had(result); had != 0) least = std::min(least, had);
  return least == SIZE_MAX ? 1 : least;
}

/// Runs again what has not had this turn yet; what comes of it is added to the verdicts that stand. Whether
/// it was not interrupted.
bool judge_again(std::size_t turn, const Options& options, const WorkerSetup& setup, Request request,
                 Keeper& journal, Report& report) {
  ResultTable ledger(request.cases);
  ledger.results = std::move(report.cases);
  std::erase_if(request.cases, [&](const Case& c) { return turns_had(ledger.of(c)) > turn; });
  request.earlier.clear();
  Outcomes outcomes = judge_once(options, setup, report.device, request, [&](const CaseResult& result) {
    CaseResult sum = ledger.of(result.the_case);
    add_attempt(sum, result);
    journal.add(sum);
  });
  for (const CaseResult& result : outcomes.results) add_attempt(ledger.of(result.the_case), result);
  report.cases = std::move(ledger.results);
  report.run.complete = outcomes.complete;
  std::ranges::move(outcomes.workers, std::back_inserter(report.workers));
  std::ranges::move(outcomes.worker_failures, std::back_inserter(report.worker_failures));
  journal.tidy(report);
  return outcomes.complete;
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
    report.run.drawn = earlier->run.drawn;
    report.run.draws = earlier->run.draws;
    if (options.profile == Profile::Soak)
      report.cases = earlier->cases;
    else
      report.cases = request.earlier = standing(*earlier, cases);
  } else if (found.devices.empty()) {
    report.cases = without_device(found, cases);
    return;
  } else {
    report.device = chosen_device(found.devices, options.device);
  }
  Keeper journal(journal_file, report);
  try {
    if (options.profile == Profile::Soak) {
      judge_soak(options, setup, journal, report);
      return;
    }
    const auto started = std::chrono::steady_clock::now();
    Outcomes outcomes = judge_once(options, setup, report.device, request,
                                   [&](const CaseResult& result) { journal.add(result); });
    report.cases = std::move(outcomes.results);
    report.workers = std::move(outcomes.workers);
    report.worker_failures = std::move(outcomes.worker_failures);
    report.run.complete = outcomes.complete;
    bool goes_on = outcomes.complete;
    for (std::size_t turn = turns_had(report.cases); goes_on && turn < turns_of(options); ++turn) {
      if (options.until_fail && has_failure(report.cases)) break;
      // All turns together have the time.
      const double elapsed =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      if (options.time_budget > 0 && elapsed >= options.time_budget) break;
      if (options.time_budget > 0) request.time_budget = options.time_budget - elapsed;
      goes_on = judge_again(turn, options, setup, request, journal, report);
    }
  } catch (const SuiteDefect&) {
    journal.remove();  // no verdict counts
    throw;
  }
}

}  // namespace wgcts::cli
