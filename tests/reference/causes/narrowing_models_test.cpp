// Values and sums that are converted to a narrower type, with any rounding and overflow.
#include "reference/causes/narrowing_models.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reference {
namespace {

constexpr Collective sums{Family::ScanInclusive, Op::Add}, maxima{Family::ScanExclusive, Op::Max},
    minima{Family::ScanExclusive, Op::Min};
constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();

template <class T>
Scene<T> narrowing_scene(Collective c, std::vector<T> x) {
  Scene<T> s{.collective = c, .rule = Rule::Exact, .x = std::move(x)};
  s.truth = s.low = s.high = answers<T>(c, s.x, 0);
  s.size = {s.x.size(), 1, 1};
  return s;
}

template <class T>
bool is_told_via(const Scene<T>& s, const std::vector<T>& got, Narrow type) {
  return std::ranges::any_of(causes_of<T>(s, got), [&](const Cause& c) {
    return c.what == What::Narrowed && c.choice == static_cast<std::uint8_t>(type);
  });
}

TEST(Narrowing, ValuesThatTheTypeCannotHoldBecomeInfinities) {
  const auto s = narrowing_scene<float>(sums, {1, 1e30F, 2, -1e30F, 3});
  EXPECT_TRUE(is_told_via<float>(s, {1, inf, inf, nan, nan}, Narrow::Half));
  EXPECT_FALSE(is_told_via<float>(s, {1, inf, inf, inf, nan}, Narrow::Half));
}

TEST(Narrowing, ValuesTooSmallAreLost) {
  const auto s = narrowing_scene<float>(sums, {1e-30F, 2, 1e-30F});
  EXPECT_TRUE(is_told_via<float>(s, {0, 2, 2}, Narrow::Half));
}

TEST(Narrowing, SumsThatPassTheTypesLargestValueMayBeInfinite) {
  const auto s = narrowing_scene<float>(sums, {60000, 60000, -60000, 1});
  EXPECT_TRUE(is_told_via<float>(s, {60000, inf, inf, inf}, Narrow::Half));
  EXPECT_TRUE(is_told_via<float>(s, {60000, inf, 60000, 60000}, Narrow::Half));
  EXPECT_FALSE(is_told_via<float>(s, {60000, inf, 30000, inf}, Narrow::Half));
  // A value that is added to an infinity may give an infinity or a NaN.
  const auto beyond = narrowing_scene<float>(sums, {-60000, -60000, 1e30F, 1});
  EXPECT_TRUE(is_told_via<float>(beyond, {-60000, -inf, nan, nan}, Narrow::Half));
}

// A scan of 4096 ones in half may stop at 2048, because 2048 + 1 is 2048.
TEST(Narrowing, ALongScanTellsByItsFirstLanes) {
  const auto s = narrowing_scene<float>(sums, std::vector<float>(4096, 1));
  std::vector<float> got;
  for (std::size_t lane = 0; lane < s.lanes(); ++lane)
    got.push_back(static_cast<float>(std::min<std::size_t>(lane + 1, 2048)));
  EXPECT_TRUE(is_told_via<float>(s, got, Narrow::Half));
  got[100] = 90;
  EXPECT_FALSE(is_told_via<float>(s, got, Narrow::Half));
}

// An exclusive scan starts with the identity of the type that computes it.
TEST(Narrowing, TheIdentityIsTheNarrowTypesOwn) {
  const auto of_float = narrowing_scene<float>(maxima, {1.5F, -2.5F, 7});
  EXPECT_TRUE(is_told_via<float>(of_float, {-2147483648.0F, 1, 1}, Narrow::Int));
  const auto of_long = narrowing_scene<std::int64_t>(minima, {(std::int64_t{1} << 53) + 1, 5, 3});
  constexpr std::int64_t indefinite = std::numeric_limits<std::int64_t>::min();
  EXPECT_TRUE(is_told_via<std::int64_t>(of_long, {indefinite, std::int64_t{1} << 53, 5}, Narrow::Double));
}

// A NaN is a NaN in every type.
TEST(Narrowing, ARightNaNDoesNotSpeakAgainstIt) {
  const auto s = narrowing_scene<float>(sums, {1, nan, 2});
  const Cause via_half{
      .what = What::Narrowed, .choice = static_cast<std::uint8_t>(Narrow::Half), .variant = 2};
  EXPECT_FALSE(changes<float>(via_half, s));
}

// Floating-point types have no bitwise operations, so no model computes these in such a type.
TEST(Narrowing, BitsAreCombinedInNoFloatingType) {
  for (const Op op : {Op::And, Op::Or, Op::Xor})
    for (const Family family : {Family::Reduce, Family::ScanInclusive, Family::ScanExclusive}) {
      const auto s = narrowing_scene<std::int32_t>({family, op}, {5, -3, 1 << 30, 7});
      for (const Narrow type : {Narrow::Half, Narrow::Float, Narrow::Double})
        for (const causes::Converted data :
             {causes::Converted::Everything, causes::Converted::EverythingIndefinite})
          EXPECT_FALSE(changes<std::int32_t>({.what = What::Narrowed,
                                              .choice = static_cast<std::uint8_t>(type),
                                              .variant = static_cast<std::uint8_t>(data)},
                                             s));
      auto got = s.truth;
      got[0] ^= 1;
      EXPECT_FALSE(is_told_via<std::int32_t>(s, got, Narrow::Double));
    }
}

}  // namespace
}  // namespace wgcts::reference
