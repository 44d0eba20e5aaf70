// From a launch to work-groups and their data: what the runner puts on a device, and what `explain` shows.
#pragma once

#include <memory>
#include <vector>

#include "harness/facts.hpp"
#include "harness/job.hpp"
#include "harness/trial.hpp"

namespace wgcts {

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

Layout layout_of(const Launch& launch, const Extents& local, const FloatRules& rules);

/// The trials of the kernel's sites, member by member. The grid must outlive them.
std::vector<std::unique_ptr<Trial>> trials_of(const Layout& layout, const Grid& grid, const FloatRules& rules,
                                              std::uint64_t seed);

}  // namespace wgcts
