#include "harness/process/examination.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "harness/check/suite_defect.hpp"
#include "harness/process/ask.hpp"
#include "harness/process/early_workers.hpp"
#include "harness/process/excuse.hpp"
#include "harness/process/worker_connection.hpp"
#include "harness/program/sub_group_probe.hpp"

namespace wgcts::harness {
namespace {

/// Uses a separate worker, because a driver that fails here can still be tested.
std::optional<SubGroupLayout> observed_sub_groups(WorkerSetup setup, const DeviceFacts& facts) {
  const std::vector<KernelRun> probes = sub_group_probes(facts);
  if (probes.empty()) return std::nullopt;
  setup.early.reset();
  WorkerConnection worker(std::move(setup), facts, 0);
  std::vector<RunOutcome> outcomes;
  for (const KernelRun& probe : probes) outcomes.push_back(worker.ask(probe));
  return layout_of(probes, outcomes);
}

}  // namespace

DeviceFacts examined(const WorkerSetup& setup, const DeviceFacts& device) {
  const Implementation& file = setup.implementation.value();
  DeviceFacts facts = with_implementation(device, file);
  std::optional<Refused> refused;
  std::string defect;
  const auto handle_event = [&](const Event& event) {
    if (const auto* found = std::get_if<Examined>(&event)) facts.implementation->defines = found->defines;
    if (const auto* no = std::get_if<Refused>(&event)) refused = *no;
    if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
  };
  const Examine order{DeviceAddress(device), file};
  const system::Memory memory = system::memory_now();
  for (bool is_first = true;; is_first = false) {
    refused.reset();
    const Reply reply = is_first && setup.early ? setup.early->ask(order, setup.timeout, handle_event)
                                                : ask(setup, order, handle_event);
    if (!defect.empty()) throw SuiteDefect(defect);
    if (refused && lacks_device(*refused)) throw std::runtime_error(refused->message);
    if (!refused && reply.done) break;
    const std::string why = refused ? refused->message : reply.ending.describe();
    const auto error = refused ? std::optional(refused->error) : std::nullopt;
    // The file is not at fault if the machine caused the failure.
    const auto excuse = excuse_for(reply.ending, setup, memory, system::memory_now(), error);
    if (excuse && is_first) continue;
    if (excuse && !excuse->empty())
      throw std::runtime_error(
          fmt::format("{} was not compiled on {}: {}, {}", file.file, device.name, why, *excuse));
    throw DoesNotCompile(fmt::format("{} does not compile on {}: {}", file.file, device.name, why),
                         refused ? refused->log : reply.ending.log);
  }
  facts.implementation->sub_groups = observed_sub_groups(setup, facts);
  return facts;
}

}  // namespace wgcts::harness
