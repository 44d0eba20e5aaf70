#include "harness/diagnose/spread.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace wgcts::harness {
namespace {

TEST(Spread, BothEndsOfEitherKindAreAmongTheFew) {
  std::vector<std::size_t> all(100);
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto some = spread_over(all, 4, [](std::size_t g) { return g >= 95; });
  EXPECT_EQ(some, (std::vector<std::size_t>{95, 96, 97, 98, 99, 0, 23, 46, 69, 92, 94}));
  EXPECT_EQ(spread_over(std::vector<int>{1, 2, 3}, 8, [](int) { return false; }),
            (std::vector<int>{1, 2, 3}));
  EXPECT_TRUE(spread_over(std::vector<int>{}, 8, [](int) { return true; }).empty());
}

}  // namespace
}  // namespace wgcts::harness
