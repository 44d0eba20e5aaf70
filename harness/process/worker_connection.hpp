// Many quick requests to a device. Each returns the result of one case or kernel, and the worker is reused.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "harness/process/ask.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "system/memory.hpp"

namespace wgcts::harness {

/// A case with its kernel and program.
struct Experiment {
  Case the_case;
  bool alone = false;                        ///< no other builtin in its kernel
  std::vector<const Builtin*> without = {};  ///< builtins that the shared kernel leaves out
  bool outputs = false;                      ///< also returns all output
  std::vector<Case> built_with = {};         ///< as in Job
  auto operator<=>(const Experiment&) const = default;
};

/// Runs one case after another in one worker, because starting a worker takes longer than most cases. The
/// next request replaces a worker that crashed, hung or was refused.
class WorkerConnection {
 public:
  /// Each stage of a request has `setup.timeout` seconds. The input data equals that of a run with this seed.
  WorkerConnection(WorkerSetup setup, DeviceFacts device, std::uint64_t seed);
  WorkerConnection(const WorkerConnection&) = delete;
  WorkerConnection& operator=(const WorkerConnection&) = delete;

  /// The result of the case as in a run, or a skip if the device cannot run it. Throws std::runtime_error if
  /// no worker starts, SuiteDefect, and Interrupted after a termination signal: while a WorkerConnection
  /// exists, such signals have no other effect.
  IsolatedRun ask(const Experiment& experiment);

  /// Runs the kernel. Throws as above.
  RunOutcome ask(const KernelRun& run);

  /// The next request gets a new process without any state.
  void renew();

  /// The limit of each stage from now on, in seconds.
  void allow(double seconds) { setup_.timeout = seconds; }
  double timeout() const { return setup_.timeout; }

  const DeviceFacts& device() const { return device_; }
  std::uint64_t seed() const { return seed_; }
  /// Number of workers started so far.
  std::size_t workers() const { return workers_; }

 private:
  using OnEvent = std::function<void(const Event&)>;
  /// Runs the job's only case.
  IsolatedRun ask(const Job& job, bool outputs);
  /// The events fill in `answer`. Its part `result` gets a verdict here if the driver gave none. Throws like
  /// ask().
  void put(const Order& order, auto& answer, Conclusion& result, const OnEvent& handle_event);
  Reply put_once(const Order& order, const OnEvent& handle_event);

  WorkerSetup setup_;
  double initial_timeout_;  ///< the initial `setup_.timeout`
  DeviceFacts device_;
  std::uint64_t seed_;
  std::size_t workers_ = 0;
  Loop loop_;
  bool interrupted_ = false;
  StopSignals signals_;
  system::Memory memory_;                  ///< available memory when the worker started
  std::unique_ptr<WorkerProcess> worker_;  ///< destroyed before the loop
};

/// Runs one case in a separate worker, with all output. Throws std::runtime_error if no worker starts, and
/// SuiteDefect.
IsolatedRun run_isolated(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed,
                         const Case& c);

}  // namespace wgcts::harness
