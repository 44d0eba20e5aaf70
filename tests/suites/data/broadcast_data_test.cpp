#include <algorithm>
#include <set>

#include "suites/data/data.hpp"
#include "tests/suites/groups.hpp"

namespace wgcts::suites {
namespace {

constexpr Collective broadcast{Family::Broadcast};

template <class Boxed>
class BroadcastData : public ::testing::Test {};
TYPED_TEST_SUITE(BroadcastData, AllTypes, TypeName);

// WGC.BC.2: a source outside the work-group is undefined.
TYPED_TEST(BroadcastData, SourceIsALane) {
  using T = typename TypeParam::type;
  each_group<T>(broadcast, [](const Group<T>& group) {
    EXPECT_LT(group.source, group.lanes()) << group.label;
    EXPECT_EQ(group.data->rule, Rule::Bits) << group.label;
  });
}

TYPED_TEST(BroadcastData, DistinctUsesEveryLaneAsSource) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : lane_counts) {
    std::set<std::size_t> visited;
    const std::size_t walk = lanes <= 257 ? 256 : 12;
    for (const auto& group : of_class<T>("distinct", broadcast, lanes, walk)) visited.insert(group.source);
    if (lanes <= walk) {
      EXPECT_EQ(visited.size(), lanes);
    }
    EXPECT_TRUE(visited.contains(0) && visited.contains(lanes - 1)) << lanes;
  }
}

// Other lanes have other values, in particular the first and the last, which drivers have always returned.
// Random values may be equal, so some work-groups are exempt.
TYPED_TEST(BroadcastData, OtherLanesHaveOtherValues) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 3, 7, 64, 257, 1024, 8192})
    for (const bool last : {false, true}) {
      std::size_t seen = 0, asked = 0;
      for (const auto& group : of_class<T>("distinct", broadcast, lanes, 12)) {
        const std::size_t other = last ? lanes - 1 : 0;
        if (group.source == other) continue;
        ++asked;
        seen += bits(group.x[group.source]) != bits(group.x[other]);
      }
      EXPECT_GT(asked, 0U);
      EXPECT_GE(seen * 4, asked * 3) << lanes;
    }
}

TYPED_TEST(BroadcastData, AdjacentValuesAreOneApart) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : lane_counts)
    for (const auto& group : of_class<T>("adjacent", broadcast, lanes, 12))
      for (std::size_t lane = 1; lane < lanes; ++lane)
        EXPECT_EQ(group.x[lane], next_up(group.x[lane - 1])) << group.label;
}

TYPED_TEST(BroadcastData, SpecialValuesAreBroadcast) {
  using T = typename TypeParam::type;
  std::set<bits_of<T>> named;
  for (const auto& group : of_class<T>("special", broadcast, 64)) named.insert(bits(group.x[group.source]));
  EXPECT_EQ(named.contains(bits(T{0})) && named.contains(bits(Limits<T>::max())), true);
  EXPECT_TRUE(named.contains(bits(Limits<T>::lowest())));
  if constexpr (is_float_v<T>) {
    EXPECT_TRUE(named.contains(bits(static_cast<T>(-T{0}))));
  }
}

TYPED_TEST(BroadcastData, OnlyTheSubnormalClassHasSubnormals) {
  using T = typename TypeParam::type;
  each_group<T>(broadcast, [](const Group<T>& group) {
    EXPECT_EQ(std::any_of(group.x.begin(), group.x.end(), is_subnormal<T>), group.of("subnormal"))
        << group.label;
    if (group.of("infinity")) return;
    EXPECT_FALSE(is_nan(group.x[group.source]) || is_infinite(group.x[group.source])) << group.label;
  });
}

template <class Boxed>
class BroadcastFloats : public ::testing::Test {};
TYPED_TEST_SUITE(BroadcastFloats, FloatTypes, TypeName);

TYPED_TEST(BroadcastFloats, RulesLeaveClassesOut) {
  using T = typename TypeParam::type;
  // There are more work-items than finite halves.
  for (const std::size_t lanes : {std::size_t{64}, std::size_t{65536}})
    for (const auto& group : launch<T>(broadcast, lanes, 12, 1, {.denormals = false, .infinities = false}))
      EXPECT_TRUE(std::ranges::none_of(group.x, [](T v) {
        return is_nan(v) || is_infinite(v) || is_subnormal(v);
      })) << group.label;
}

// A broadcast by sums or products of 2 among infinities gives a NaN.
TYPED_TEST(BroadcastFloats, FiniteAmongInfinities) {
  using T = typename TypeParam::type;
  for (const auto& group : of_class<T>("finite", broadcast, 33))
    for (std::size_t lane = 0; lane < 33; ++lane)
      EXPECT_EQ(is_nan(group.x[lane]) || is_infinite(group.x[lane]), lane != group.source) << group.label;
}

}  // namespace
}  // namespace wgcts::suites
