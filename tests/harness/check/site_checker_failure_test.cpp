// The contents of a failure.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "harness/check/site_checker.hpp"
#include "harness/program/job.hpp"

namespace wgcts::harness {
namespace {

using Item = std::int32_t;

/// A launch of an int case. Its right results can be changed, and are then judged.
struct OneLaunch {
  explicit OneLaunch(std::string_view id, std::size_t groups = 1)
      : the_case(parse_case(id).value()),
        grid(ndrange(the_case.dim, the_case.local.extents, *the_case.variant, groups)),
        checker(make_site_checker(the_case, 0, grid, rules, 8, 1)),
        items(grid.items()) {
    checker->write_input(std::as_writable_bytes(std::span(items)));
  }

  std::optional<Failure> judged() const {
    return checker->judge(std::as_bytes(std::span(items)), std::as_bytes(std::span(poison))).failure;
  }

  Case the_case;
  FloatRules rules;
  Grid grid;
  std::unique_ptr<SiteChecker> checker;
  std::vector<Item> items;  ///< by global linear id
  std::vector<Item> poison{0x5a5a5a5a};
};

// The example form's inputs and inclusive sums are those of the specification.
constexpr std::string_view example = "scan_inclusive_add.int.1d.8.example";
constexpr Item sums[] = {3, 4, 11, 11, 15, 16, 22, 25};

TEST(SiteFailure, RightLanesAreNoFailure) {
  OneLaunch launch(example);
  std::ranges::copy(sums, launch.items.begin());
  EXPECT_FALSE(launch.judged());
}

TEST(SiteFailure, KeepsEveryWrongLaneWithItsValues) {
  OneLaunch launch(example);
  std::ranges::copy(sums, launch.items.begin());
  for (const std::size_t lane : {1, 2, 6}) launch.items[lane] = -7;
  const auto failure = launch.judged();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->wrong, 3U);
  EXPECT_EQ(failure->wrong_runs, (std::vector<LaneRun>{{1, 2}, {6, 6}}));
  ASSERT_EQ(failure->lanes.size(), 3U);
  EXPECT_EQ(failure->lane, 1U);
  const LaneRow& last = failure->lanes.back();
  EXPECT_EQ(last.lane, 6U);
  EXPECT_EQ(last.input.text, "6");
  EXPECT_EQ(last.expected.text, "22");
  EXPECT_EQ(last.expected.bits, "0x00000016");
  EXPECT_EQ(last.got.text, "-7");
}

TEST(SiteFailure, LimitsTheNumberOfLanes) {
  OneLaunch launch("broadcast.int.1d.2048.constant");
  for (std::size_t lane = 0; lane < 2048; ++lane) launch.items[lane] = lane % 2 == 0 ? -1 : 0x7eadbeef;
  const auto failure = launch.judged();
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->wrong, 2048U);
  EXPECT_EQ(failure->wrong_runs, (std::vector<LaneRun>{{0, 2047}}));
  EXPECT_EQ(failure->lanes.size(), most_wrong_lanes);

  const Item right = std::stoi(failure->expected.text);
  for (std::size_t lane = 1; lane < 2048; lane += 2) launch.items[lane] = right;
  const auto scattered = launch.judged();
  ASSERT_TRUE(scattered);
  EXPECT_EQ(scattered->wrong, 1024U);
  EXPECT_EQ(scattered->wrong_runs.size(), most_lane_runs);
  EXPECT_EQ(scattered->wrong_runs.back(), (LaneRun{510, 510}));
  EXPECT_EQ(scattered->lanes.back().lane, 126U);
}

}  // namespace
}  // namespace wgcts::harness
