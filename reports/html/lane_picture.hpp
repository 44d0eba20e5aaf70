// An SVG picture of a work-group: a square for each lane, with the wrong lanes marked.
#pragma once

#include <string>

#include "results/case_result.hpp"

namespace wgcts::reports {

/// The arrangement of the squares.
struct LaneLayout {
  std::size_t columns = 0, rows = 0;  ///< of the whole picture
  std::size_t row_lanes = 0;          ///< lanes in a row: the extent of x, folded if it is large
  std::size_t layer_rows = 0;         ///< rows of one z
  std::size_t layers_across = 0;      ///< layers (z) side by side
};

/// The layout for a work-group; nothing if it has no lanes, or too many for a picture.
std::optional<LaneLayout> lane_layout(const Extents& local_size);

struct LanePlace {
  std::size_t column = 0, row = 0;
  bool operator==(const LanePlace&) const = default;
};
/// The square of the lane with this local linear id.
LanePlace place_of(const LaneLayout& layout, const Extents& local_size, std::size_t lane);

/// An inline SVG that uses the page's patterns. The first `named` wrong lanes have a tooltip with their
/// values. Empty if there is no layout, or if the failure names no lane.
std::string lane_picture(const Failure& failure, unsigned dim, std::size_t named);

}  // namespace wgcts::reports
