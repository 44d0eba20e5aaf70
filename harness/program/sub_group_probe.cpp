#include "harness/program/sub_group_probe.hpp"

#include <algorithm>

#include "harness/program/kernel.hpp"

namespace wgcts::harness {
namespace {

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
