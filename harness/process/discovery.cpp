#include "harness/process/discovery.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>

#include "harness/process/event_loop.hpp"
#include "harness/process/worker_process.hpp"

namespace wgcts::harness {
namespace {

/// Nothing where the worker was killed from outside before it was done, and may be tried again.
std::optional<Discovery> try_to_discover(const WorkerSetup& setup, bool forgiving) {
  Discovery discovery;
  std::string failure;
  bool killed_from_outside = false;
  Loop loop;
  bool done = false;
  WorkerProcess worker(loop.get(), setup.command,
                       {[&](WorkerProcess& w, const Event& event) {
                          if (const auto* described_device = std::get_if<Described>(&event))
                            discovery.devices.push_back(described_device->facts);
                          if (!std::holds_alternative<Done>(event)) return;
                          done = true;
                          w.dismiss();
                        },
                        [&](WorkerProcess&, const Ending& ending) {
                          if (done) return;
                          killed_from_outside = ending.killed_from_outside;
                          if (ending.greeted)
                            discovery.driver_died = "listing the devices: " + ending.describe();
                          else
                            failure = ending.how;
                          discovery.hung = ending.timed_out;
                          discovery.log = ending.log;
                        }});
  worker.send(Describe{});
  worker.allow(setup.timeout);
  uv_run(loop.get(), UV_RUN_DEFAULT);
  if (killed_from_outside && forgiving) return std::nullopt;
  if (!failure.empty())
    throw std::runtime_error(fmt::format("no worker could be started: {}: {}{}{:.300}", setup.command.front(),
                                         failure, discovery.log.empty() ? "" : ": ", discovery.log));
  return discovery;
}

}  // namespace

Discovery discover(const WorkerSetup& setup) {
  if (auto discovery = try_to_discover(setup, true)) return std::move(*discovery);
  return try_to_discover(setup, false).value();
}

}  // namespace wgcts::harness
