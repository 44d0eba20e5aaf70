#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "harness/program/job.hpp"

namespace wgcts::harness {
namespace {

TEST(LargestLocalSize, StaysWithinTheLimitsAndUsesThem) {
  const struct {
    unsigned dim;
    std::size_t most;
    Extents limits, best;
  } rows[] = {
      {1, 1024, {1024, 1024, 64}, {1024, 1, 1}},
      {1, 1024, {128, 1, 1}, {128, 1, 1}},
      {2, 64, {128, 1, 1}, {64, 1, 1}},
      {3, 1, {1024, 1024, 64}, {1, 1, 1}},
  };
  for (const auto& row : rows) EXPECT_EQ(largest_local_size(row.dim, row.most, row.limits), row.best);
  for (const std::size_t most : {48, 64, 97, 256, 1000, 4096})
    for (unsigned dim = 1; dim <= 3; ++dim) {
      const Extents limits{512, 256, 64};
      const Extents size = largest_local_size(dim, most, limits);
      EXPECT_LE(volume(size), most);
      for (std::size_t d = 0; d < 3; ++d) EXPECT_LE(size[d], d < dim ? limits[d] : 1);
    }
}

// FPGAs report these limits. The search for the best extents then took minutes in a stage of the driver.
TEST(LargestLocalSize, IsFoundSoonForADeviceWithoutRealLimits) {
  for (const std::size_t most : {std::size_t{INT32_MAX}, SIZE_MAX})
    for (unsigned dim = 1; dim <= 3; ++dim)
      EXPECT_EQ(volume(largest_local_size(dim, most, {most, most, most})), 65536U);
}

TEST(LargestLocalSize, HasDifferentExtentsIfPossible) {
  const Extents plane = largest_local_size(2, 1024, {1024, 1024, 64});
  EXPECT_EQ(volume(plane), 1024U);
  EXPECT_NE(plane[0], plane[1]);
  const Extents box = largest_local_size(3, 1024, {1024, 1024, 64});
  EXPECT_EQ(volume(box), 1024U);
  EXPECT_TRUE(box[0] != box[1] && box[1] != box[2] && box[0] != box[2]);
}

TEST(NDRange, HasSeveralWorkGroupsInEachDimensionAndNotTooMany) {
  for (unsigned dim = 1; dim <= 3; ++dim)
    for (const std::size_t groups : {12, 40, 131, 1100}) {
      const NDRange range = ndrange(dim, {4, dim > 1 ? 3U : 1U, dim > 2 ? 5U : 1U}, *plain_variant, groups);
      const Extents counts = group_counts(range);
      EXPECT_LE(volume(counts), groups);
      EXPECT_GT(volume(counts) + 6, groups);
      for (std::size_t d = 0; d < dim; ++d) EXPECT_GE(counts[d], 2U) << dim << ' ' << groups;
      EXPECT_EQ(range.offset, (Extents{0, 0, 0}));
    }
  EXPECT_EQ(volume(group_counts(ndrange(3, {2, 2, 2}, *plain_variant, 1))), 1U);
}

// A driver may be wrong only if several dimensions have many work-groups, or only if one of them has.
TEST(NDRange, HasManyWorkGroupsInEachDimensionForSomeSizes) {
  for (unsigned dim = 2; dim <= 3; ++dim) {
    std::array<int, 3> longest{};
    int balanced = 0;
    for (std::size_t x = 1; x <= 12; ++x) {
      const Extents counts = group_counts(ndrange(dim, {x, 3, dim > 2 ? 5U : 1U}, *plain_variant, 131));
      const auto* const most = std::ranges::max_element(counts);
      ++longest.at(static_cast<std::size_t>(most - counts.begin()));
      balanced += std::ranges::min(std::span(counts).first(dim)) >= (dim == 2 ? 4U : 3U) ? 1 : 0;
    }
    for (std::size_t d = 0; d < dim; ++d) EXPECT_GE(longest.at(d), 3) << dim << d;
    EXPECT_GE(balanced, 3) << dim;
  }
}

TEST(NDRange, ShiftsEachDimensionItHas) {
  const NDRange range = ndrange(2, {4, 3, 1}, *variant("offset"), 20);
  EXPECT_TRUE(range.offset[0] != 0 && range.offset[1] != 0 && range.offset[0] != range.offset[1]);
  EXPECT_EQ(range.offset[2], 0U);
}

TEST(NDRange, LeavesARemainderInEachPossibleDimension) {
  const NDRange range = ndrange(3, {4, 1, 5}, *variant("remainder"), 40);
  EXPECT_NE(range.global[0] % 4, 0U);
  EXPECT_NE(range.global[2] % 5, 0U);
  // Most work-groups are whole in z.
  EXPECT_EQ(group_counts(range), (Extents{2, 3, 6}));
}

// The smaller launch uses the range's buffers. With few work-groups, a dimension may have only the remainder.
TEST(SmallerRange, IsNotLargerThanARangeWithARemainder) {
  const Extents local_sizes[] = {{33, 1, 1}, {7, 3, 1}, {4, 3, 5}};
  for (unsigned dim = 1; dim <= 3; ++dim)
    for (std::size_t groups = 1; groups <= 12; ++groups)
      for (const bool half : {false, true}) {
        const NDRange range = ndrange(dim, local_sizes[dim - 1], *variant("remainder"), groups);
        const NDRange smaller = smaller_range(range, half);
        for (std::size_t d = 0; d < dim; ++d) EXPECT_LE(smaller.global[d], range.global[d]) << dim << groups;
      }
}

}  // namespace
}  // namespace wgcts::harness
