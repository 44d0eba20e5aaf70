#include "harness/process/early_workers.hpp"

#include <exception>

namespace wgcts::harness {

EarlyWorkers::EarlyWorkers(const WorkerSetup& setup, const DeviceAddress& device, std::size_t count) {
  try {
    while (workers_.size() < count) {
      workers_.push_back(std::make_unique<WorkerProcess>(loop_.get(), setup.command, waiting()));
      workers_.back()->send(Prepare{device});
    }
  } catch (const std::exception&) {
    // The code that needs a worker starts it again and reports the error.
  }
}

WorkerProcess::Callbacks EarlyWorkers::waiting() {
  return {[](WorkerProcess&, const Event&) {},
          [this](WorkerProcess& ended, const Ending&) {
            std::erase_if(workers_, [&](const auto& worker) { return worker.get() == &ended; });
          }};
}

Reply EarlyWorkers::ask(const Order& order, double timeout,
                        const std::function<void(const Event&)>& handle_event) {
  if (workers_.empty()) return {};
  bool interrupted = false;
  StopSignals& signals = signals_.emplace_back(loop_.get(), [&] { interrupted = true; });
  WorkerProcess& asked = *workers_.front();
  Reply reply = exchange(loop_.get(), asked, order, timeout, handle_event, interrupted);
  signals.close();
  asked.hand_to(waiting());
  if (interrupted) throw Interrupted("interrupted before any case was judged");
  if (!reply.done || !asked.running()) workers_.erase(workers_.begin());
  return reply;
}

std::unique_ptr<WorkerProcess> EarlyWorkers::take(WorkerProcess::Callbacks callbacks) {
  if (workers_.empty()) return nullptr;
  auto worker = std::move(workers_.front());
  workers_.erase(workers_.begin());
  worker->hand_to(std::move(callbacks));
  return worker;
}

}  // namespace wgcts::harness
