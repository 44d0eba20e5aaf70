// Starts processes outside of a run and sends them orders: a worker for one order, workers that set up a
// device early, or another program, such as a compiler.
#pragma once

#include <uv.h>

#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/process/worker_process.hpp"

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

/// The outcome of an order.
struct Reply {
  bool done = false;  ///< the worker completed the order
  Ending ending;      ///< of a worker that ended before
};

/// Sends the order to a running worker, and runs the loop until the worker is done, has ended, or
/// `interrupted`. Each stage of its work has `seconds`. Afterwards the worker has no time limit and no
/// callbacks. If it has also ended, send it no other order.
Reply exchange(uv_loop_t* loop, WorkerProcess& worker, const Order& order, double seconds,
               const std::function<void(const Event&)>& handle_event, const bool& interrupted);

/// The user ended the program before there was anything to report.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A sentence about the launcher's end, with its name and output.
std::string failed_start(const WorkerSetup& setup, const Ending& ending);

/// Whether the event is a part of the reply. The others report the worker's progress.
bool is_answer(const Event& event);

/// Starts a worker, sends the order, passes its events to the callback and waits for its end. Each stage of
/// its work has `setup.timeout` seconds. A worker that was killed from outside or timed out before it sent
/// anything but hello is replaced once. Throws std::runtime_error, with the launcher's output, if no worker
/// starts, and Interrupted.
Reply ask(const WorkerSetup& setup, const Order& order,
          const std::function<void(const Event&)>& handle_event);

/// Runs `command`, a program and its arguments, found by PATH, with an empty standard input. After `seconds`
/// it and all its child processes are killed. The log has the end of its output, at most 8 KiB. Returns
/// nothing if there is no such program. Throws Interrupted if the user ends the run.
std::optional<Ending> run_program(const std::vector<std::string>& command, double seconds);

/// Setting up a GPU context takes longer than everything else before the first job. Workers that are not
/// taken are killed.
class EarlyWorkers {
 public:
  /// Starts up to `count` workers.
  EarlyWorkers(const WorkerSetup& setup, const DeviceAddress& device, std::size_t count);

  /// Sends the order to one of the workers and keeps it unless it ends. Each stage of its work has `timeout`
  /// seconds. Returns done == false if there is no worker. Throws Interrupted.
  Reply ask(const Order& order, double timeout, const std::function<void(const Event&)>& handle_event);
  /// One of them, or nullptr. Its events arrive when the loop runs.
  std::unique_ptr<WorkerProcess> take(WorkerProcess::Callbacks callbacks);
  void discard() { workers_.clear(); }
  /// The loop of the workers. Code that takes a worker must run it.
  uv_loop_t* loop() { return loop_.get(); }

 private:
  /// Callbacks of workers that wait. They track the worker's stage and remove a worker that ends. Its error
  /// is not reported, because a job on another worker fails in the same way.
  WorkerProcess::Callbacks waiting();

  Loop loop_;
  std::vector<std::unique_ptr<WorkerProcess>> workers_;
};

}  // namespace wgcts::harness
