// Workers that set a device up while a run is still being made ready.
#pragma once

#include <memory>
#include <vector>

#include "harness/process/event_loop.hpp"
#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"

namespace wgcts::harness {

/// A GPU's context takes longer than all that stands before the first job. Until they are taken nobody
/// listens: what these workers say waits in their pipes. Those that nobody took are killed.
class EarlyWorkers {
 public:
  /// Starts as many as it can, `count` at most.
  EarlyWorkers(const WorkerSetup& setup, std::size_t device, std::size_t count);

  /// One of them, or nullptr when there are no more.
  std::unique_ptr<WorkerProcess> take(WorkerProcess::Callbacks callbacks);
  void discard() { workers_.clear(); }
  /// What they run on, and whoever takes them must.
  uv_loop_t* loop() { return loop_.get(); }

 private:
  Loop loop_;
  std::vector<std::unique_ptr<WorkerProcess>> workers_;
};

}  // namespace wgcts::harness
