#include "harness/schedule/time_limits.hpp"

#include <algorithm>

#include "harness/schedule/division.hpp"

namespace wgcts::harness {
namespace {

/// The first hang proves that the builtin hangs. The second proves that it was no accident.
constexpr std::size_t enough_hangs = 2;
/// The first answers of a phase include the time in which a driver loads its libraries.
constexpr std::size_t enough_answers = 8;
/// A shortened limit is at least this multiple of the longest answer of its phase, and at least this share of
/// --timeout.
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
  if (hangs == hangs_.end() || hangs->second < enough_hangs) return all;
  const Times& times = times_[static_cast<std::size_t>(phase)];
  const double enough = std::max(least_share * timeout_, times_the_longest * times.longest);
  if (times.answers < enough_answers || enough >= timeout_) return all;
  return {enough, false};
}

}  // namespace wgcts::harness
