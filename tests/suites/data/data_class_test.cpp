#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "suites/data/data.hpp"
#include "tests/reference/types.hpp"

namespace wgcts::suites {
namespace {

template <class Boxed>
class Rank : public ::testing::Test {};
TYPED_TEST_SUITE(Rank, AllTypes, TypeName);

template <class T>
void expect_rank_is_order(T a, T b) {
  EXPECT_EQ(rank_of(a) < rank_of(b), a < b);
  EXPECT_EQ(rank_of(a) == rank_of(b), a == b);
  EXPECT_EQ(of_rank<T>(rank_of(a)), a);
}

TYPED_TEST(Rank, KeepsTheOrder) {
  using T = typename TypeParam::type;
  std::vector<T> v{
      T{0}, T{1}, static_cast<T>(-1), Limits<T>::max(), Limits<T>::lowest(), T{100}, static_cast<T>(-100)};
  if constexpr (is_float_v<T>) {
    for (const T each : {Limits<T>::min_normal(), Limits<T>::denorm_min(), Limits<T>::infinity()})
      v.push_back(each), v.push_back(static_cast<T>(-each));
    v.push_back(static_cast<T>(-T{0}));
  } else {
    for (const int shift : {15, 30, 31}) v.push_back(static_cast<T>(bits_of<T>{1} << shift));
    v.push_back(static_cast<T>(bits_of<T>{1} << (sizeof(T) * 8 - 1)));
  }
  for (const T a : v)
    for (const T b : v) expect_rank_is_order(a, b);
}

TYPED_TEST(Rank, NeighboursAreOneApart) {
  using T = typename TypeParam::type;
  for (const T v : {T{1}, T{100}, static_cast<T>(Limits<T>::max() / T{2}), Limits<T>::lowest(), T{0}})
    EXPECT_EQ(rank_of(next_up(v)), rank_of(v) + 1);
}

TYPED_TEST(Rank, IsInvertibleForRandomBits) {
  using T = typename TypeParam::type;
  Random random(9);
  for (int i = 0; i < 20000; ++i) {
    const T a = std::bit_cast<T>(static_cast<bits_of<T>>(random.bits())),
            b = std::bit_cast<T>(static_cast<bits_of<T>>(random.bits()));
    if (!is_nan(a) && !is_nan(b)) expect_rank_is_order(a, b);
  }
}

TEST(RankOfFloats, ZerosHaveOneRankAndInfinitiesAreTheEnds) {
  EXPECT_EQ(rank_of(-0.0F), middle_rank);
  EXPECT_EQ(rank_of(0.0), middle_rank);
  EXPECT_EQ(rank_of(static_cast<half>(-0.0F)), middle_rank);
  EXPECT_EQ(bits(of_rank<half>(middle_rank)), 0);
  EXPECT_EQ(rank_of(Limits<half>::infinity()), middle_rank + 0x7c00);
  EXPECT_EQ(rank_of(static_cast<half>(-Limits<half>::infinity())), middle_rank - 0x7c00);
  EXPECT_EQ(rank_of(std::uint64_t{0}), 0U);
  EXPECT_EQ(rank_of(~std::uint64_t{0}), ~std::uint64_t{0});
  EXPECT_EQ(rank_of(0xffffffffU), 0xffffffffU);
}

TYPED_TEST(Rank, AnyValueIsFiniteAndOfBothSigns) {
  using T = typename TypeParam::type;
  Random random(4);
  bool upper = false, lower = false;
  for (int i = 0; i < 20000; ++i) {
    const T v = any_value<T>(random);
    EXPECT_TRUE(Limits<T>::lowest() <= v && v <= Limits<T>::max());
    EXPECT_EQ(bits(without_subnormal(v)), bits(v));
    upper |= v > static_cast<T>(Limits<T>::max() / T{2});
    lower |= v < static_cast<T>(Limits<T>::lowest() / T{2} + (std::is_unsigned_v<T> ? T{1000} : T{0})) ||
             std::is_unsigned_v<T>;
  }
  EXPECT_TRUE(upper && lower);
}

TEST(WithoutSubnormal, MakesThemZero) {
  EXPECT_EQ(without_subnormal(Limits<float>::denorm_min()), 0.0F);
  EXPECT_EQ(without_subnormal(-Limits<double>::denorm_min()), 0.0);
  EXPECT_EQ(without_subnormal(next_down(Limits<half>::min_normal())), half{0});
  EXPECT_EQ(without_subnormal(Limits<half>::min_normal()), Limits<half>::min_normal());
  EXPECT_EQ(without_subnormal(-Limits<float>::min_normal()), -Limits<float>::min_normal());
  EXPECT_EQ(without_subnormal(1), 1);
}

/// The lanes of a walk with `count` work-groups.
std::set<std::size_t> walked(std::size_t lanes, std::size_t count, std::uint64_t seed) {
  std::vector<std::int32_t> x(lanes);
  std::set<std::size_t> visited;
  for (std::size_t index = 0; index < count; ++index) {
    Filling<std::int32_t> f{{Family::Any}, x, index, count, 0, Random(seed + index)};
    visited.insert(walk_lane(f));
  }
  return visited;
}

RC_GTEST_PROP(Walk, VisitsEveryLaneIfPossible, (std::uint64_t seed)) {
  const auto lanes = *rc::gen::inRange<std::size_t>(1, 300), more = *rc::gen::inRange<std::size_t>(0, 300);
  RC_ASSERT(walked(lanes, lanes + more, seed).size() == lanes);
}

RC_GTEST_PROP(Walk, StaysInTheWorkGroup, (std::uint64_t seed)) {
  const auto lanes = *rc::gen::inRange<std::size_t>(1, 9000);
  const auto count = *rc::gen::inRange<std::size_t>(1, 60);
  const auto visited = walked(lanes, count, seed);
  RC_ASSERT(*visited.rbegin() < lanes);
  if (count >= 2 && count < lanes) RC_ASSERT(visited.contains(0) && visited.contains(lanes - 1));
}

TEST(Walk, ShortWalksVisitTheEdgesOfSubGroups) {
  for (const std::size_t lane : walked(1024, 200, 1)) {
    const bool edge = lane % 8 == 7 || lane % 8 == 0 || lane % 8 == 1;
    EXPECT_TRUE(edge || lane == 512) << lane;
  }
}

}  // namespace
}  // namespace wgcts::suites
