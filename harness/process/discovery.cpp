#include "harness/process/discovery.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/check/site_checker.hpp"
#include "harness/process/worker_connection.hpp"
#include "harness/program/kernel.hpp"

namespace wgcts::harness {
namespace {

Discovery attempt(const WorkerSetup& setup, const Describe& order) {
  Discovery discovery;
  bool terminal = false;
  const system::Memory memory = system::memory_now();
  const Reply reply = ask(setup, order, [&](const Event& event) {
    if (const auto* hello = std::get_if<Hello>(&event)) terminal = hello->terminal;
    if (const auto* at = std::get_if<At>(&event)) discovery.platform = at->platform;
    if (const auto* described = std::get_if<Described>(&event)) discovery.devices.push_back(described->facts);
    if (const auto* remark = std::get_if<Remark>(&event)) {
      discovery.remarks.push_back(remark->text);
      discovery.no_library |= remark->no_library;
    }
  });
  if (terminal)
    throw std::runtime_error(fmt::format(
        "the launcher '{}' starts workers on a terminal, which cuts long lines; it must forward standard "
        "input without one (no -t for ssh and docker, no --pty for srun)",
        setup.launcher));
  if (!reply.defect.empty()) throw SuiteDefect(reply.defect);
  const Ending& ending = reply.ending;
  if (reply.done) return discovery;
  // A worker announces the listing before it queries the first device. Without this event, it received no
  // order.
  if (!ending.stage && !setup.launcher.empty())
    throw std::runtime_error(
        fmt::format("{}, but its worker received no order; a launcher must forward standard input and output",
                    failed_start(setup, ending)));
  Conclusion& death = discovery.death.emplace(ending.conclusion());
  if (!ending.stage) {
    death.verdict = Verdict::NotRun;
    death.message = "before it listed the devices: " + death.message;
  }
  if (const auto excuse = excuse_for(ending, setup, memory, system::memory_now());
      excuse && !excuse->empty()) {
    death.verdict = Verdict::NotRun;
    death.message += ", " + *excuse;
  }
  return discovery;
}

/// Uses a separate worker, because a driver that fails here can still be tested.
std::optional<SubGroupLayout> observed_sub_groups(const WorkerSetup& setup, const DeviceFacts& facts) {
  const std::vector<KernelRun> probes = sub_group_probes(facts);
  if (probes.empty()) return std::nullopt;
  WorkerConnection worker(setup, facts, 0);
  return layout_of(probes, mapped(probes, [&](const KernelRun& probe) { return worker.ask(probe); }));
}

constexpr std::string_view probe_text = R"(#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
__kernel void sub_groups(__global uint *sub_group, __global uint *item)
{
    const size_t i = (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
    sub_group[i] = get_sub_group_id();
    item[i] = get_sub_group_local_id();
}
)";

/// The results of both arguments must fit into a line of a worker.
constexpr std::size_t longest_row = 16384;

KernelRun probe(const DeviceFacts& facts, const Extents& size) {
  return {
      .text = std::string(probe_text),
      .kernel = "sub_groups",
      .options = usual_options(facts),
      .range = {3, size, size, {}},
      .arguments = {output_argument(Type::UInt, volume(size)), output_argument(Type::UInt, volume(size))}};
}

}  // namespace

Discovery discover(const WorkerSetup& setup) {
  const Discovery first = attempt(setup, {});
  std::vector<std::string> remarks;
  Describe others;
  // A driver may crash while the loader sorts the platforms, before the worker names one. The next attempt
  // does not sort. ask() has already repeated a hang of a platform.
  for (Discovery found = first;; found = attempt(setup, others)) {
    if (!found.death) {
      if (found.devices.empty() && first.death) return first;
      if (remarks.empty() && first.death)
        remarks.push_back("the devices were listed again, without sorting the platforms: " +
                          first.death->message);
      found.remarks.insert(found.remarks.begin(), remarks.begin(), remarks.end());
      return found;
    }
    const bool is_first = std::exchange(others.sorted, false);
    // The platforms that the worker did not reach may work.
    if (found.death->verdict == Verdict::NotRun) return found;
    if (found.platform.empty() && !is_first) return first;
    if (is_first && (found.platform.empty() || found.death->verdict == Verdict::Crash)) continue;
    others.without.push_back(found.platform);
    remarks.push_back(fmt::format("the platform {} was left out: {}", found.platform, found.death->message));
  }
}

DeviceFacts examined(const WorkerSetup& setup, const DeviceFacts& device) {
  const Implementation& file = setup.implementation.value();
  DeviceFacts facts = with_implementation(device, file);
  const auto handle_event = [&](const Event& event) {
    if (const auto* found = std::get_if<Examined>(&event)) facts.implementation->defines = found->defines;
  };
  const Examine order{DeviceAddress(device), file};
  const system::Memory memory = system::memory_now();
  for (bool is_first = true;; is_first = false) {
    const Reply reply = ask(setup, order, handle_event);
    if (!reply.defect.empty()) throw SuiteDefect(reply.defect);
    const auto& refused = reply.refused;
    if (refused && lacks_device(*refused)) throw std::runtime_error(refused->message);
    if (!refused && reply.done) break;
    const std::string why = refused ? refused->message : reply.ending.describe();
    const auto stage = refused ? refused->stage : reply.ending.stage;
    // The file is not at fault if the machine caused the failure.
    const auto excuse = excuse_for(reply.ending, setup, memory, system::memory_now(), refused);
    if (excuse && is_first) continue;
    if (stage && sets_up(*stage)) throw std::runtime_error(why);
    if (excuse && !excuse->empty())
      throw std::runtime_error(
          fmt::format("{} was not compiled on {}: {}, {}", file.file, device.name, why, *excuse));
    throw DoesNotCompile(fmt::format("{} does not compile on {}: {}", file.file, device.name, why),
                         refused ? refused->log : reply.ending.log);
  }
  facts.implementation->sub_groups = observed_sub_groups(setup, facts);
  return facts;
}

std::vector<KernelRun> sub_group_probes(const DeviceFacts& facts) {
  if (!has_sub_groups(facts)) return {};
  const std::size_t row = std::min({facts.max_work_group_size, facts.max_work_item_sizes[0], longest_row});
  constexpr Extents block{5, 3, 2};
  return {probe(facts, {row, 1, 1}), probe(facts, block)};
}

std::optional<SubGroupLayout> layout_of(std::span<const KernelRun> probes,
                                        std::span<const RunOutcome> outcomes) {
  std::vector<ObservedSubGroups> observed;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    ObservedSubGroups& group = observed.emplace_back(ObservedSubGroups{probes[i].range.local, {}});
    const std::size_t lanes = volume(group.size);
    const auto& outputs = outcomes[i].outputs;
    const auto is_whole = [&](const auto& bytes) { return bytes.size() >= lanes * sizeof(std::uint32_t); };
    if (outcomes[i].verdict != Verdict::Pass || outputs.size() != 2 ||
        !std::ranges::all_of(outputs, is_whole))
      return std::nullopt;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      group.items.push_back({static_cast<std::size_t>(element_of(outputs[0], Type::UInt, lane)),
                             static_cast<std::size_t>(element_of(outputs[1], Type::UInt, lane))});
  }
  if (observed.empty()) return std::nullopt;
  return results::layout_of(observed);
}

}  // namespace wgcts::harness
