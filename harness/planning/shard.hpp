// Parts of a selection for several machines, and the amount of work of a run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "results/device_facts.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// Part `number`, counted from 1, of `count` parts.
struct Shard {
  std::size_t number = 1, count = 1;
  bool whole() const { return count == 1; }
  bool operator==(const Shard&) const = default;
};

/// A larger number is a typing error.
inline constexpr std::size_t most_shards = 1'000'000;

/// "2/3".
std::string to_string(const Shard& shard);

/// Parses "2/3". Throws std::invalid_argument for anything else and for numbers out of range.
Shard parse_shard(std::string_view text);

/// The shard's cases, in the given order. The shards of a selection are disjoint, complete, and of similar
/// cost. Cases that share a launch stay together, and mostly also launches of a kernel and kernels of a
/// program. The result does not depend on a device, so all machines compute the same shards.
std::vector<Case> shard_of(const std::vector<Case>& cases, const Shard& shard);

struct Workload {
  std::size_t cases = 0;
  std::size_t checks = 0;  ///< work-groups that are judged or observed
  std::size_t programs = 0, kernels = 0, launches = 0;
};

/// The work of running the cases on such a device, if nothing fails or is retried.
Workload workload_of(const std::vector<Case>& cases, const DeviceFacts& device);

}  // namespace wgcts::harness
