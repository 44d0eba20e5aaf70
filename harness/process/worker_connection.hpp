// Starts processes outside of a run and sends them orders: a worker for one order, one for many quick
// requests, or another program, such as a compiler.
#pragma once

#include <uv.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/process/worker_process.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "system/memory.hpp"

namespace wgcts::harness {

/// A libuv loop that closes with all its handles.
class Loop {
 public:
  /// Throws std::runtime_error if this process has too few file descriptors left, because libuv would abort.
  /// The message names the limit to raise.
  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() {
    uv_run(&loop_, UV_RUN_DEFAULT);
    uv_loop_close(&loop_);
  }
  uv_loop_t* get() { return &loop_; }

 private:
  uv_loop_t loop_{};
};

/// Calls back for SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGXCPU while the loop runs. Signals that
/// were ignored when the program began stay ignored: nohup and shells ignore signals for background programs.
/// It does not keep the loop alive, and must not outlive it.
class StopSignals {
 public:
  StopSignals(uv_loop_t* loop, std::function<void()> on_signal);
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

 private:
  std::vector<Handle<uv_signal_t>> handles_;
  std::function<void()> on_signal_;
};

/// The message about a launcher that does not forward all of a worker's output.
std::string cut_off(const WorkerSetup& setup);

struct Reply {
  bool done = false;     ///< the worker completed the order
  Ending ending{};       ///< of a worker that ended before
  bool begun = false;    ///< the driver was to be called for a case, or the callback got a part of the reply
  std::string defect{};  ///< of the suite; empty: none
  std::optional<Refused> refused{};
};

using OnEvent = std::function<void(const Event&)>;

/// The user ended the program before there was anything to report.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A sentence about the launcher's end, with its name and output.
std::string failed_start(const WorkerSetup& setup, const Ending& ending);

/// Starts a worker, sends the order, passes its events to the callback and waits for its end. Each stage of
/// its work has `setup.timeout` seconds. A worker that was killed from outside or timed out before it sent
/// anything but hello is replaced once. Throws std::runtime_error, with the launcher's output, if no worker
/// starts, and Interrupted.
Reply ask(const WorkerSetup& setup, const Order& order, const OnEvent& handle_event);

/// Runs `command`, a program and its arguments, found by PATH, with an empty standard input. After `seconds`
/// it and all its child processes are killed. The log has the end of its output, at most 8 KiB. Returns
/// nothing if there is no such program. Throws Interrupted if the user ends the run.
std::optional<Ending> run_program(const std::vector<std::string>& command, double seconds);

/// A case with its kernel and program.
struct Experiment {
  Case the_case;
  bool alone = false;                        ///< no other builtin in its kernel
  std::vector<const Builtin*> without = {};  ///< builtins that the shared kernel leaves out
  bool outputs = false;                      ///< also returns all output
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

  /// Sends any order, and waits until the worker is done or has ended. Throws std::runtime_error if the
  /// command cannot be started, and Interrupted.
  Reply exchange(const Order& order, const OnEvent& handle_event);

  /// Lets the worker end by itself, for a few seconds. After this, send no order. Throws Interrupted.
  void dismiss();

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
  /// The events fill in `answer`. Its part `result` gets a verdict here if the driver gave none. Throws like
  /// ask().
  void put(const Order& order, auto& answer, Conclusion& result, const OnEvent& handle_event);

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

}  // namespace wgcts::harness
