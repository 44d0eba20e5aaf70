// Values and lanes in failures.
#pragma once

#include <span>
#include <vector>

#include "harness/program/value_text.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// Sorted lanes as runs of neighbours, at most most_lane_runs.
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
