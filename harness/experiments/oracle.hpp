// Runs the experiments of a diagnosis on a device, or on a substitute in tests.
#pragma once

#include <chrono>
#include <functional>

#include "harness/check/site_checker.hpp"
#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {

/// Whether the experiment shows the bug.
using Shows = std::function<bool(const Experiment&)>;

/// Whether there is time for another experiment.
using TimeLeft = std::function<bool()>;

/// The device as the search sees it: a WorkerConnection, or a substitute in tests.
struct Oracle {
  /// The verdict is NotRun if the suite found a defect in its own check.
  std::function<CaseResult(const Experiment&)> ask;
  std::function<RunOutcome(const KernelRun&)> attempt;
  std::function<void()> renew = [] {};                ///< uses a new process for the next run
  std::function<void(double)> allow = [](double) {};  ///< sets the time limit of a stage, in seconds
  std::function<double()> clock;                      ///< seconds since an arbitrary time
  DeviceFacts device;
  std::uint64_t seed = 0;
  double timeout = 60;  ///< default time limit of a stage, in seconds
};

/// The connection must outlive it.
inline Oracle oracle_of(WorkerConnection& connection) {
  using Clock = std::chrono::steady_clock;
  return {[&connection](const Experiment& experiment) -> CaseResult {
            try {
              return connection.ask(experiment).result;
            } catch (const SuiteDefect&) {
              return CaseResult(experiment.the_case);
            }
          },
          [&connection](const KernelRun& run) { return connection.ask(run); },
          [&connection] { connection.renew(); },
          [&connection](double seconds) { connection.allow(seconds); },
          [] { return std::chrono::duration<double>(Clock::now().time_since_epoch()).count(); },
          connection.device(),
          connection.seed(),
          connection.timeout()};
}

}  // namespace wgcts::harness
