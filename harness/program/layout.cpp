#include "harness/program/layout.hpp"

#include <algorithm>
#include <limits>

#include "harness/program/ndrange.hpp"
#include "suites/data/data.hpp"

namespace wgcts::harness {
namespace {

/// Number of work-groups that walk over lanes: all lanes for sizes up to 128, fewer for larger ones, so that
/// the data of a launch costs little compared to compiling it.
std::size_t walk_budget(std::size_t lanes) {
  return lanes <= 128 ? 128 : std::max<std::size_t>(8, 12288 / lanes);
}

}  // namespace

std::size_t buffer_limit_of(const DeviceFacts& facts, std::size_t memory) {
  // A device that does not report its memory is assumed to have enough.
  const auto known = [](std::uint64_t bytes) {
    return bytes == 0 ? std::numeric_limits<std::uint64_t>::max() : bytes;
  };
  return static_cast<std::size_t>(
      std::min({std::uint64_t{memory / 2}, known(facts.max_allocation), known(facts.global_memory / 4)}));
}

std::size_t affordable_groups(const Launch& launch, const Extents& local, std::size_t memory) {
  const std::size_t bytes = site_count(launch.kernel) * info(launch.kernel.type).bytes * volume(local);
  return memory / (bytes + 1);
}

Extents local_size_of(const Launch& launch, const DeviceFacts& facts, std::size_t kernel_limit) {
  if (!launch.local.is_max()) return launch.local.extents;
  return largest_local_size(launch.dim, std::min(kernel_limit, facts.max_work_group_size),
                            facts.max_work_item_sizes);
}

std::size_t groups_wanted(const Case& c, const FloatRules& rules, std::size_t lanes, std::size_t walk) {
  constexpr std::size_t of_computed_values = 8;
  if (c.variant->groups != 0) return c.variant->groups;
  if (c.form->value != nullptr) return of_computed_values;
  return with_gentype(
      c.type, [&]<class T>() { return schedule<T>(c.builtin->collective, rules, lanes, walk).size(); });
}

std::size_t saturating_groups(const DeviceFacts& facts, std::size_t lanes, std::size_t times) {
  constexpr std::size_t lanes_of_unit = 2048, groups_of_unit = 32, enough_for_a_cpu = 36;
  if (facts.kind != "GPU") return enough_for_a_cpu;
  const std::size_t at_once = std::clamp<std::size_t>(lanes_of_unit / lanes, 1, groups_of_unit);
  return times * std::max<std::size_t>(facts.compute_units, 1) * at_once;
}

Layout layout_of(const Launch& launch, const Extents& local, const DeviceFacts& facts) {
  const FloatRules& rules = rules_of(facts, launch.kernel.type);
  const std::size_t lanes = volume(local);
  Layout layout{local, {}, std::min({launch.kernel.form->walk, launch.variant->walk, walk_budget(lanes)}), 0};
  for (const Builtin* builtin : launch.kernel.members) {
    layout.members.push_back(
        {builtin, launch.kernel.type, launch.dim, launch.local, launch.kernel.form, launch.variant});
    layout.groups =
        std::max(layout.groups, groups_wanted(layout.members.back(), rules, lanes, layout.walk) + 5);
  }
  if (launch.variant->saturates) layout.groups = saturating_groups(facts, lanes, launch.kernel.form->fills);
  return layout;
}

}  // namespace wgcts::harness
