// Parts of a selection, for several machines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// The part of that number, counted from 1, of so many. A part of one is the whole.
struct Shard {
  std::size_t number = 1, count = 1;
  bool whole() const { return count == 1; }
  bool operator==(const Shard&) const = default;
};

/// More shards than this are a slip of the finger.
inline constexpr std::size_t most_shards = 1'000'000;

/// "2/3".
std::string to_string(const Shard& shard);

/// The shard that "2/3" names. Throws std::invalid_argument with a sentence for anything else, and for
/// numbers that name no shard.
Shard parse_shard(std::string_view text);

/// The shard's cases, in the order given. The shards of one selection are disjoint and together complete,
/// cost about the same, and leave cases that share a launch together; launches of a kernel and kernels of a
/// program mostly too. No device is asked, so that every machine cuts alike.
std::vector<Case> shard_of(const std::vector<Case>& cases, const Shard& shard);

}  // namespace wgcts::harness
