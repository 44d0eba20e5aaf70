#include <algorithm>
#include <set>

#include "suites/data/data.hpp"
#include "tests/suites/groups.hpp"

namespace wgcts::suites {
namespace {

using Predicates = Group<std::int32_t>;
constexpr std::int32_t int_min = std::numeric_limits<std::int32_t>::min();

template <class Check>
void each_of(std::string_view name, Check check) {
  for (const std::size_t lanes : lane_counts)
    for (const auto& group : of_class<std::int32_t>(name, {Family::All}, lanes, lanes <= 257 ? 256 : 12))
      check(group);
}

std::size_t zeros(const Predicates& group) {
  return static_cast<std::size_t>(std::count(group.x.begin(), group.x.end(), 0));
}

std::uint32_t sum_of(const Predicates& group) {
  std::uint32_t sum = 0;
  for (const auto v : group.x) sum += static_cast<std::uint32_t>(v);
  return sum;
}

std::uint32_t and_of(const Predicates& group) {
  std::uint32_t bits = ~0U;
  for (const auto v : group.x) bits &= static_cast<std::uint32_t>(v);
  return bits;
}

TEST(PredicateData, AllAndAnyHaveTheSameData) {
  EXPECT_EQ(data_classes<std::int32_t>({Family::All}).data(),
            data_classes<std::int32_t>({Family::Any}).data());
  std::set<std::string_view> names;
  for (const auto& row : data_classes<std::int32_t>({Family::All})) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_EQ(row.rule, Rule::Truth) << row.name;
  }
}

TEST(PredicateData, AllTrueAndAllFalse) {
  std::set<std::int32_t> values;
  each_of("all_true", [&](const Predicates& g) {
    EXPECT_EQ(zeros(g), 0U) << g.label;
    values.insert(g.x[0]);
  });
  EXPECT_TRUE(values.contains(1) && values.contains(-1));
  EXPECT_TRUE(std::any_of(values.begin(), values.end(),
                          [](std::int32_t v) { return v % 2 == 0; }));  // the low bit is clear
  each_of("all_false", [](const Predicates& g) { EXPECT_EQ(zeros(g), g.lanes()) << g.label; });
}

// Walks with a work-group for each lane visit each lane.
TEST(PredicateData, OneHotAndOneCold) {
  for (const std::size_t lanes : lane_counts) {
    const std::size_t walk = lanes <= 257 ? 256 : 12;
    for (const bool hot : {true, false}) {
      std::set<std::size_t> visited;
      for (const auto& group :
           of_class<std::int32_t>(hot ? "one_hot" : "one_cold", {Family::Any}, lanes, walk)) {
        EXPECT_EQ(zeros(group), hot ? lanes - 1 : 1) << group.label;
        for (std::size_t lane = 0; lane < lanes; ++lane)
          if ((group.x[lane] != 0) == hot) visited.insert(lane);
      }
      if (lanes <= walk) {
        EXPECT_EQ(visited.size(), lanes);
      }
      EXPECT_TRUE(visited.contains(0) && visited.contains(lanes - 1)) << lanes;
    }
  }
}

// Drivers have ANDed the values bit by bit.
TEST(PredicateData, DisjointIsTrueAndAndsToZero) {
  each_of("disjoint", [](const Predicates& group) {
    EXPECT_EQ(zeros(group), 0U) << group.label;
    for (std::size_t lane = 1; lane < group.lanes(); ++lane)
      EXPECT_EQ(group.x[lane] & group.x[lane - 1], 0) << group.label;
    if (group.lanes() >= 2) {
      EXPECT_EQ(and_of(group), 0U) << group.label;
    }
  });
}

// Drivers have added the values. A single value is its own sum.
TEST(PredicateData, ZeroSumIsTrueAndSumsToZero) {
  each_of("zero_sum", [](const Predicates& group) {
    EXPECT_EQ(zeros(group), 0U) << group.label;
    // Work-group 1 contains only INT_MIN, whose sum needs an even number of lanes.
    if (group.lanes() >= 2 && (group.index != 1 || group.lanes() % 2 == 0)) {
      EXPECT_EQ(sum_of(group), 0U) << group.label;
    }
  });
}

// Only the number of lanes tells a driver that adds the values from one for which only 1 is true.
TEST(PredicateData, ZerosAndTwosAddUpToTheNumberOfLanes) {
  each_of("zeros_and_twos", [](const Predicates& group) {
    EXPECT_EQ(sum_of(group), group.lanes()) << group.label;
    EXPECT_EQ(zeros(group), group.lanes() / 2) << group.label;
  });
}

// Drivers have kept one bit, or one byte, of the value.
TEST(PredicateData, EveryBitIsAloneOnce) {
  std::set<std::int32_t> same, lone;
  for (const auto& group : of_class<std::int32_t>("same_bit", {Family::All}, 33)) {
    EXPECT_EQ(std::set<std::int32_t>(group.x.begin(), group.x.end()).size(), 1U);
    same.insert(group.x[0]);
  }
  for (const auto& group : of_class<std::int32_t>("lone_bit", {Family::Any}, 33)) {
    EXPECT_EQ(zeros(group), 32U);
    lone.insert(static_cast<std::int32_t>(sum_of(group)));
  }
  for (const auto& values : {same, lone}) {
    EXPECT_EQ(values.size(), 32U);
    for (const std::int32_t v : {1, 2, 256, 0x10000, int_min}) EXPECT_TRUE(values.contains(v)) << v;
  }
}

// A device may return true for a false `any` in few work-groups only.
TEST(PredicateData, AnyIsFalseInAQuarterOfTheWorkGroups) {
  for (const std::size_t walk : {8, 128}) {
    std::size_t of_zeros = 0;
    const auto groups = launch<std::int32_t>({Family::Any}, 33, walk, 1);
    for (const auto& group : groups) of_zeros += zeros(group) == 33 ? 1 : 0;
    EXPECT_GE(4 * of_zeros, groups.size()) << walk;
  }
}

}  // namespace
}  // namespace wgcts::suites
