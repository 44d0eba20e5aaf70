#include "reference/geometry.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace wgcts::reference {
namespace {

// WGC.ID.1: x first, then y, then z. All extents differ, so that swapped extents are detected.
TEST(LinearId, Table) {
  constexpr struct {
    Extents id, size;
    std::size_t linear;
  } rows[] = {
      {{0, 0, 0}, {7, 1, 1}, 0},  {{6, 0, 0}, {7, 1, 1}, 6},    {{1, 0, 0}, {4, 3, 1}, 1},
      {{0, 1, 0}, {4, 3, 1}, 4},  {{3, 2, 0}, {4, 3, 1}, 11},   {{1, 0, 0}, {4, 3, 5}, 1},
      {{0, 1, 0}, {4, 3, 5}, 4},  {{0, 0, 1}, {4, 3, 5}, 12},   {{1, 2, 3}, {4, 3, 5}, 45},
      {{3, 2, 4}, {4, 3, 5}, 59}, {{0, 0, 64}, {1, 1, 65}, 64}, {{0, 2, 1}, {1, 3, 2}, 5},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(linear_id(row.id, row.size), row.linear);
    EXPECT_EQ(unlinear(row.linear, row.size), row.id);
  }
}

TEST(LinearId, VolumeAndText) {
  EXPECT_EQ(volume({4, 3, 5}), 60U);
  EXPECT_EQ(volume({1, 1, 1}), 1U);
  EXPECT_EQ(volume({SIZE_MAX / 2 + 1, 2, 1}), SIZE_MAX);
  EXPECT_EQ(volume({SIZE_MAX / 2 + 1, SIZE_MAX, 0}), 0U);
  EXPECT_EQ(to_string(Extents{4, 3, 5}, 3), "4x3x5");
  EXPECT_EQ(to_string(Extents{4, 3, 1}, 2), "4x3");
  EXPECT_EQ(to_string(Extents{64, 1, 1}, 1), "64");
}

TEST(WorkGroups, Counts) {
  EXPECT_EQ(group_counts({1, {8, 1, 1}, {24, 1, 1}}), (Extents{3, 1, 1}));
  EXPECT_EQ(group_counts({1, {8, 1, 1}, {25, 1, 1}}), (Extents{4, 1, 1}));
  EXPECT_EQ(group_counts({2, {8, 3, 1}, {7, 10, 1}}), (Extents{1, 4, 1}));
  EXPECT_EQ(group_counts({3, {4, 3, 5}, {8, 6, 11}}), (Extents{2, 2, 3}));
}

TEST(WorkGroups, RemainderInOneDimension) {
  const NDRange range{1, {8, 1, 1}, {19, 1, 1}};
  const WorkGroup whole = work_group(range, 1), rest = work_group(range, 2);
  EXPECT_EQ(whole.origin, (Extents{8, 0, 0}));
  EXPECT_EQ(whole.size, (Extents{8, 1, 1}));
  EXPECT_EQ(rest.origin, (Extents{16, 0, 0}));
  EXPECT_EQ(rest.size, (Extents{3, 1, 1}));
  EXPECT_EQ(lanes_of(range, rest), (std::vector<std::size_t>{16, 17, 18}));
}

// WGC.ID.1: a remainder group uses its real size. WGC.ID.2: global ids use the global size.
TEST(WorkGroups, RemainderInTwoDimensions) {
  const NDRange range{2, {4, 2, 1}, {6, 5, 1}};  // groups of 4x2 and 2x2, then 4x1 and 2x1
  ASSERT_EQ(group_counts(range), (Extents{2, 3, 1}));
  EXPECT_EQ(lanes_of(range, work_group(range, 0)), (std::vector<std::size_t>{0, 1, 2, 3, 6, 7, 8, 9}));
  EXPECT_EQ(lanes_of(range, work_group(range, 1)), (std::vector<std::size_t>{4, 5, 10, 11}));
  EXPECT_EQ(lanes_of(range, work_group(range, 2)),
            (std::vector<std::size_t>{12, 13, 14, 15, 18, 19, 20, 21}));
  EXPECT_EQ(lanes_of(range, work_group(range, 4)), (std::vector<std::size_t>{24, 25, 26, 27}));
  EXPECT_EQ(lanes_of(range, work_group(range, 5)), (std::vector<std::size_t>{28, 29}));
  EXPECT_EQ(work_group(range, 5).id, (Extents{1, 2, 0}));
  EXPECT_EQ(work_group(range, 5).size, (Extents{2, 1, 1}));
}

TEST(WorkGroups, RemainderInThreeDimensions) {
  const NDRange range{3, {2, 3, 2}, {3, 4, 3}};
  ASSERT_EQ(group_counts(range), (Extents{2, 2, 2}));
  EXPECT_EQ(lanes_of(range, work_group(range, 0)),
            (std::vector<std::size_t>{0, 1, 3, 4, 6, 7, 12, 13, 15, 16, 18, 19}));
  EXPECT_EQ(lanes_of(range, work_group(range, 3)), (std::vector<std::size_t>{11, 23}));
  EXPECT_EQ(lanes_of(range, work_group(range, 4)), (std::vector<std::size_t>{24, 25, 27, 28, 30, 31}));
  EXPECT_EQ(lanes_of(range, work_group(range, 7)), (std::vector<std::size_t>{35}));
}

// WGC.ID.2: linear ids do not depend on the offset.
TEST(WorkGroups, OffsetIsSubtracted) {
  NDRange range{3, {2, 3, 2}, {3, 4, 3}};
  const auto without = lanes_of(range, work_group(range, 5));
  range.offset = {5, 7, 11};
  EXPECT_EQ(lanes_of(range, work_group(range, 5)), without);
  EXPECT_EQ(work_group(range, 5).origin, (Extents{2, 0, 2}));
}

NDRange any_range() {
  NDRange range;
  range.dim = *rc::gen::inRange(1U, 4U);
  for (unsigned d = 0; d < range.dim; ++d) {
    range.local[d] = *rc::gen::inRange<std::size_t>(1, 7);
    range.global[d] = *rc::gen::inRange<std::size_t>(1, 20);
  }
  return range;
}

RC_GTEST_PROP(Property, WorkGroupsPartTheNDRange, ()) {
  const NDRange range = any_range();
  std::vector<std::size_t> seen;
  for (std::size_t g = 0; g < volume(group_counts(range)); ++g) {
    const auto group = work_group(range, g);
    const auto lanes = lanes_of(range, group);
    RC_ASSERT(lanes.size() == volume(group.size));
    RC_ASSERT(linear_id(group.id, group_counts(range)) == g);
    for (std::size_t d = 0; d < 3; ++d) RC_ASSERT(group.size[d] >= 1 && group.size[d] <= range.local[d]);
    seen.insert(seen.end(), lanes.begin(), lanes.end());
  }
  std::sort(seen.begin(), seen.end());
  RC_ASSERT(seen.size() == volume(range.global));
  for (std::size_t i = 0; i < seen.size(); ++i) RC_ASSERT(seen[i] == i);
}

// WGC.ID.3: each lane's global id is origin + local id.
RC_GTEST_PROP(Property, LanesFollowLocalLinearIds, ()) {
  const NDRange range = any_range();
  const auto group = work_group(range, *rc::gen::inRange<std::size_t>(0, volume(group_counts(range))));
  const auto lanes = lanes_of(range, group);
  RC_ASSERT(std::is_sorted(lanes.begin(), lanes.end()));
  for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
    const Extents local = unlinear(lane, group.size), global = unlinear(lanes[lane], range.global);
    for (std::size_t d = 0; d < 3; ++d) RC_ASSERT(global[d] == group.origin[d] + local[d]);
  }
}

RC_GTEST_PROP(Property, UnlinearIsTheInverse, ()) {
  const Extents size{*rc::gen::inRange<std::size_t>(1, 50), *rc::gen::inRange<std::size_t>(1, 50),
                     *rc::gen::inRange<std::size_t>(1, 50)};
  const auto linear = *rc::gen::inRange<std::size_t>(0, volume(size));
  const auto id = unlinear(linear, size);
  for (std::size_t d = 0; d < 3; ++d) RC_ASSERT(id[d] < size[d]);
  RC_ASSERT(linear_id(id, size) == linear);
}

}  // namespace
}  // namespace wgcts::reference
