#include "harness/schedule/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include "harness/planning/contradictions.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/schedule/division.hpp"
#include "harness/schedule/waves.hpp"

namespace wgcts::harness {
namespace {

/// After so many cases in a row that had been excused, and were lost again beside nothing, the machine is too
/// small for the run: each costs a process, and the next would go the same way.
constexpr std::size_t most_starved = 12;

/// With the verdicts that stand already.
ResultTable table_of(const Request& request) {
  ResultTable table(request.cases);
  for (const CaseResult& result : request.earlier) table.of(result.the_case) = result;
  return table;
}

/// Those that the device lacks nothing for.
std::vector<Case> able(const std::vector<Case>& cases, const DeviceFacts& device) {
  std::vector<Case> able;
  std::ranges::copy_if(cases, std::back_inserter(able), [&](const Case& c) { return !missing(c, device); });
  return able;
}

/// Those of a lost worker's cases that the fault did not befall.
std::vector<Case> cases_beside(const Fault& fault, const std::vector<Case>& unjudged) {
  std::vector<Case> rest;
  std::ranges::copy_if(unjudged, std::back_inserter(rest),
                       [&](const Case& c) { return std::ranges::find(fault.cases, c) == fault.cases.end(); });
  return rest;
}

}  // namespace

Schedule::Schedule(const DeviceFacts& device, const Request& request, const Watch& watch, double timeout,
                   unsigned retries)
    : device_(device),
      more_(request.more),
      watch_(watch),
      attribution_(!is_soak()),
      limits_(timeout),
      table_(table_of(request)),
      planner_(table_, retries),
      excuse_(table_),
      fail_fast_(request.fail_fast) {
  std::vector<Case> to_run;
  std::ranges::copy_if(request.cases, std::back_inserter(to_run),
                       [&](const Case& c) { return table_.of(c).verdict == Verdict::NotRun; });
  // What the interrupted run tried again, or would have, was built with the same neighbours.
  if (!request.earlier.empty())
    for (const Job& job : make_jobs(able(request.cases, device_), device_))
      for (const Case& c : job.cases)
        if (table_.of(c).verdict == Verdict::Fail) planner_.note_failure(c, job);
  // Whole, jobs have the fewest programs; in waves they end with something of everything.
  for (const auto& part : request.time_budget > 0 ? waves_of(to_run) : std::vector<std::vector<Case>>{to_run})
    enqueue(part);
}

/// Settles what the device lacks, and makes jobs of the rest.
void Schedule::enqueue(const std::vector<Case>& cases) {
  std::vector<Case> to_run;
  for (const Case& c : cases) {
    if (auto reason = missing(c, device_))
      settle(without_launch(c, device_, *std::move(reason)));
    else
      to_run.push_back(c);
  }
  for (Job& job : make_jobs(to_run, device_)) queue_.push_back({std::move(job)});
}

/// A case has failed, and no other is to be begun: what is tried again says whether it is a flake.
void Schedule::leave_the_rest() {
  std::erase_if(queue_, [](const Task& task) { return task.purpose == Purpose::Judge; });
  why_not_run_ = fmt::format("not run: --fail-fast, and {} failed", name(*first_failure_));
}

/// When nothing waits in a soak, settles what is undecided and asks for more. Cases that the device lacks are
/// settled as they come and leave nothing to run: after so many of them the run ends, as it may get no
/// others.
void Schedule::refill() {
  constexpr int most_without_work = 1000;
  if (!is_soak() || stopped_ || has_enough()) return;
  if (queue_.empty()) follow(attribution_.close(), Purpose::Judge);
  for (int i = 0; queue_.empty() && i < most_without_work; ++i) {
    const auto cases = more_();
    if (cases.empty()) return;
    enqueue(cases);
  }
}

bool Schedule::has_task() {
  if (has_enough()) leave_the_rest();
  refill();
  return !queue_.empty();
}

bool Schedule::next_wants_new_worker() const {
  return !queue_.empty() && queue_.front().purpose == Purpose::Retry;
}

std::optional<Task> Schedule::take() {
  while (has_task()) {
    Task task = std::move(queue_.front());
    queue_.pop_front();
    if (task.purpose == Purpose::Judge)
      follow(attribution_.review(task.job), Purpose::Judge);
    else
      std::erase_if(task.job.cases, [&](const Case& c) { return !attribution_.given_up(c).empty(); });
    if (!task.job.cases.empty()) return task;
  }
  return std::nullopt;
}

void Schedule::fill_idle_time() {
  if (is_soak() || stopped_ || !queue_.empty()) return;
  std::ranges::move(planner_.early(), std::back_inserter(queue_));
}

bool Schedule::next_round() {
  if (stopped_) return false;
  follow(attribution_.close(), Purpose::Judge);
  if (has_enough()) leave_the_rest();
  if (!queue_.empty()) return true;
  for (const CaseResult& charged : planner_.charge_group_faults())
    if (watch_.amended) watch_.amended(charged);
  std::ranges::move(planner_.next(), std::back_inserter(queue_));
  // What is tried again has been, and fails: then it may be by an attribute that no device has to know.
  if (queue_.empty()) std::ranges::move(excuse_.next(), std::back_inserter(queue_));
  return !queue_.empty();
}

void Schedule::judged(const Task& task, CaseResult result) {
  const bool came_to_its_end = result.verdict == Verdict::Pass || result.verdict == Verdict::Fail;
  if (came_to_its_end) starved_ = 0;
  if (came_to_its_end) attribution_.note_success(result.the_case, result.seconds);
  // What a worker came through with is tried again in the same company.
  const bool bad = result.verdict == Verdict::Fail || result.verdict == Verdict::LaunchError;
  if (bad && task.purpose == Purpose::Judge && !is_soak()) planner_.note_failure(result.the_case, task.job);
  if (result.verdict == Verdict::Pass) result.log.clear();
  conclude(std::move(result), task.purpose);
}

bool Schedule::finished(const Task& task, const std::vector<Case>& unjudged) {
  // What a worker that was done told nothing of is tried once more, and not for ever.
  std::vector<Case> again, lost;
  for (const Case& c : unjudged) (unheard_.insert(c).second ? again : lost).push_back(c);
  spoilt(task, lost, told_nothing);
  std::ranges::copy(lost, std::back_inserter(silent_));
  put_back(task, again);
  if (task.purpose == Purpose::Retry && unjudged.empty())
    for (const CaseResult& flaky : planner_.resolve_doubt(task))
      if (watch_.amended) watch_.amended(flaky);
  auto another = planner_.next_attempt(task);
  if (another) queue_.push_front(std::move(*another));
  return another.has_value();
}

void Schedule::lost(const Task& task, const Fault& fault, const std::vector<Case>& unjudged) {
  const std::vector<Case> rest = cases_beside(fault, unjudged);
  put_back(task, rest);
  if (fault.verdict == Verdict::Timeout && !fault.cut_short && was_alone(fault, task.job))
    limits_.note_hang(fault.phase, fault.cases.front());
  if (task.purpose == Purpose::Retry || task.purpose == Purpose::Excuse) {
    // The attempt was the whole launch, as it was when it failed first: it is not divided again.
    attribution_.note_loss(fault, task.job);
    // One that was cut short is no attempt, and a longer one would cost as much as the first.
    if (fault.cut_short) return;
    for (const Case& c : fault.cases)
      conclude({.the_case = c,
                .verdict = fault.verdict,
                .stage = fault.stage,
                .message = fault.message,
                .log = fault.log},
               task.purpose);
    if (rest.empty())
      if (auto another = planner_.next_attempt(task)) queue_.push_front(std::move(*another));
    return;
  }
  Ruling ruling = attribution_.attribute(fault, task.job);
  // Slowness in company is no fault, and a program may be too much for a compiler; a launch that was refused
  // may not pass for being divided.
  const bool counts = fault.verdict == Verdict::Crash ||
                      (fault.verdict == Verdict::LaunchError && fault.phase == Phase::Launch);
  const bool first = task.purpose == Purpose::Judge && !is_soak();
  if (ruling.verdicts.empty() && counts && first) planner_.note_group_fault(fault, task.job);
  if (!ruling.verdicts.empty() && first)
    for (const Case& c : fault.cases) planner_.note_failure(c, task.job);
  follow(std::move(ruling), task.purpose);
}

void Schedule::excuse(const Task& task, const Fault& fault, const std::vector<Case>& unjudged,
                      const std::string& reason) {
  bool first = true;
  for (const Case& c : fault.cases) first &= excused_.insert(c).second;
  const Job lost_part{fault.cases, task.job.alone, task.job.without, task.job.built_with};
  if (first) {
    put_back(task, cases_beside(fault, unjudged));
    if (!stopped_) queue_.push_back({lost_part, task.purpose, true});
    return;
  }
  if (reason.empty()) return lost(task, fault, unjudged);
  put_back(task, cases_beside(fault, unjudged));
  if (++starved_ > most_starved) return stop(fmt::format("not run: {}, again and again, {}", fault.message, reason));
  if (task.purpose == Purpose::Judge && fault.phase != Phase::Start && !was_alone(fault, task.job)) {
    for (Job& job : divide(fault.phase, lost_part)) queue_.push_back({std::move(job), task.purpose, true});
    return;
  }
  leave_unjudged(task, fault.cases, fmt::format("not judged: {}, twice, {}", fault.message, reason));
}

bool Schedule::excuse(const Task& task, CaseResult& refused, const std::string& reason) {
  if (task.purpose != Purpose::Judge) return false;
  if (excused_.insert(refused.the_case).second) {
    queue_.push_back({{{refused.the_case}, task.job.alone, task.job.without}, task.purpose, true});
    return true;
  }
  if (reason.empty()) return false;
  leave_unjudged(task, {refused.the_case}, fmt::format("not judged: {}, twice, {}", refused.message, reason));
  return true;
}

void Schedule::spoilt(const Task& task, const std::vector<Case>& cases, const std::string& why) {
  leave_unjudged(task, cases, "not judged, by a defect of the suite: " + why);
}

void Schedule::leave_unjudged(const Task& task, const std::vector<Case>& cases, const std::string& why) {
  for (const Case& c : cases) {
    CaseResult result{c, Verdict::NotRun};
    result.message = why;
    // Another attempt that came to nothing leaves the verdict that stands.
    if (task.purpose == Purpose::Judge) settle(std::move(result));
  }
}

void Schedule::put_back(const Task& task, const std::vector<Case>& unjudged) {
  if (!unjudged.empty() && !stopped_)
    queue_.push_front({{unjudged, task.job.alone, task.job.without, task.job.built_with}, task.purpose});
}

Allowance Schedule::allowance(const Task& task, Phase phase, const std::vector<Case>& cases) const {
  return limits_.allowance(phase, {cases, task.job.alone, task.job.without, task.job.built_with});
}

void Schedule::stop(std::string why) {
  queue_.clear();
  // What waits for its conviction has waited long enough.
  for (CaseResult& result : attribution_.close(true).verdicts) settle(std::move(result));
  why_not_run_ = std::move(why);
  stopped_ = true;
}

std::vector<CaseResult> Schedule::take_results() {
  for (CaseResult& result : table_.results)
    if (result.verdict == Verdict::NotRun && result.message.empty()) result.message = why_not_run_;
  return std::move(table_.results);
}

void Schedule::follow(Ruling ruling, Purpose purpose) {
  for (CaseResult& result : ruling.verdicts) {
    // A soak would say of every further draw that it is not run.
    if (result.verdict == Verdict::NotRun && is_soak()) continue;
    conclude(std::move(result), purpose);
  }
  for (Job& job : ruling.next | std::views::reverse) queue_.push_front({std::move(job), purpose});
  for (Job& job : ruling.last) queue_.push_back({std::move(job), purpose});
}

void Schedule::conclude(CaseResult result, Purpose purpose) {
  if (purpose == Purpose::Judge) return settle(std::move(result));
  const CaseResult& amended =
      purpose == Purpose::Excuse ? excuse_.conclude(result) : planner_.conclude(result, purpose);
  if (watch_.amended) watch_.amended(amended);
}

void Schedule::settle(CaseResult result) {
  // A device that has no collectives owes nothing to the one program that looks whether its compiler has
  // them.
  if (speaks_for_absence(result.the_case, device_) && result.verdict != Verdict::Fail) {
    CaseResult skipped{result.the_case, Verdict::Skip};
    skipped.reason = device_.collectives.because;
    result = std::move(skipped);
  }
  const bool failed = !info(result.verdict).good && result.verdict != Verdict::NotRun;
  if (fail_fast_ && failed && !first_failure_) first_failure_ = result.the_case;
  if (is_soak()) return watch_.judged(result);
  CaseResult& place = table_.of(result.the_case);
  place = std::move(result);
  watch_.judged(place);
}

}  // namespace wgcts::harness
