#include "harness/diagnose/oracle.hpp"

#include <algorithm>
#include <chrono>

namespace wgcts::harness {

Oracle oracle_of(Lab& lab) {
  using Clock = std::chrono::steady_clock;
  return {[&lab](const Question& question) { return lab.ask(question); },
          [&lab](const KernelRun& run) { return lab.ask(run); },
          [&lab] { lab.renew(); },
          [&lab](double seconds) { lab.allow(seconds); },
          [] { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); },
          lab.device(),
          lab.seed(),
          lab.timeout()};
}

}  // namespace wgcts::harness
