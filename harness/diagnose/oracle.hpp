// Who answers the experiments of a diagnosis.
#pragma once

#include <functional>

#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {

/// The device as the search sees it: what a WorkerConnection does, or a test in its place.
struct Oracle {
  std::function<IsolatedRun(const Experiment&)> ask;  ///< may throw SuiteDefect: then nothing shows
  std::function<RunOutcome(const KernelRun&)> attempt;
  std::function<void()> renew = [] {};                ///< the next answer comes from a new process
  std::function<void(double)> allow = [](double) {};  ///< seconds that a stage of an answer may take
  std::function<double()> clock;                      ///< seconds, from whenever on
  DeviceFacts device;
  std::uint64_t seed = 0;
  double timeout = 60;  ///< what a stage may take where nothing is said
};

/// The connection must outlive it.
Oracle oracle_of(WorkerConnection& connection);

}  // namespace wgcts::harness
