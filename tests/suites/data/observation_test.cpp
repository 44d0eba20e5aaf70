#include <gtest/gtest.h>

#include <cstdint>

#include "suites/data/data.hpp"

namespace wgcts::suites {
namespace {

constexpr Collective sum{Family::Reduce, Op::Add}, scan{Family::ScanInclusive, Op::Add};
constexpr std::int32_t top = Limits<std::int32_t>::max(), big = top / 2 + 1;

template <class T>
std::string_view seen(Observe<T> observe, Collective c, std::vector<T> x, std::vector<T> got) {
  return observe(c, x, got);
}

TEST(Observation, ReportsTheResultForNaN) {
  const float nan = Limits<float>::nan();
  EXPECT_EQ(seen<float>(nan_seen, sum, {1, nan}, {1, 1}), "ignored");
  EXPECT_EQ(seen<float>(nan_seen, sum, {1, nan}, {nan, nan}), "propagated");
  EXPECT_EQ(seen<float>(nan_seen, sum, {1, nan}, {1, nan}), "in some lanes");
}

TEST(Observation, ReportsTheSignOfZeroOnly) {
  EXPECT_EQ(seen<float>(zero_sign_seen, sum, {-0.0F}, {-0.0F, 1}), "-0");
  EXPECT_EQ(seen<float>(zero_sign_seen, sum, {-0.0F}, {0.0F}), "+0");
  EXPECT_EQ(seen<float>(zero_sign_seen, sum, {-0.0F}, {0.0F, -0.0F}), "both signs");
  EXPECT_EQ(seen<float>(zero_sign_seen, sum, {-0.0F}, {-1.0F, 2.0F}), "");
}

TEST(Observation, DistinguishesWrappingFromSaturation) {
  using I = std::int32_t;
  EXPECT_EQ(seen<I>(overflow_seen, sum, {big, big}, {-top - 1, -top - 1}), "wraps");
  EXPECT_EQ(seen<I>(overflow_seen, sum, {big, big}, {top, top}), "saturates");
  EXPECT_EQ(seen<I>(overflow_seen, scan, {big, big, big}, {big, top, top}), "saturates");
  EXPECT_EQ(seen<I>(overflow_seen, scan, {big, big}, {big, 0}), "other");
  // One work-item cannot overflow.
  EXPECT_EQ(seen<I>(overflow_seen, sum, {big}, {big}), "");
}

TEST(Observation, ReportsTheTrueValue) {
  EXPECT_EQ(seen<std::int32_t>(true_value_seen, sum, {}, {1, 1}), "1");
  EXPECT_EQ(seen<std::int32_t>(true_value_seen, sum, {}, {-1, -1}), "-1");
  EXPECT_EQ(seen<std::int32_t>(true_value_seen, sum, {}, {1, -1}), "other");
}

}  // namespace
}  // namespace wgcts::suites
