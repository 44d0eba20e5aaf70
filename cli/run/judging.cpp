#include "cli/run/judging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <memory>
#include <utility>

#include "cli/run/driver.hpp"
#include "cli/run/files.hpp"
#include "harness/schedule/retry_planner.hpp"
#include "reference/lists.hpp"
#include "reports/terminal/terminal.hpp"
#include "suites/random.hpp"

namespace wgcts::cli {
namespace {

struct JudgedRun {
  const Options& options;
  const WorkerSetup& setup;
  Journal& journal;
  Report& report;  ///< `run` and `device` are already set
};

void print_remarks(const std::vector<std::string>& remarks, const Options& options) {
  if (options.quiet) return;
  for (const std::string& remark : remarks) warn("{}", remark);
}

/// Adds everything but the results to the report, and prints the remarks.
void add_workers(const Outcomes& outcomes, const JudgedRun& run) {
  Report& report = run.report;
  print_remarks(outcomes.remarks, run.options);
  std::ranges::copy(outcomes.workers, std::back_inserter(report.workers));
  for (const std::string& sentence : outcomes.defects) add_once(report.defects, sentence);
  std::ranges::copy(outcomes.worker_failures, std::back_inserter(report.worker_failures));
  report.run.interrupted = !outcomes.complete;
}

/// The same result for every case of a run without a device.
std::vector<CaseResult> without_device(const Discovery& found, const std::vector<Case>& cases) {
  const Reason reason{std::string(device_search), why_no_device(found)};
  return mapped(
      cases, [&](const Case& c) { return found.death ? CaseResult(c, *found.death) : skipped(c, reason); });
}

unsigned turns_of(const Options& options) {
  if (options.repeat != 0) return options.repeat;
  return options.until_fail ? UINT_MAX : 1;
}

/// A function that displays a result: as a line, in the progress bar, or not at all.
std::function<void(const CaseResult&)> result_display(const Options& options, std::size_t total) {
  if (options.quiet) return [](const CaseResult&) {};
  if (options.verbose) {
    std::FILE* out = takes_standard_output(options) ? stderr : stdout;
    return [out, style = TerminalStyle{wants_colour(out), width_of(out)}](const CaseResult& result) {
      print_now(out, case_text(result, style));
    };
  }
  auto progress = std::make_shared<Progress>(total, stderr, is_terminal(stderr));
  return [progress](const CaseResult& result) { progress->add(result.verdict); };
}

/// The journal also gets the events that concern no case.
Watch with_journal(Watch watch, Journal& journal) {
  watch.worker_failed = [&](const WorkerFailure& failure) { journal.add(failure); };
  watch.defect = [&](const std::string& sentence) { journal.add_defect(sentence); };
  return watch;
}

/// Calls `keep` for each result, and again for each result that a retry changed.
Outcomes judge_once(const JudgedRun& run, const Request& request,
                    const std::function<void(const CaseResult&)>& keep) {
  const auto display = result_display(run.options, request.cases.size());
  for (const CaseResult& result : request.earlier) display(result);
  return judge_cases(run.setup, run.report.device, request,
                     with_journal({.judged =
                                       [&](const CaseResult& result) {
                                         keep(result);
                                         display(result);
                                       },
                                   .amended = keep},
                                  run.journal));
}

/// The number of turns of a case; 0 if it failed.
std::size_t turns_of_case(const CaseResult& result) {
  const auto good = [](Verdict v) { return info(v).good; };
  if (!good(result.verdict) || !std::ranges::all_of(result.attempts, good)) return 0;
  return std::max<std::size_t>(1, result.attempts.size());
}

/// Runs the cases that have not had this turn yet, and adds the results to the existing ones. Returns false
/// if it was interrupted.
bool judge_again(std::size_t turn, const JudgedRun& run, Request request) {
  Report& report = run.report;
  ResultTable table(request.cases);
  table.results = std::move(report.cases);
  std::erase_if(request.cases, [&](const Case& c) { return turns_of_case(table.of(c)) > turn; });
  request.earlier.clear();
  const Outcomes outcomes = judge_once(run, request, [&](const CaseResult& result) {
    CaseResult sum = table.of(result.the_case);
    add_attempt(sum, result);
    run.journal.add(sum);
  });
  for (const CaseResult& result : outcomes.results) add_attempt(table.of(result.the_case), result);
  report.cases = std::move(table.results);
  add_workers(outcomes, run);
  run.journal.tidy(report);
  return outcomes.complete;
}

/// The number of turns that all cases have completed, at least 1. Ignores failed cases, because their
/// attempts include retries within a turn.
std::size_t turns_had(const std::vector<CaseResult>& results) {
  std::size_t least = SIZE_MAX;
  for (const CaseResult& result : results)
    if (const std::size_t had = turns_of_case(result); had != 0) least = std::min(least, had);
  return least == SIZE_MAX ? 1 : least;
}

/// Runs the request as often as the options require. Fills in cases, workers and completeness of
/// `run.report`. The time budget is for all turns together.
void judge_in_turns(const JudgedRun& run, Request request) {
  const Options& options = run.options;
  Report& report = run.report;
  const auto started = std::chrono::steady_clock::now();
  Outcomes outcomes = judge_once(run, request, [&](const CaseResult& result) { run.journal.add(result); });
  report.cases = std::move(outcomes.results);
  add_workers(outcomes, run);
  // If no case can be tested, --until-fail would never end.
  bool goes_on = outcomes.complete && std::ranges::any_of(report.cases, was_tested, &CaseResult::verdict);
  for (std::size_t turn = turns_had(report.cases); goes_on && turn < turns_of(options); ++turn) {
    const bool fails = std::ranges::any_of(report.cases, is_failure, &CaseResult::verdict);
    if (fails && (options.until_fail || options.fail_fast)) break;
    const double elapsed = seconds_since(started);
    if (options.time_budget > 0 && elapsed >= options.time_budget) break;
    if (options.time_budget > 0) request.time_budget = options.time_budget - elapsed;
    goes_on = judge_again(turn, run, request);
  }
}

constexpr std::size_t examples = 3;
constexpr int most_draws = 100'000;
/// Only the full profile has larger work-groups, because checking their data takes long.
constexpr std::size_t largest_group = 1024;

/// A hash of the launch, equal for all cases that share it.
std::uint64_t place_of(const Case& c) {
  return Random(hash(fmt::format("{}.{}.{}.{}.{}", info(c.type).name, c.dim, to_string(c.local, c.dim),
                                 c.form->name, c.variant->name),
                     0))
      .bits();
}

/// Tests random cases until the run is stopped or its time is over. `run.report` contains the results of an
/// earlier part of the soak. Fills in its cases, workers, progress and completeness.
void judge_soak(const JudgedRun& run) {
  const Options& options = run.options;
  Report& report = run.report;
  constexpr std::size_t often = 256;
  SoakSample sample(report);
  const auto is_unfinished = [](const CaseResult& result) { return result.verdict == Verdict::NotRun; };
  std::vector<Case> unfinished = mapped(picked(report.cases, is_unfinished), &CaseResult::the_case);
  const Shard shard = report.run.shard.empty() ? Shard{} : parse_shard(report.run.shard);
  SoakSource source(options, shard, report.device, report.run.draws);
  const Outcomes outcomes =
      judge_cases(run.setup, report.device,
                  {.seed = options.seed,
                   .time_budget = options.time_budget,
                   .more = [&] { return unfinished.empty() ? source.next() : std::exchange(unfinished, {}); },
                   .fail_fast = options.fail_fast},
                  with_journal({.judged =
                                    [&](const CaseResult& result) {
                                      const bool kept = sample.add(result);
                                      if (kept) run.journal.add(result);
                                      if (kept || sample.judged() % often == 0)
                                        run.journal.add_progress(sample.judged(), source.draws());
                                    }},
                               run.journal));
  for (const CaseResult& result : outcomes.results) sample.add(result, true);
  report.run.drawn = sample.judged();
  report.run.draws = source.draws();
  report.cases = sample.take();
  add_workers(outcomes, run);
  run.journal.tidy(report);
}

}  // namespace

SoakSource::SoakSource(const Options& options, const Shard& shard, const DeviceFacts& device,
                       std::size_t first)
    : selection_(options.selection),
      shard_(shard),
      draw_(options.seed, std::min(largest_group, device.max_work_group_size), device.max_work_item_sizes,
            first) {}

std::vector<Case> SoakSource::next() {
  for (int i = 0; i < most_draws; ++i) {
    const auto drawn = draw_.next();
    if (place_of(drawn.front()) % shard_.count != shard_.number - 1) continue;
    if (auto cases = select(drawn, selection_); !cases.empty()) return cases;
  }
  return {};
}

SoakSample::SoakSample(const Report& earlier) {
  for (const CaseResult& result : earlier.cases)
    if (result.verdict != Verdict::NotRun) add(result);
  judged_ = earlier.run.drawn;
}

bool SoakSample::add(const CaseResult& result, bool is_unfinished) {
  if (result.verdict != Verdict::NotRun) ++judged_;
  const Case& c = result.the_case;
  std::size_t& seen = seen_[fmt::format("{}.{}.{}.{}.{}", c.builtin->name, info(c.type).name, c.form->name,
                                        c.variant->name, info(result.verdict).name)];
  // A report contains a case only once. A failure replaces another verdict, however many examples there are.
  if (const auto place = places_.find(name(c)); place != places_.end()) {
    CaseResult& kept = kept_[place->second];
    if (may_be_flake(kept.verdict) || !(may_be_flake(result.verdict) || is_unfinished)) return false;
    kept = result;
  } else {
    if (seen >= examples && !is_unfinished) return false;
    places_.emplace(name(c), kept_.size());
    kept_.push_back(result);
  }
  ++seen;
  return true;
}

std::optional<WorkerSetup> judge(const Options& options, std::vector<Case> cases,
                                 const std::optional<Report>& earlier, const std::string& journal_file,
                                 const std::function<void(const DeviceFacts&)>& accept, Report& report) {
  WorkerSetup setup = setup_of(options);
  const Discovery found = find_devices(options, setup);
  Request request{.seed = options.seed,
                  .cases = std::move(cases),
                  .time_budget = options.time_budget,
                  .fail_fast = options.fail_fast};
  if (found.devices.empty()) {
    report.cases = without_device(found, request.cases);
    if (earlier) throw NothingTested(why_no_device(found));
    return std::nullopt;
  }
  print_remarks(found.remarks, options);
  const DeviceFacts& chosen = earlier ? same_device(earlier->device, found.devices, options.device)
                                      : chosen_device(found.devices, options.device, setup.implementation);
  setup.jobs = jobs_for(chosen, setup, options);
  report.device = judged_device(setup, chosen, options.implementation_log);
  if (earlier) {
    require_same_implementation(earlier->device, report.device);
    report.run.drawn = earlier->run.drawn;
    report.run.draws = earlier->run.draws;
    report.bugs = earlier->bugs;
    report.worker_failures = earlier->worker_failures;
    report.defects = earlier->defects;
    request.earlier_in_waves = ran_in_waves(earlier->run);
    if (options.profile == Profile::Soak)
      report.cases = earlier->cases;
    else
      report.cases = request.earlier = kept_results(*earlier, request.cases);
  }
  accept(report.device);
  Journal journal(journal_file, report, [&](const std::string& cause) {
    warn("{}; the run continues without a journal: {}", cause, kept_in_journal(journal_file));
  });
  const JudgedRun run{options, setup, journal, report};
  if (options.profile == Profile::Soak)
    judge_soak(run);
  else
    judge_in_turns(run, std::move(request));
  return setup;
}

}  // namespace wgcts::cli
