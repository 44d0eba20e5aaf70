// How long a worker may stay silent. Pure: it receives times and reads no clock.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include "harness/program/job.hpp"
#include "harness/schedule/case_pattern.hpp"
#include "results/phase.hpp"

namespace wgcts::harness {

struct Allowance {
  double seconds = 0;
  bool full = true;  ///< the whole --timeout: silence is a hang. Otherwise silence proves nothing.
};

/// No clause promises speed (U.9), so every attempt gets the whole --timeout, with one exception: a case
/// alone whose builtin has repeatedly hung in this phase, once enough other answers of this phase are known.
/// Without the exception, a builtin that always hangs would cost the whole --timeout for each of its cases.
class TimeLimits {
 public:
  /// `timeout`: the value of --timeout, in seconds.
  explicit TimeLimits(double timeout) : timeout_(timeout) {}

  /// The driver answered in this phase, after this many seconds of silence.
  void note_answer(Phase phase, double seconds);
  /// A case hung in this phase, alone and with the whole --timeout.
  void note_hang(Phase phase, const Case& c);

  /// The limit for these cases of a job in this phase.
  Allowance allowance(Phase phase, const Job& attempt) const;

 private:
  struct Times {
    std::size_t answers = 0;
    double longest = 0;
  };
  double timeout_;
  std::array<Times, 3> times_{};                                ///< of each phase
  std::map<std::pair<Phase, CasePattern>, std::size_t> hangs_;  ///< of each builtin
};

}  // namespace wgcts::harness
