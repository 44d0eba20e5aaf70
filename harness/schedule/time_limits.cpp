#include "harness/schedule/time_limits.hpp"

#include <algorithm>

#include "harness/schedule/division.hpp"

namespace wgcts::harness {
namespace {

/// One proves that the builtin hangs; a second shows that the first was no chance.
constexpr std::size_t hangs_that_prove = 2;
/// The first answers of a phase pay for what a driver loads only once.
constexpr std::size_t answers_that_tell = 8;
/// A shortened limit is so many times the longest answer of its phase, and this share of --timeout at least.
constexpr double times_the_longest = 20;
constexpr double least_share = 0.25;

}  // namespace

void TimeLimits::note_answer(Phase phase, double seconds) {
  Times& times = times_[static_cast<std::size_t>(phase)];
  ++times.answers;
  times.longest = std::max(times.longest, seconds);
}

void TimeLimits::note_hang(Phase phase, const Case& c) { ++hangs_[{phase, pattern_of(Aspect::Builtin, c)}]; }

Allowance TimeLimits::allowance(Phase phase, const Job& attempt) const {
  const Allowance all{timeout_, true};
  if (phase == Phase::Start || attempt.cases.empty() || !stands_alone(phase, attempt)) return all;
  const auto hangs = hangs_.find({phase, pattern_of(Aspect::Builtin, attempt.cases.front())});
  if (hangs == hangs_.end() || hangs->second < hangs_that_prove) return all;
  const Times& times = times_[static_cast<std::size_t>(phase)];
  const double enough = std::max(least_share * timeout_, times_the_longest * times.longest);
  if (times.answers < answers_that_tell || enough >= timeout_) return all;
  return {enough, false};
}

}  // namespace wgcts::harness
