#include "harness/diagnose/oracle.hpp"

#include <algorithm>
#include <chrono>

namespace wgcts::harness {

Oracle oracle_of(WorkerConnection& connection) {
  using Clock = std::chrono::steady_clock;
  return {[&connection](const Experiment& experiment) { return connection.ask(experiment); },
          [&connection](const KernelRun& run) { return connection.ask(run); },
          [&connection] { connection.renew(); },
          [&connection](double seconds) { connection.allow(seconds); },
          [] { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); },
          connection.device(),
          connection.seed(),
          connection.timeout()};
}

}  // namespace wgcts::harness
