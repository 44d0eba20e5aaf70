// From a launch to work-groups and their data: what the runner puts on a device, and what `explain` shows.
#pragma once

#include <vector>

#include "harness/program/job.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// What a launch wants of a device.
struct Layout {
  Extents local{};
  /// A case for each builtin of the kernel: each gets its own data, selected or not, so that a case does the
  /// same whatever else runs.
  std::vector<Case> members;
  std::size_t walk = 0;    ///< as groups_wanted() takes it
  std::size_t groups = 0;  ///< work-groups wanted; a device short of memory gets fewer
};

/// Bytes that a worker's two buffers may have together, unless --memory says otherwise.
inline constexpr std::size_t default_memory = std::size_t{256} << 20;

/// Bytes that a buffer may have on a device that keeps its word, where two may have `memory` together.
std::size_t buffer_limit_of(const DeviceFacts& facts, std::size_t memory);

/// How many work-groups of the launch buffers of `memory` bytes hold.
std::size_t affordable_groups(const Launch& launch, const Extents& local, std::size_t memory);

/// The launch's local size, where the kernel takes work-groups of `kernel_limit` work-items.
Extents local_size_of(const Launch& launch, const DeviceFacts& facts, std::size_t kernel_limit);

/// The work-groups that the case's data asks for at this size, `walk` of them at most walking over lanes.
std::size_t groups_wanted(const Case& c, const FloatRules& rules, std::size_t lanes, std::size_t walk);

/// Work-groups of so many work-items that keep the device full for a while: so many times as many as it holds
/// at once, by what the largest compute units hold. A CPU's compute unit holds one.
std::size_t saturating_groups(const DeviceFacts& facts, std::size_t lanes, std::size_t times);

Layout layout_of(const Launch& launch, const Extents& local, const DeviceFacts& facts);

}  // namespace wgcts::harness
