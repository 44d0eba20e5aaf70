#include "harness/process/early_workers.hpp"

#include <exception>

namespace wgcts::harness {

EarlyWorkers::EarlyWorkers(const WorkerSetup& setup, std::size_t device, std::size_t count) {
  try {
    while (workers_.size() < count) {
      workers_.push_back(
          std::make_unique<WorkerProcess>(loop_.get(), setup.command, WorkerProcess::Callbacks{}));
      workers_.back()->send(Prepare{device});
    }
  } catch (const std::exception&) {
    // Whoever needs one starts it, and says why that cannot be done.
  }
}

std::unique_ptr<WorkerProcess> EarlyWorkers::take(WorkerProcess::Callbacks callbacks) {
  if (workers_.empty()) return nullptr;
  auto worker = std::move(workers_.back());
  workers_.pop_back();
  worker->hand_to(std::move(callbacks));
  return worker;
}

}  // namespace wgcts::harness
