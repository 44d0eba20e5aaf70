// Workers that set a device up while a run is still being made ready.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "harness/process/ask.hpp"
#include "harness/process/event_loop.hpp"
#include "harness/process/stop_signals.hpp"
#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"

namespace wgcts::harness {

/// A GPU's context takes longer than all that stands before the first job. Those that nobody took are killed.
class EarlyWorkers {
 public:
  /// Starts as many as it can, `count` at most.
  EarlyWorkers(const WorkerSetup& setup, const DeviceAddress& device, std::size_t count);

  /// Has one of them carry the order out, and keeps it unless it ends of it; each stage of its work has
  /// `timeout` seconds. Not done where there is none. Throws Interrupted.
  Answered ask(const Order& order, double timeout, const std::function<void(const Event&)>& hear);
  /// One of them, or nullptr when there are no more. What it says comes when the loop runs.
  std::unique_ptr<WorkerProcess> take(WorkerProcess::Callbacks callbacks);
  void discard() { workers_.clear(); }
  /// What they run on, and whoever takes them must.
  uv_loop_t* loop() { return loop_.get(); }

 private:
  /// For those that wait while another answers: what they are at they note themselves, and one that ends is
  /// gone. Its job would have met the same, and another worker tells.
  WorkerProcess::Callbacks waiting();

  std::list<StopSignals> signals_;  ///< closed, and yet the loop's until it ends
  Loop loop_;
  std::vector<std::unique_ptr<WorkerProcess>> workers_;
};

}  // namespace wgcts::harness
