#include <algorithm>
#include <set>

#include "suites/data/data.hpp"
#include "tests/suites/groups.hpp"

namespace wgcts::suites {
namespace {

constexpr Op both[] = {Op::Min, Op::Max};
constexpr Collective reduce_by(Op op) { return {Family::Reduce, op}; }

/// Whether a is better than b for `op`.
template <class T>
bool beats(Op op, T a, T b) {
  return op == Op::Min ? a < b : b < a;
}

template <class Boxed>
class OrderData : public ::testing::Test {};
TYPED_TEST_SUITE(OrderData, AllTypes, TypeName);

// WGC.U.2, WGC.U.8
TYPED_TEST(OrderData, OtherClassesHaveNoNanAndNoSubnormal) {
  using T = typename TypeParam::type;
  for (const Op op : both)
    each_group<T>(reduce_by(op), [](const Group<T>& group) {
      EXPECT_EQ(std::any_of(group.x.begin(), group.x.end(), is_nan<T>), group.data->rule == Rule::Observed)
          << group.label;
      EXPECT_EQ(std::any_of(group.x.begin(), group.x.end(), is_subnormal<T>), group.of("subnormal"))
          << group.label;
      EXPECT_TRUE(group.of("infinity") || std::none_of(group.x.begin(), group.x.end(), is_infinite<T>))
          << group.label;
    });
}

TYPED_TEST(OrderData, NamesAreUniqueAndExplained) {
  using T = typename TypeParam::type;
  std::set<std::string_view> names;
  for (const auto& row : data_classes<T>({Family::Reduce, Op::Max})) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.plan.empty()) << row.name;
  }
  EXPECT_EQ(names.contains("halves"), true);
  EXPECT_EQ(of_class<T>("halves", reduce_by(Op::Max), 8).size(), sizeof(T) == 8 ? 3U : 0U);
}

// There is one best value. A result without that lane is another value.
TYPED_TEST(OrderData, WalkVisitsEveryLaneWithTheOnlyBest) {
  using T = typename TypeParam::type;
  for (const Op op : both)
    for (const std::size_t lanes : {2, 3, 7, 33, 64, 65, 256, 257}) {
      std::set<std::size_t> visited;
      for (const std::uint64_t seed : seeds)
        for (const auto& group : of_class<T>("walk", reduce_by(op), lanes, 256, seed)) {
          const T best = reduce<T>(op, group.x);
          EXPECT_EQ(std::count(group.x.begin(), group.x.end(), best), 1) << group.label;
          visited.insert(
              static_cast<std::size_t>(std::find(group.x.begin(), group.x.end(), best) - group.x.begin()));
        }
      if (lanes <= 256) {
        EXPECT_EQ(visited.size(), lanes);
      }
      EXPECT_TRUE(visited.contains(0) && visited.contains(lanes - 1));
    }
}

// Lanes padded with any value but an integer's identity must show, also with a neighbour of it.
TYPED_TEST(OrderData, EqualHasTheWorstValue) {
  using T = typename TypeParam::type;
  for (const Op op : both)
    for (const std::size_t lanes : {1, 33, 4096}) {
      const std::vector<T> worst(lanes, op == Op::Min ? Limits<T>::max() : Limits<T>::lowest());
      const auto groups = of_class<T>("equal", reduce_by(op), lanes);
      EXPECT_TRUE(std::ranges::any_of(groups, [&](const Group<T>& group) { return group.x == worst; }))
          << lanes;
    }
}

TYPED_TEST(OrderData, SpreadRisesFallsAndReachesAcrossTheType) {
  using T = typename TypeParam::type;
  for (const Op op : both)
    for (const std::size_t lanes : {7, 64, 257}) {
      const auto groups = of_class<T>("spread", reduce_by(op), lanes);
      ASSERT_EQ(groups.size(), 6U);
      const auto better = [op](T a, T b) { return beats(op, a, b); };
      for (const std::size_t falling : {1, 2})
        EXPECT_TRUE(std::is_sorted(groups[falling].x.begin(), groups[falling].x.end(), better));
      for (const std::size_t rising : {0, 3})
        EXPECT_TRUE(std::is_sorted(groups[rising].x.rbegin(), groups[rising].x.rend(), better));
      EXPECT_NE(groups[4].x, groups[5].x);
      for (const auto& group : groups) {
        auto sorted = group.x;
        std::sort(sorted.begin(), sorted.end());
        // The ends are within one step of the type's. Values are unique, except zero, which replaces
        // subnormals.
        const std::uint64_t lowest = rank_of(Limits<T>::lowest()), highest = rank_of(Limits<T>::max());
        const double step = static_cast<double>(highest - lowest) / static_cast<double>(lanes) * 1.01;
        EXPECT_LT(static_cast<double>(rank_of(sorted.front()) - lowest), step);
        EXPECT_LT(static_cast<double>(highest - rank_of(sorted.back())), step);
        for (std::size_t i = 1; i < lanes; ++i)
          EXPECT_TRUE(sorted[i] != sorted[i - 1] || sorted[i] == T{0}) << group.label;
      }
    }
}

/// Wrong identities that drivers have used. For each there is a work-group whose values are all worse. A
/// reduce that starts from the identity returns it there.
template <class T>
std::vector<T> wrong_identities(Op op) {
  const bool min = op == Op::Min;
  if constexpr (is_float_v<T>) {
    std::vector<double> wrong{0.0, static_cast<double>(Limits<T>::min_normal()) / 2, 1, 60000};
    if (sizeof(T) >= 4) wrong.insert(wrong.end(), {0x1p-24, 65504, 2147483647});
    if (sizeof(T) == 8) wrong.insert(wrong.end(), {1.17549435e-38, 3.4028234663852886e38, 9.2e18});
    std::vector<T> result;  // for max FLT_MIN (above all negative values), 0, -1, -65504 ...
    for (const double v : wrong) result.push_back(static_cast<T>(min ? v : -v));
    result.push_back(min ? static_cast<T>(-Limits<T>::min_normal()) : Limits<T>::min_normal());
    return result;
  } else {
    using Signed = std::make_signed_t<T>;
    std::vector<T> result{static_cast<T>(min ? std::numeric_limits<Signed>::max() / 2
                                             : std::numeric_limits<Signed>::min() / 2)};
    if (min) {
      result.push_back(T{0});
      if (std::is_unsigned_v<T>) result.push_back(static_cast<T>(std::numeric_limits<Signed>::max()));
      if (sizeof(T) == 8)
        for (const std::int64_t v : {0x7fffLL, 0x7fffffffLL, 0xffffffffLL})
          result.push_back(static_cast<T>(v));
    } else if (std::is_signed_v<T>) {
      result.insert(result.end(), {T{0}, static_cast<T>(-1), static_cast<T>(-0x8000)});
      if (sizeof(T) == 8) result.push_back(static_cast<T>(std::numeric_limits<std::int32_t>::min()));
    } else {
      result.push_back(static_cast<T>(std::numeric_limits<Signed>::min()));
    }
    return result;
  }
}

TYPED_TEST(OrderData, BeyondIsWorseThanEveryWrongIdentity) {
  using T = typename TypeParam::type;
  for (const Op op : both)
    for (const std::size_t lanes : {1, 2, 33, 257, 1024})
      for (const std::uint64_t seed : seeds) {
        const auto groups = of_class<T>("beyond", reduce_by(op), lanes, 12, seed);
        for (const T wrong : wrong_identities<T>(op))
          EXPECT_TRUE(std::any_of(groups.begin(), groups.end(),
                                  [&](const auto& group) {
                                    return std::all_of(group.x.begin(), group.x.end(),
                                                       [&](T v) { return beats(op, wrong, v); });
                                  }))
              << static_cast<double>(wrong) << (op == Op::Min ? " min " : " max ") << lanes;
      }
}

// Several limits, because a wrong identity close to the values may be hidden if the end is clamped or wraps.
TYPED_TEST(OrderData, BeyondHasSeveralLimits) {
  using T = typename TypeParam::type;
  for (const Op op : both) {
    std::set<T> bests;
    for (const auto& group : of_class<T>("beyond", reduce_by(op), 64)) bests.insert(reduce<T>(op, group.x));
    const bool only_one = std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::uint64_t>;
    EXPECT_GE(bests.size(), only_one && op == Op::Max ? 1U : 2U);
  }
}

TYPED_TEST(OrderData, AdjacentValuesAreNeighbours) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 33, 257})
    for (const auto& group : of_class<T>("adjacent", reduce_by(Op::Max), lanes)) {
      auto sorted = group.x;
      std::sort(sorted.begin(), sorted.end());
      for (std::size_t i = 1; i < lanes; ++i) {
        if (is_float_v<T> && (sorted[i - 1] == T{0} || sorted[i] == T{0}))
          continue;  // subnormals are left out
        if (sorted[i] != sorted[i - 1]) {
          EXPECT_EQ(sorted[i], next_up(sorted[i - 1])) << group.label;
        }
      }
      EXPECT_NE(sorted.front(), sorted.back()) << group.label;
    }
}

// Comparing words by halves, or signed instead of unsigned, must change the result.
template <class T>
T best_by_low_words(Op op, const std::vector<T>& x) {
  return *std::max_element(x.begin(), x.end(), [op](T a, T b) {
    const auto low_a = static_cast<std::uint32_t>(bits(a)), low_b = static_cast<std::uint32_t>(bits(b));
    return op == Op::Min ? low_a > low_b : low_a < low_b;
  });
}
template <class T>
T best_by_high_words(Op op, const std::vector<T>& x) {
  return *std::max_element(x.begin(), x.end(), [op](T a, T b) {
    const auto high_a = static_cast<std::int32_t>(bits(a) >> 32),
               high_b = static_cast<std::int32_t>(bits(b) >> 32);
    return op == Op::Min ? high_a > high_b : high_a < high_b;
  });
}

template <class T>
void expect_halves_disagree() {
  for (const Op op : both)
    for (const std::size_t lanes : {64, 257})
      for (const std::uint64_t seed : seeds) {
        bool low = false, high = false;
        for (const auto& group : of_class<T>("halves", reduce_by(op), lanes, 256, seed)) {
          const T best = reduce<T>(op, group.x);
          low |= best_by_low_words(op, group.x) != best;
          high |= best_by_high_words(op, group.x) != best;
        }
        EXPECT_TRUE(low && high) << lanes;
      }
}

TEST(Halves, HaveDifferentOrders) {
  expect_halves_disagree<std::int64_t>();
  expect_halves_disagree<std::uint64_t>();
  expect_halves_disagree<double>();
}

template <class Boxed>
class OrderFloats : public ::testing::Test {};
TYPED_TEST_SUITE(OrderFloats, FloatTypes, TypeName);

TYPED_TEST(OrderFloats, Infinity) {
  using T = typename TypeParam::type;
  const T inf = Limits<T>::infinity();
  for (const Op op : both) {
    const auto groups = of_class<T>("infinity", reduce_by(op), 33);
    ASSERT_EQ(groups.size(), 3U);
    const T worst = op == Op::Min ? inf : static_cast<T>(-inf);
    EXPECT_EQ(groups[0].x, std::vector<T>(33, worst));  // detects an identity of FLT_MAX
    EXPECT_EQ(reduce<T>(op, groups[1].x), -worst);
    EXPECT_TRUE(std::count(groups[2].x.begin(), groups[2].x.end(), worst) > 0);
  }
}

TYPED_TEST(OrderFloats, ZerosOfBothSigns) {
  using T = typename TypeParam::type;
  std::set<bits_of<T>> seen;
  for (const auto& group : of_class<T>("zeros", reduce_by(Op::Min), 33))
    for (const T v : group.x) seen.insert(bits(v));
  EXPECT_EQ(seen, (std::set<bits_of<T>>{bits(T{0}), bits(static_cast<T>(-T{0}))}));
}

TYPED_TEST(OrderFloats, RulesLeaveClassesOut) {
  using T = typename TypeParam::type;
  for (const auto& group :
       launch<T>(reduce_by(Op::Max), 64, 12, 1, {.denormals = false, .infinities = false}))
    for (const T v : group.x) EXPECT_FALSE(is_nan(v) || is_infinite(v) || is_subnormal(v)) << group.label;
}

}  // namespace
}  // namespace wgcts::suites
