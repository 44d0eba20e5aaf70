#include "cli/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "cli/driver.hpp"
#include "cli/outputs.hpp"
#include "cli/resume.hpp"
#include "cli/soak.hpp"
#include "harness/discovery.hpp"
#include "harness/retries.hpp"
#include "harness/suite_defect.hpp"
#include "harness/supervisor.hpp"
#include "reports/journal.hpp"
#include "reports/progress.hpp"
#include "reports/stream.hpp"
#include "reports/terminal.hpp"

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
  void add(const CaseResult& result) {
    if (!journal_ || result.verdict == Verdict::NotRun) return;
    try {
      journal_->add(result);
    } catch (const std::exception& error) {
      tell(stderr,
           fmt::format("wgcts: {}; the run goes on, but could not be resumed from here on\n", error.what()));
      journal_.reset();
    }
  }
  void remove() {
    if (journal_) journal_->remove();
  }

 private:
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

/// `journal` may be null.
Outcomes judge_once(const Options& options, const WorkerSetup& setup, const DeviceFacts& device,
                    const Request& request, Keeper* journal) {
  const auto tell = teller(options, request.cases.size());
  for (const CaseResult& result : request.earlier) tell(result);
  const auto keep = [&](const CaseResult& result) {
    if (journal != nullptr) journal->add(result);
  };
  return judge_cases(setup, device, request,
                     {[&](const CaseResult& result) {
                        keep(result);
                        tell(result);
                      },
                      keep});
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
    const auto started = std::chrono::steady_clock::now();
    for (unsigned turn = 0; turn < turns_of(options); ++turn) {
      // What is resumed is the first turn.
      Outcomes outcomes = judge_once(options, setup, report.device, request, turn == 0 ? &journal : nullptr);
      request.earlier.clear();
      if (turn == 0)
        report.cases = std::move(outcomes.results);
      else
        add_attempts(report.cases, outcomes.results);
      report.run.complete = outcomes.complete;
      std::ranges::move(outcomes.workers, std::back_inserter(report.workers));
      if (!outcomes.complete || (options.until_fail && has_failure(report.cases))) break;
      // All turns together have the time.
      const double elapsed =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      if (options.time_budget > 0 && elapsed >= options.time_budget) break;
      if (options.time_budget > 0) request.time_budget = options.time_budget - elapsed;
    }
  } catch (const SuiteDefect&) {
    journal.remove();  // no verdict counts
    throw;
  }
}

}  // namespace wgcts
