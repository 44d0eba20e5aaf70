#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "suites/data/data.hpp"
#include "tests/suites/groups.hpp"

namespace wgcts::suites {
namespace {

template <class T>
class ProductData : public ::testing::Test {};
TYPED_TEST_SUITE(ProductData, AllTypes, TypeName);

constexpr Collective product{Family::Reduce, Op::Mul};

/// The product of the magnitudes above 1, and of those below 1. A double becomes infinite or subnormal if it
/// leaves the type. Integers are multiplied without rounding.
template <class T>
bool stays_in_type(const std::vector<T>& x) {
  if constexpr (is_float_v<T>) {
    double up = 1, down = 1;
    for (const T v : x) {
      const double magnitude = std::abs(static_cast<double>(v));
      if (magnitude > 1) up *= magnitude;
      if (magnitude < 1 && magnitude > 0) down *= magnitude;
    }
    return up <= static_cast<double>(Limits<T>::max()) &&
           down >= static_cast<double>(Limits<T>::min_normal());
  } else {
    const std::uint64_t most = Limits<T>::max();
    std::uint64_t all = 1;
    for (const T v : x) {
      const auto magnitude =
          v < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
      if (magnitude == 0) continue;
      if (all > most / magnitude) return false;
      all *= magnitude;
    }
    return true;
  }
}

// WGC.U.1 and WGC.U.6: no order of multiplications overflows or gives subnormals.
TYPED_TEST(ProductData, NoPartOfAProductLeavesTheType) {
  using T = typename TypeParam::type;
  each_group<T>(product, [](const Group<T>& group) {
    if (group.of("infinity") || group.of("subnormal") || group.of("overflow") ||
        (std::is_unsigned_v<T> && (group.of("units") || group.of("zero"))))
      return;
    EXPECT_TRUE(stays_in_type(group.x)) << group.label;
  });
}

// Forwards, backwards, and by halves.
TYPED_TEST(ProductData, EveryOrderGivesTheSame) {
  using T = typename TypeParam::type;
  const auto alike = [](T a, T b) { return a == b || (is_nan(a) && is_nan(b)); };
  each_group<T>(product, [&](const Group<T>& group) {
    const T forwards = reduce<T>(Op::Mul, group.x);
    std::vector<T> x(group.x.rbegin(), group.x.rend());
    EXPECT_TRUE(alike(forwards, reduce<T>(Op::Mul, x))) << group.label;
    for (std::size_t n = x.size(); n > 1; n = (n + 1) / 2)
      for (std::size_t i = 0; i + (n + 1) / 2 < n; ++i) x[i] = combine(Op::Mul, x[i], x[i + (n + 1) / 2]);
    EXPECT_TRUE(alike(forwards, x[0])) << group.label;
  });
}

// A device that rounds products in another way must not pass if it reports rounding to nearest.
TYPED_TEST(ProductData, RoundingDetectsEachOtherWay) {
  using T = typename TypeParam::type;
  if constexpr (is_float_v<T>)
    for (const std::size_t lanes : lane_counts)
      for (const std::uint64_t seed : seeds) {
        if (lanes == 1) continue;
        std::set<std::string> detected;
        for (const auto& group : of_class<T>("rounding", product, lanes, 256, seed)) {
          ExactNumber exact;  // three times the value between 1 and 3
          for (const T v : group.x)
            if (v != T{1} && v != T{3}) exact = exact + v + v + v;
          detected.merge(detected_roundings(exact, reduce<T>(Op::Mul, group.x)));
        }
        EXPECT_EQ(detected, (std::set<std::string>{"down", "half", "toward zero", "up"})) << lanes;
      }
}

// As an input, and as a product of normal numbers.
TYPED_TEST(ProductData, SubnormalsAreInputsAndResults) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 33, 257}) {
    const auto groups = of_class<T>("subnormal", product, lanes);
    EXPECT_EQ(groups.size(), is_float_v<T> ? 2U : 0U);
    for (const auto& group : groups) {
      EXPECT_TRUE(is_subnormal(reduce<T>(Op::Mul, group.x))) << group.label;
      EXPECT_EQ(std::ranges::any_of(group.x, is_subnormal<T>), group.index == 0) << group.label;
    }
  }
}

TYPED_TEST(ProductData, OverflowInEveryOrder) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 33, 257})
    for (const auto& group : of_class<T>("overflow", product, lanes)) {
      EXPECT_TRUE(is_infinite(reduce<T>(Op::Mul, group.x))) << group.label;
      EXPECT_TRUE(std::ranges::none_of(group.x, is_infinite<T>)) << group.label;
      EXPECT_EQ(std::ranges::count_if(group.x, [](T v) { return v != T{1} && v != T(-1); }), 2)
          << group.label;
    }
  EXPECT_TRUE(of_class<float>("overflow", product, 64).size() == 1);
}

// Products in 32 bits or in double must show, also in a small work-group.
TEST(Product, Of64BitsNeedsThem) {
  const auto check = []<class T>(T /*type*/) {
    for (const std::size_t lanes : {7, 15, 64})
      for (const auto& group : of_class<T>("primes", product, lanes)) {
        const T all = reduce<T>(Op::Mul, group.x);
        EXPECT_NE(all, static_cast<T>(static_cast<std::int32_t>(all))) << group.label;
        EXPECT_NE(all, static_cast<T>(static_cast<std::uint32_t>(all))) << group.label;
        if (lanes >= 15) EXPECT_NE(all, static_cast<T>(static_cast<double>(all))) << group.label;
      }
  };
  check(std::int64_t{});
  check(std::uint64_t{});
}

TYPED_TEST(ProductData, LoneVisitsEachLane) {
  using T = typename TypeParam::type;
  std::set<std::size_t> lanes;
  for (const auto& group : of_class<T>("lone", product, 64))
    for (std::size_t lane = 0; lane < 64; ++lane)
      if (group.x[lane] != T{1}) lanes.insert(lane);
  EXPECT_EQ(lanes.size(), 64U);
}

}  // namespace
}  // namespace wgcts::suites
