#include "harness/driver/launch_stages.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wgcts::harness {

void LaunchStages::enqueue(Progress& progress) {
  progress.enter(Stage::Launch);
  ++launched_;
  device_->enqueue();
}

void LaunchStages::wait_and_read(Progress& progress) {
  progress.enter(Stage::Launch);
  device_->wait();
  progress.enter(Stage::Read);
  written_ = {device_->read()};
  for (Outputs& twin : device_->read_twins())
    if (!is_in(twin, written_)) written_.push_back(std::move(twin));
  look_at(written_.front());
  progress.enter(Stage::Data);
}

bool LaunchStages::can_be_repeated() const { return !lacks_ && run_.situation == Situation::None; }

void LaunchStages::repeat(Progress& progress) {
  constexpr std::size_t most_kept = 2;
  progress.enter(Stage::Launch);
  device_->poison_again();
  enqueue(progress);
  device_->wait();
  progress.enter(Stage::Read);
  Outputs written = device_->read();
  progress.enter(Stage::Data);
  if (written != written_.front() && repetitions_.size() < most_kept)
    repetitions_.push_back({launched_, std::move(written)});
}

CaseResult LaunchStages::result(const Case& c,
                                const std::function<void(const Case&, const RawOutput&)>& output) const {
  if (lacks_) return {.the_case = c, .verdict = Verdict::Skip, .reason = lacks_};
  RawOutput raw;
  CaseResult result = judge(c, written_.front(), output ? &raw : nullptr);
  for (std::size_t copy = 1; copy < written_.size() && result.verdict == Verdict::Pass; ++copy) {
    result = judge(c, written_[copy], output ? &raw : nullptr);
    if (result.failure) result.failure->message += "; another launch in flight at the same time was right";
  }
  judge_repetitions(c, result);
  if (output) output(c, raw);
  return result;
}

/// A launch that is wrong once is wrong, even if other launches are right.
void LaunchStages::judge_repetitions(const Case& c, CaseResult& result) const {
  for (const Repetition& repetition : repetitions_) {
    CaseResult other = judge(c, repetition.written, nullptr);
    const bool first_fails = result.verdict == Verdict::Fail, other_fails = other.verdict == Verdict::Fail;
    if (first_fails == other_fails) continue;
    if (other_fails) result = std::move(other);
    result.failure->message += fmt::format(
        "; nondeterministic: of {} launches on the same data number {} is wrong and number {} right",
        launched_, first_fails ? 1 : repetition.number, first_fails ? repetition.number : 1);
    return;
  }
}

}  // namespace wgcts::harness
