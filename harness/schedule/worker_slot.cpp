#include "harness/schedule/worker_slot.hpp"

#include <algorithm>
#include <utility>

namespace wgcts::harness {

void WorkerSlot::dismiss(double seconds) {
  if (dismissed_) return;
  dismissed_ = true;
  process->dismiss();
  process->allow(seconds);
}

void WorkerSlot::begin(Task task) {
  busy_ = true;
  has_begun_ = false;
  has_judged_ |= task.purpose != Purpose::Retry;
  task_ = std::move(task);
  judged_.assign(task_.job.cases.size(), false);
  phase_ = Phase::Start;
  begun_.resize(judged_.size());
  for (std::size_t i = 0; i < begun_.size(); ++i) begun_[i] = i;
  refusal_.reset();
}

void WorkerSlot::receive(const Hello&) { timing_[Activity::Start] += seconds_since(started_); }

void WorkerSlot::receive(const Begin& begin) {
  has_begun_ = true;
  phase_ = begin.phase;
  begun_ = begin.cases;
  last_message_ = Clock::now();
}

void WorkerSlot::receive(const Spent& spent) {
  timing_ += spent.timing;
  last_message_ = Clock::now();
}

void WorkerSlot::receive(const Refused& refused) { refusal_ = refused; }

bool WorkerSlot::receive(const Judged& judged) {
  if (judged.index >= judged_.size() || judged_[judged.index]) return false;
  judged_[judged.index] = true;
  return true;
}

std::vector<Case> WorkerSlot::receive(const Defect& defect) {
  return settle(defect.cases.empty() ? begun_ : defect.cases);
}

/// Returns those of the cases that had no verdict yet.
std::vector<Case> WorkerSlot::settle(const std::vector<std::size_t>& places) {
  std::vector<Case> settled;
  for (const std::size_t i : places) {
    if (i >= judged_.size() || judged_[i]) continue;
    judged_[i] = true;
    settled.push_back(task_.job.cases[i]);
  }
  return settled;
}

Fault WorkerSlot::survived_fault(const Refused& refused) {
  Fault fault{refused};
  fault.phase = Phase::Launch;
  fault.cases = settle(refused.cases);
  fault.worker_lives = true;
  fault.beside_others = ran_beside_others;
  fault.log = process->take_log();
  return fault;
}

std::vector<Case> WorkerSlot::unjudged() const {
  std::vector<Case> cases;
  for (std::size_t i = 0; i < judged_.size(); ++i)
    if (!judged_[i]) cases.push_back(task_.job.cases[i]);
  return cases;
}

Fault WorkerSlot::fault(const Ending& ending) const {
  Fault fault{ending.conclusion(), phase_};
  fault.beside_others = ran_beside_others;
  if (refusal_ && !refusal_->message.empty()) {
    fault.verdict = refusal_->verdict;
    fault.message = refusal_->message + ending.limit_words();
    fault.stage = refusal_->stage;
    if (!refusal_->log.empty()) fault.log = refusal_->log;
  }
  for (const std::size_t i : begun_)
    if (i < judged_.size() && !judged_[i]) fault.cases.push_back(task_.job.cases[i]);
  return fault;
}

Timing WorkerSlot::account() const {
  constexpr Activity of_phase[] = {Activity::Start, Activity::Build, Activity::Launch};
  Timing timing = timing_;
  if (busy_) timing[of_phase[static_cast<std::size_t>(phase_)]] += seconds_since(last_message_);
  timing[Activity::Idle] += std::max(0.0, seconds_since(started_) - timing.total());
  return timing;
}

}  // namespace wgcts::harness
