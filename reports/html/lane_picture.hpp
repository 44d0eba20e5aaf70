// A picture of a work-group: a square for each lane, the wrong ones marked.
#pragma once

#include <string>

#include "results/case_result.hpp"

namespace wgcts::reports {

/// Squares to the right, downward, and where they stand.
struct LaneLayout {
  std::size_t columns = 0, rows = 0;  ///< of the whole picture
  std::size_t row_lanes = 0;          ///< lanes in a row: x, folded where it is long
  std::size_t layer_rows = 0;         ///< rows of one z
  std::size_t layers_across = 0;      ///< z side by side
};

/// Nothing for a work-group that no picture could show: without lanes, or with too many.
std::optional<LaneLayout> lane_layout(const Extents& local_size);

struct LanePlace {
  std::size_t column = 0, row = 0;
  bool operator==(const LanePlace&) const = default;
};
/// Where the lane of that local linear id stands.
LanePlace place_of(const LaneLayout& layout, const Extents& local_size, std::size_t lane);

/// An inline SVG that uses the page's patterns; the first `named` wrong lanes tell their values when pointed
/// at. Empty where there is no layout or no lane is to blame.
std::string lane_picture(const Failure& failure, unsigned dim, std::size_t named);

}  // namespace wgcts::reports
