// Values and lanes as failures tell of them.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <span>
#include <vector>

#include "reference/gentype.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// A value as reports write it.
template <class T>
Value value_of(T value) {
  Value written;
  if constexpr (std::is_same_v<T, half>)
    written.text = fmt::format("{}", static_cast<float>(value));
  else
    written.text = fmt::format("{}", value);
  written.bits = fmt::format("0x{:0{}x}", std::bit_cast<bits_of<T>>(value), sizeof(T) * 2);
  return written;
}

/// Lanes in order as runs of neighbours, most_lane_runs at most.
inline std::vector<LaneRun> runs_of(std::span<const std::size_t> lanes) {
  std::vector<LaneRun> runs;
  for (const std::size_t lane : lanes) {
    if (!runs.empty() && runs.back().last + 1 == lane)
      runs.back().last = lane;
    else if (runs.size() < most_lane_runs)
      runs.push_back({lane, lane});
    else
      break;
  }
  return runs;
}

}  // namespace wgcts::harness
