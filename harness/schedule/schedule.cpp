#include "harness/schedule/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include "harness/planning/planning.hpp"
#include "reference/lists.hpp"

namespace wgcts::harness {
namespace {

/// The run ends after this many lost quiet retries in a row. The machine is then too small, and each loss
/// costs a process.
constexpr std::size_t most_losses = 12;

/// Further refusals for lack of the device's resources get no quiet retry, except beside other workers. If no
/// case completes, each refusal costs a process. If retries succeed, the driver may leak resources with each
/// launch.
constexpr std::size_t most_refusals_put_off = 12;

/// If this many crashes wait for their quiet runs, these run at once. Each crash costs a process, and the
/// quiet runs may show that cases with the same property need not run. If reduce_max crashes in three
/// dimensions (Intel, standard, one worker), its run takes 140 s of processor time without this, and 48 s
/// with it.
constexpr std::ptrdiff_t most_put_off = 12;

/// The table with the verdicts of the interrupted run.
ResultTable table_of(const Request& request) {
  ResultTable table(request.cases);
  for (const CaseResult& result : request.earlier) table.of(result.the_case) = result;
  return table;
}

/// The unjudged cases that the fault did not involve.
std::vector<Case> other_cases(const Fault& fault, std::vector<Case> unjudged) {
  return picked(std::move(unjudged), [&](const Case& c) { return !is_in(c, fault.cases); });
}

bool is_refusal(Verdict verdict) { return verdict == Verdict::LaunchError || verdict == Verdict::BuildError; }

/// Whether the quiet task reruns refused launches of this task. A surviving worker reports each of them. They
/// run again together and count as one refusal.
bool is_rest_of(const Task& task, const Task& quiet) {
  return quiet.quiet && quiet.purpose == task.purpose &&
         part_of(quiet.job, {}) == same_program_for(task.job, {}) &&
         is_in(quiet.job.cases.front(), task.job.cases);
}

/// The observation for a failure that the quiet run does not repeat. Empty if the driver did not cause it.
std::string observed_if_not_repeated(const Fault& fault, const std::string& reason) {
  if (fault.verdict == Verdict::NotRun || fault.killed) return "";
  const std::string more = reason.empty() ? "" : ", " + reason;
  if (is_refusal(fault.verdict)) return "a refusal that did not repeat: " + fault.message + more;
  if (fault.verdict == Verdict::Crash)
    return "an unexpected end that did not repeat: " + fault.message + more;
  const bool is_beside = reason.empty() && fault.phase != Phase::Start;
  return "a hang that did not repeat: " + fault.message + (is_beside ? ", beside other workers" : more);
}

}  // namespace

Schedule::Schedule(const DeviceFacts& device, const Request& request, const Watch& watch, unsigned retries)
    : device_(device),
      more_(request.more),
      watch_(watch),
      table_(table_of(request)),
      planner_(table_, request.more ? 0 : retries),
      fail_fast_(request.fail_fast) {
  // Undivided jobs need the fewest programs. With a time budget, waves cover the plan broadly before time
  // runs out.
  const auto parts_of = [](const std::vector<Case>& cases, bool in_waves) {
    return in_waves ? waves_of(cases) : std::vector<std::vector<Case>>{cases};
  };
  std::vector<Case> to_run = request.cases;
  std::erase_if(to_run, [&](const Case& c) { return table_.of(c).verdict != Verdict::NotRun; });
  // Retries need the same neighbours as in the interrupted run.
  if (!request.earlier.empty())
    for (const auto& part : parts_of(request.cases, request.earlier_in_waves))
      for (const Job& job : make_jobs(able(part, device_), device_))
        for (const Case& c : job.cases)
          if (may_be_flake(table_.of(c).verdict)) planner_.note_failure(c, job);
  for (const auto& part : parts_of(to_run, request.time_budget > 0)) enqueue(part);
}

/// Skips cases that the device cannot run, and makes jobs of the rest.
void Schedule::enqueue(const std::vector<Case>& cases) {
  std::vector<Case> to_run;
  for (const Case& c : cases) {
    if (auto reason = missing(c, device_))
      settle(without_launch(c, device_, *std::move(reason)));
    else
      to_run.push_back(c);
  }
  if (is_soak()) unfinished_.insert(to_run.begin(), to_run.end());
  for (Job& job : make_jobs(to_run, device_)) queue_.push_back({std::move(job)});
}

/// After the first failure with --fail-fast: starts no other case. Retries still run to detect flakes.
void Schedule::leave_the_rest() {
  std::erase_if(queue_, [](const Task& task) { return task.purpose == Purpose::Judge; });
  why_not_run_ = fmt::format("not run: --fail-fast stopped the run when {} failed", name(*first_failure_));
}

/// In a soak run: when the queue is empty, requests more cases. The device may lack something for them, or
/// they may be given up. The run ends after many such cases in a row, because it may never get others.
void Schedule::refill() {
  constexpr int most_without_task = 1000;
  if (!is_soak() || stopped_ || has_enough()) return;
  if (queue_.empty()) settle_drawn_groups();
  for (; queue_.empty() && !draws_no_more_ && draws_without_task_ < most_without_task;
       ++draws_without_task_) {
    const auto cases = more_();
    if (cases.empty()) return;
    enqueue(cases);
  }
}

/// In a soak run: only cases of groups that failed are in the table, until their groups are settled.
void Schedule::settle_drawn_groups() {
  amend(planner_.settle_group_faults(true));
  if (!planner_.has_unsettled()) return planner_.forget_cases();
  if (auto repeat = planner_.next_repeat()) queue_.push_back(*std::move(repeat));
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
  const auto is_given_up = [&](const Case& c) { return !attribution_.given_up(c).empty(); };
  if (!has_task()) return std::nullopt;
  const bool may_be_quiet = next_wants_quiet(), may_want_new_worker = next_wants_new_worker();
  while (has_task()) {
    if ((next_wants_quiet() && !may_be_quiet) || (next_wants_new_worker() && !may_want_new_worker)) break;
    Task task = std::move(queue_.front());
    queue_.pop_front();
    if (task.purpose == Purpose::Judge) {
      follow(attribution_.review(task.job), task);
    } else if (std::ranges::any_of(task.job.cases, is_given_up)) {
      // A part of the group would prove nothing.
      if (task.purpose == Purpose::Repeat)
        planner_.drop_repeat(std::exchange(task, {}));
      else
        std::erase_if(task.job.cases, is_given_up);
    }
    if (task.job.cases.empty()) continue;
    draws_without_task_ = 0;
    return task;
  }
  return std::nullopt;
}

bool Schedule::next_round() {
  if (stopped_ || is_soak()) return false;
  if (has_enough()) leave_the_rest();
  amend(planner_.settle_group_faults());
  std::ranges::move(planner_.next(), std::back_inserter(queue_));
  return !queue_.empty();
}

void Schedule::judged(const Task& task, CaseResult result) {
  const bool has_completed = result.verdict == Verdict::Pass || result.verdict == Verdict::Fail;
  if (has_completed) losses_in_a_row_ = 0;
  if (has_completed) attribution_.note_success(result.the_case, result.seconds);
  unreported_.erase(result.the_case);
  // A failure that leaves the worker alive is retried together with the same cases.
  const bool bad = result.verdict == Verdict::Fail || result.verdict == Verdict::LaunchError;
  if (bad && task.purpose == Purpose::Judge && !is_soak()) planner_.note_failure(result.the_case, task.job);
  if (result.verdict == Verdict::Pass) result.log.clear();
  conclude(std::move(result), task);
}

void Schedule::finished(const Task& task, const std::vector<Case>& unjudged) {
  // If a worker finishes without a verdict on a case, the case is tried once more.
  std::vector<Case> again, lost;
  for (const Case& c : unjudged) (unreported_.insert(c).second ? again : lost).push_back(c);
  for (const Case& c : lost) unreported_.erase(c);
  note_defect(task, lost, no_verdict);
  std::ranges::copy(lost, std::back_inserter(silent_));
  put_back(task, again);
  // A repeat is not over while some of its cases run again.
  if (task.purpose == Purpose::Repeat && unjudged.empty() && !is_put_off(task))
    amend(planner_.settle_repeat(task));
}

/// Whether refused launches of the task wait for a quiet run.
bool Schedule::is_put_off(const Task& task) const {
  return std::ranges::any_of(queue_, [&](const Task& other) { return is_rest_of(task, other); });
}

void Schedule::lost(const Task& task, const Fault& fault, const std::vector<Case>& unjudged) {
  if (task.purpose == Purpose::Repeat) {
    for (const Case& c : fault.cases) put_off_.erase(c);
    attribution_.note_loss(fault, task.job);
    return planner_.note_repeat(fault);
  }
  // The failure of the whole group has repeated. Results of its parts must not turn it into an observation.
  for (const Case& c : fault.cases)
    if (was_put_off(c, fault.verdict)) put_off_.at(c).at(fault.verdict).clear();
  // A refused launch of several builtins is divided like a crash.
  const bool is_divided =
      task.purpose == Purpose::Judge && fault.stage == Stage::Launch && !was_alone(fault, task.job);
  if (fault.worker_lives && !is_divided) {
    for (const Case& c : fault.cases) judged(task, result_of(fault, c));
    return;
  }
  const std::vector<Case> rest = other_cases(fault, unjudged);
  put_back(task, rest);
  if (task.purpose == Purpose::Retry) {
    // A retry already contained the whole launch. It is not divided.
    attribution_.note_loss(fault, task.job);
    for (const Case& c : fault.cases) conclude(result_of(fault, c), task);
    return;
  }
  Ruling ruling = attribution_.attribute(fault, task.job);
  if (ruling.verdicts.empty() && task.purpose == Purpose::Judge)
    planner_.note_group_fault(fault, task.job);
  else if (task.purpose == Purpose::Judge && !is_soak())
    for (const Case& c : fault.cases) planner_.note_failure(c, task.job);
  follow(std::move(ruling), task);
}

void Schedule::retry_quietly(const Task& task, const Fault& fault, const std::vector<Case>& unjudged,
                             const std::string& reason) {
  const bool first =
      std::ranges::none_of(fault.cases, [&](const Case& c) { return was_put_off(c, fault.verdict); });
  const auto same = std::ranges::find_if(
      queue_, [&](const Task& other) { return fault.worker_lives && first && is_rest_of(task, other); });
  const bool is_same_loss = same != queue_.end();
  const bool at_once = fault.verdict == Verdict::Timeout ||
                       (is_refusal(fault.verdict) && refusals_put_off_ == most_refusals_put_off);
  if (reason.empty() && !is_same_loss && !puts_off_loss(fault, first)) return lost(task, fault, unjudged);
  for (const Case& c : fault.cases)
    put_off_[c].emplace(fault.verdict, observed_if_not_repeated(fault, reason));
  put_back(task, other_cases(fault, unjudged));
  if (first) {
    if (stopped_) return;
    // The failure may need the rest of the program.
    Task quiet = task.with(same_program_for(task.job, fault.cases));
    quiet.quiet = true;
    // Other workers must not wait for the same blocked device, or be refused as well.
    if (is_same_loss)
      same->job.cases.insert(same->job.cases.end(), fault.cases.begin(), fault.cases.end());
    else if (reason.empty() && at_once)
      queue_.push_front(std::move(quiet));
    else
      queue_.push_back(std::move(quiet));
    if (reason.empty() && fault.verdict == Verdict::Crash &&
        std::ranges::count(queue_, true, &Task::quiet) >= most_put_off)
      std::ranges::stable_partition(queue_, &Task::quiet);
    return;
  }
  if (++losses_in_a_row_ > most_losses)
    return stop(fmt::format("not run: {} repeatedly, {}", fault.message, reason));
  if (task.purpose == Purpose::Judge && fault.phase != Phase::Start && !was_alone(fault, task.job)) {
    for (const Case& c : fault.cases)
      if (std::string& observation = put_off_.at(c).at(fault.verdict); !observation.empty())
        observation =
            fmt::format("a failure of several cases together that repeated: {}, {}", fault.message, reason);
    for (Job& job : divide(fault.phase, part_of(task.job, fault.cases)))
      queue_.push_back(task.with(std::move(job)));
    return;
  }
  leave_unjudged(task, fault.cases, fmt::format("not judged: {}, twice, {}", fault.message, reason));
}

bool Schedule::was_put_off(const Case& c, Verdict verdict) const {
  const auto failures = put_off_.find(c);
  return failures != put_off_.end() && failures->second.contains(verdict);
}

bool Schedule::puts_off_loss(const Fault& fault, bool first) {
  if (!is_refusal(fault.verdict)) return first;
  if (!first && refusals_put_off_ != 0) --refusals_put_off_;
  if (!first) return false;
  if (refusals_put_off_ < most_refusals_put_off) {
    ++refusals_put_off_;
    return true;
  }
  wants_one_worker_ |= fault.beside_others;
  return fault.beside_others;
}

void Schedule::note_defect(const Task& task, const std::vector<Case>& cases, const std::string& why) {
  leave_unjudged(task, cases, "not judged, because of a defect of the suite: " + why);
}

void Schedule::leave_unjudged(const Task& task, const std::vector<Case>& cases, const std::string& why) {
  if (cases.empty()) return;
  for (const Case& c : cases) put_off_.erase(c);
  if (task.purpose == Purpose::Repeat) return planner_.drop_repeat(task);
  // A retry without a result keeps the first verdict.
  if (task.purpose == Purpose::Retry) return;
  for (const Case& c : cases) settle({c, Conclusion{Verdict::NotRun, why}});
}

void Schedule::put_back(const Task& task, const std::vector<Case>& unjudged) {
  if (!unjudged.empty() && !stopped_) queue_.push_front(task.with(part_of(task.job, unjudged)));
}

void Schedule::stop(std::string why) {
  queue_.clear();
  why_not_run_ = std::move(why);
  stopped_ = true;
}

std::vector<CaseResult> Schedule::take_results() {
  amend(planner_.settle_group_faults(true));
  for (const Case& c : held_)
    if (table_.of(c).verdict == Verdict::Pass) table_.of(c) = {c};
  if (is_soak()) table_ = ResultTable({unfinished_.begin(), unfinished_.end()});
  for (CaseResult& result : table_.results)
    if (result.verdict == Verdict::NotRun && result.message.empty()) result.message = why_not_run_;
  return std::move(table_.results);
}

void Schedule::follow(Ruling ruling, const Task& task) {
  for (CaseResult& result : ruling.verdicts) {
    // Otherwise a soak run would report every further case as not run.
    if (result.verdict != Verdict::NotRun || !is_soak()) {
      conclude(std::move(result), task);
      continue;
    }
    put_off_.erase(result.the_case);
    unfinished_.erase(result.the_case);
    if (table_.contains(result.the_case)) table_.of(result.the_case) = std::move(result);
  }
  for (Job& job : ruling.next | std::views::reverse) queue_.push_front(task.with(std::move(job)));
  for (Job& job : ruling.last) queue_.push_back(task.with(std::move(job)));
}

/// Earlier failures that the quiet run does not repeat become observations.
void Schedule::conclude(CaseResult result, const Task& task) {
  if (const auto failures = put_off_.find(result.the_case); task.quiet && failures != put_off_.end()) {
    for (const auto& [verdict, observation] : failures->second) {
      if (result.verdict == verdict || result.verdict == Verdict::NotRun) continue;
      if (!observation.empty()) result.observed.insert(observation);
      wants_one_worker_ |= verdict == Verdict::Timeout;
    }
    put_off_.erase(failures);
  }
  if (task.purpose == Purpose::Judge) return settle(std::move(result));
  amend({planner_.conclude(result, task.purpose)});
}

/// Reports results that the planner has changed, and those whose groups it has settled.
void Schedule::amend(const std::vector<CaseResult>& changed) {
  for (const CaseResult& result : changed)
    if (watch_.amended && !held_.contains(result.the_case)) watch_.amended(result);
  std::erase_if(held_, [&](const Case& c) {
    if (planner_.is_unsettled(c)) return false;
    publish(table_.of(c));
    return true;
  });
}

void Schedule::settle(CaseResult result) {
  // On a device without collectives, any result but a failure of these cases is a skip.
  if (checks_for_absence(result.the_case, device_) && result.verdict != Verdict::Fail)
    result = skipped(result.the_case, device_.collectives.because);
  if (!table_.contains(result.the_case)) return publish(result);
  CaseResult& place = table_.of(result.the_case);
  place = std::move(result);
  // If the run is interrupted, the case must not pass.
  if (place.verdict == Verdict::Pass && planner_.is_unsettled(place.the_case)) {
    held_.insert(place.the_case);
    return;
  }
  publish(place);
  if (planner_.explain_group_faults(place.the_case)) amend({});
}

void Schedule::publish(const CaseResult& result) {
  const bool failed = !info(result.verdict).good && result.verdict != Verdict::NotRun;
  if (fail_fast_ && failed && !first_failure_) first_failure_ = result.the_case;
  unfinished_.erase(result.the_case);
  watch_.judged(result);
}

}  // namespace wgcts::harness
