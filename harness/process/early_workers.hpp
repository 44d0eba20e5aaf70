// Workers that set up a device while the run is still being prepared.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "harness/process/ask.hpp"
#include "harness/process/event_loop.hpp"
#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"

namespace wgcts::harness {

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

  std::list<StopSignals> signals_;  ///< closed, but used by the loop until it ends
  Loop loop_;
  std::vector<std::unique_ptr<WorkerProcess>> workers_;
};

}  // namespace wgcts::harness
