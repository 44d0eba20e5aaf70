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
  Reply reply;
  if (workers_.empty()) return reply;
  bool ended = false, interrupted = false;
  WorkerProcess& asked = *workers_.front();
  asked.hand_to({[&](WorkerProcess&, const Event& event) {
                   handle_event(event);
                   reply.done |= std::holds_alternative<Done>(event);
                 },
                 [&](WorkerProcess&, const Ending& ending) {
                   reply.ending = ending;
                   ended = true;
                 }});
  StopSignals& signals = signals_.emplace_back(loop_.get(), [&] { interrupted = true; });
  asked.send(order);
  asked.allow(timeout);
  while (!reply.done && !ended && !interrupted) uv_run(loop_.get(), UV_RUN_ONCE);
  signals.close();
  asked.allow(0);
  asked.hand_to(waiting());
  if (ended) workers_.erase(workers_.begin());
  if (interrupted) throw Interrupted("interrupted before any case was judged");
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
