// How long a worker may be silent over an attempt. Pure: it is told times, and reads no clock.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include "harness/program/job.hpp"
#include "harness/schedule/case_pattern.hpp"
#include "results/phase.hpp"

namespace wgcts::harness {

/// What an attempt is given.
struct Allowance {
  double seconds = 0;
  bool full = true;  ///< all of --timeout: silence is a hang. Else silence ends the attempt and proves nothing.
};

/// No clause promises speed (U.9), so every attempt is given all of --timeout but for one kind: a case alone,
/// whose builtin has been proved to hang in this phase, in a phase whose times on this device say how long an
/// answer takes. Without that exception a builtin that hangs at each launch would cost all of --timeout for
/// each of its cases.
class TimeLimits {
 public:
  /// Seconds that the user said by --timeout.
  explicit TimeLimits(double timeout) : timeout_(timeout) {}

  /// The driver answered in this phase, after so many seconds of silence.
  void note_answer(Phase phase, double seconds);
  /// A case gave no answer in this phase, alone and with all of --timeout.
  void note_hang(Phase phase, const Case& c);

  /// For these cases of a job, in this phase.
  Allowance allowance(Phase phase, const Job& attempt) const;

 private:
  struct Times {
    std::size_t answers = 0;
    double longest = 0;
  };
  double timeout_;
  std::array<Times, 3> times_{};                              ///< of each phase
  std::map<std::pair<Phase, CasePattern>, std::size_t> hangs_;  ///< of each builtin
};

}  // namespace wgcts::harness
