#include <gtest/gtest.h>

#include <set>

#include "reports/html/page.hpp"

namespace wgcts::reports {
namespace {

Failure wrong_in(Extents size, std::vector<LaneRun> runs, std::vector<LaneRow> lanes = {}) {
  Failure f;
  f.local_size = size;
  f.wrong = 1;
  f.wrong_runs = std::move(runs);
  f.lanes = std::move(lanes);
  return f;
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

TEST(LanePicture, EveryLaneHasItsOwnSquare) {
  for (const Extents& size : {Extents{1, 1, 1},
                              {33, 1, 1},
                              {4096, 1, 1},
                              {10, 7, 1},
                              {100, 3, 1},
                              {4, 3, 5},
                              {16, 16, 16},
                              {70, 2, 3},
                              {1, 1, 300},
                              {1, 64, 1}}) {
    const auto layout = lane_layout(size);
    ASSERT_TRUE(layout) << to_string(size, 3);
    std::set<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t lane = 0; lane < volume(size); ++lane) {
      const auto [column, row] = place_of(*layout, size, lane);
      EXPECT_LT(column, layout->columns) << to_string(size, 3);
      EXPECT_LT(row, layout->rows) << to_string(size, 3);
      places.emplace(column, row);
    }
    EXPECT_EQ(places.size(), volume(size)) << to_string(size, 3);
  }
}

TEST(LanePicture, XRunsRightAndYDown) {
  const Extents size{4, 3, 5};
  const auto layout = lane_layout(size).value();
  const auto at = [&](Extents id) { return place_of(layout, size, linear_id(id, size)); };
  EXPECT_EQ(at({3, 0, 0}).column, at({0, 0, 0}).column + 3);
  EXPECT_EQ(at({0, 2, 0}).row, at({0, 0, 0}).row + 2);
  EXPECT_EQ(at({0, 0, 1}), (LanePlace{at({0, 0, 0}).column + 5, at({0, 0, 0}).row}));
}

TEST(LanePicture, MarksWrongLanesWithTheirValues) {
  const auto svg =
      lane_picture(wrong_in({8, 2, 1}, {{1, 2}, {8, 15}}, {{1, {"<i>", ""}, {"2", ""}, {"3", ""}}}), 2, 9);
  EXPECT_NE(svg.find("<path fill=\"url(#right-lane)\" d=\"M0 0h8v2h-8z\"/>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<path fill=\"url(#wrong-lane)\" d=\"M1 0h2v1h-2zM0 1h8v1h-8z\"/>"), std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<title>lane 1 at (1,0): input &lt;i&gt;, expected 2, got 3</title>"), std::string::npos)
      << svg;
}

TEST(LanePicture, LimitsTheNumberOfTooltips) {
  const auto f = wrong_in({8, 1, 1}, {{0, 7}}, std::vector<LaneRow>(8));
  EXPECT_EQ(count(lane_picture(f, 1, 3), "<title>"), 3U);
  EXPECT_EQ(count(lane_picture(f, 1, 0), "<title>"), 0U);
}

TEST(LanePicture, IsEmptyIfNothingCanBeDrawn) {
  EXPECT_EQ(lane_picture(wrong_in({8, 1, 1}, {}), 1, 9), "");
  EXPECT_EQ(lane_picture(wrong_in({0, 1, 1}, {{0, 0}}), 1, 9), "");
  for (const Extents& size :
       {Extents{16385, 1, 1}, {128, 128, 2}, {SIZE_MAX, 2, 1}, {SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1, 1}})
    EXPECT_FALSE(lane_layout(size)) << to_string(size, 3);
  // An untrusted report may name lanes that the work-group does not have.
  EXPECT_EQ(count(lane_picture(wrong_in({8, 1, 1}, {{6, 9}}, {{9, {}, {}, {}}}), 1, 9), "<title>"), 0U);
}

}  // namespace
}  // namespace wgcts::reports
