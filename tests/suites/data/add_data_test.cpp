#include <algorithm>
#include <cmath>
#include <set>

#include "suites/data/data.hpp"
#include "tests/suites/groups.hpp"

namespace wgcts::suites {
namespace {

constexpr Collective reduce_add{Family::Reduce, Op::Add};

template <class Boxed>
class AddData : public ::testing::Test {};
TYPED_TEST_SUITE(AddData, AllTypes, TypeName);
template <class Boxed>
class AddFloats : public ::testing::Test {};
TYPED_TEST_SUITE(AddFloats, FloatTypes, TypeName);

/// The exponent of the largest power of two that divides a finite non-zero value.
int quantum_exponent(double value) {
  int exponent = 0;
  auto significand = static_cast<std::uint64_t>(std::ldexp(std::abs(std::frexp(value, &exponent)), 53));
  exponent -= 53;
  for (; significand % 2 == 0; significand /= 2) ++exponent;
  return exponent;
}

/// Signed sums stay in range in every order if the sums of the positive and of the negative values do.
template <class T>
void expect_order_of_no_matter(const Group<T>& group) {
  if constexpr (is_float_v<T>) {
    if (group.of("overflow")) return;  // has a test of its own
    int quantum = Limits<T>::max_exponent;
    for (const T v : group.x)
      if (v != T{0} && !is_nan(v) && !is_infinite(v))
        quantum = std::min(quantum, quantum_exponent(static_cast<double>(v)));
    double positive = 0, negative = 0;  // in quanta: exact up to 2^53
    for (const T v : group.x) {
      if (is_nan(v) || is_infinite(v)) continue;
      const double quanta = std::ldexp(static_cast<double>(v), -quantum);
      (quanta > 0 ? positive : negative) += std::abs(quanta);
    }
    const double most = std::ldexp(1.0, Limits<T>::precision);
    EXPECT_LE(positive, most) << group.label;
    EXPECT_LE(negative, most) << group.label;
    EXPECT_LE(std::ldexp(std::max(positive, negative), quantum), static_cast<double>(Limits<T>::max()))
        << group.label;
    // No sum is smaller than the quantum, so none is subnormal unless the quantum is.
    if (!group.of("subnormal") && positive + negative > 0) {
      EXPECT_GE(quantum, Limits<T>::min_exponent - 1) << group.label;
    }
  } else if constexpr (std::is_signed_v<T>) {
    ExactNumber positive, negative;
    for (const T v : group.x) {
      ExactNumber& side = v > 0 ? positive : negative;
      side = side + v;
    }
    EXPECT_TRUE(positive <= Limits<T>::max() && negative >= Limits<T>::lowest()) << group.label;  // WGC.U.1
  }
}

TYPED_TEST(AddData, ExactSumsAreExactInEveryOrder) {
  using T = typename TypeParam::type;
  each_group<T>(reduce_add, [](const Group<T>& group) {
    if (group.data->rule == Rule::Exact) expect_order_of_no_matter(group);
  });
}

// Sums by random trees in T, and from the last lane down, equal those of the model.
TYPED_TEST(AddData, RandomTreesAgree) {
  using T = typename TypeParam::type;
  Random random(3);
  for (const std::size_t lanes : {2, 7, 65, 257, 1024, 8192})
    for (const auto& group : launch<T>(reduce_add, lanes, 4, 5)) {
      if (group.data->rule != Rule::Exact) continue;
      const T model = reduce<T>(Op::Add, group.x);
      for (int i = 0; i < 3; ++i) {
        auto pool = group.x;
        while (pool.size() > 1) {
          std::swap(pool[random.below(pool.size())], pool.back());
          const T last = pool.back();
          pool.pop_back();
          T& other = pool[random.below(pool.size())];
          other = combine(Op::Add, other, last);
        }
        EXPECT_TRUE(accepts(Rule::Exact, model, model, pool[0])) << group.label;
      }
    }
}

TYPED_TEST(AddData, OnlyTheSubnormalClassHasSubnormals) {
  using T = typename TypeParam::type;
  each_group<T>(reduce_add, [](const Group<T>& group) {
    const bool any = std::any_of(group.x.begin(), group.x.end(), is_subnormal<T>);
    if (group.of("subnormal") && group.lanes() <= 2) return;  // with few lanes the values are large
    EXPECT_EQ(any, group.of("subnormal")) << group.label;
  });
}

TYPED_TEST(AddData, NamesAreUniqueAndExplained) {
  using T = typename TypeParam::type;
  std::set<std::string_view> names;
  for (const auto& row : data_classes<T>({Family::Reduce, Op::Add})) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_FALSE(row.plan.empty()) << row.name;
  }
  for (const char* name : {"exact", "ones", "zeros", "wide", "coded", "lone", "cancel"})
    EXPECT_TRUE(names.contains(name)) << name;
}

// In the class `coded` a sum shows its lanes. Each block's values are distinct powers of two, and up to four
// blocks cover all lanes.
TYPED_TEST(AddData, CodedLanesHaveTheirOwnBit) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : lane_counts) {
    std::set<std::size_t> covered;
    const auto groups = of_class<T>("coded", reduce_add, lanes);
    for (const auto& group : groups) {
      std::set<T> seen;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        if (group.x[lane] == T{0}) continue;
        EXPECT_TRUE(seen.insert(group.x[lane]).second) << group.label;
        const auto wide = static_cast<std::uint64_t>(group.x[lane]);
        EXPECT_EQ(wide & (wide - 1), 0U) << group.label;
        covered.insert(lane);
      }
      EXPECT_FALSE(seen.empty()) << group.label;
    }
    const std::size_t block =
        is_float_v<T> ? static_cast<std::size_t>(Limits<T>::precision) : std::numeric_limits<T>::digits;
    if (lanes <= 4 * block) {
      EXPECT_EQ(covered.size(), lanes);
    }
    EXPECT_TRUE(covered.contains(0) && covered.contains(lanes - 1)) << lanes;
  }
}

TYPED_TEST(AddData, LoneWalksTheLanes) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {1, 2, 3, 7, 12, 13, 257}) {
    std::set<std::size_t> visited;
    for (const auto& group : of_class<T>("lone", reduce_add, lanes)) {
      std::size_t count = 0;
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (group.x[lane] != T{0}) visited.insert(lane), ++count;
      EXPECT_EQ(count, 1U) << group.label;
    }
    if (lanes <= 12) {
      EXPECT_EQ(visited.size(), lanes);
    }
    EXPECT_TRUE(visited.contains(0) && visited.contains(lanes - 1)) << lanes;
  }
}

/// The lane that is not zero, for each index.
template <class T>
std::vector<std::ptrdiff_t> lone_lanes() {
  constexpr std::size_t lanes = 257, walk = 12;
  std::vector<std::ptrdiff_t> found;
  for (const auto& assignment : schedule<T>(reduce_add, everything, lanes, walk))
    if (assignment.data->name == "lone") {
      const std::vector<T> x = make_data<T>(reduce_add, assignment, lanes, 1, assignment.index).x;
      found.push_back(std::ranges::find_if(x, [](T v) { return v != T{0}; }) - x.begin());
    }
  return found;
}

// GCC 12 evaluates an assignment of half in another order than Clang, so half got different data.
TEST(AddDataOfHalf, LoneHasTheLanesOfFloat) {
  EXPECT_GT(lone_lanes<float>().size(), 2U);
  EXPECT_EQ(lone_lanes<half>(), lone_lanes<float>());
}

TYPED_TEST(AddData, OnesAndZeros) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {1, 2, 65, 257}) {
    EXPECT_EQ(of_class<T>("ones", reduce_add, lanes).at(0).x, std::vector<T>(lanes, T{1}));
    EXPECT_EQ(of_class<T>("zeros", reduce_add, lanes).at(0).x, std::vector<T>(lanes, T{0}));
  }
}

// The sum of `wide` changes in a narrower type.
TYPED_TEST(AddData, WideNeedsTheFullWidthOfTheType) {
  using T = typename TypeParam::type;
  using Narrow =
      std::conditional_t<sizeof(T) == 8, float, std::conditional_t<std::is_same_v<T, float>, half, float>>;
  if (sizeof(T) == 2) return;  // nothing is narrower than half
  for (const std::size_t lanes : {2, 7, 65, 257})
    for (const auto& group : of_class<T>("wide", reduce_add, lanes)) {
      Narrow narrow{0};
      for (const T v : group.x) narrow = static_cast<Narrow>(narrow + static_cast<Narrow>(v));
      const T model = reduce<T>(Op::Add, group.x);
      EXPECT_NE(ExactNumber(narrow), ExactNumber(model)) << group.label;
    }
}

template <class T>
void expect_wraps() {
  for (const std::size_t lanes : {3, 64, 257}) {
    bool wrapped = false;
    for (const auto& group : of_class<T>("wrap", reduce_add, lanes)) {
      ExactNumber sum;
      for (const T v : group.x) sum = sum + v;
      wrapped |= sum > Limits<T>::max();
    }
    EXPECT_TRUE(wrapped) << lanes;
  }
}

TEST(Unsigned, SumsWrap) {
  expect_wraps<std::uint32_t>();
  expect_wraps<std::uint64_t>();
  EXPECT_TRUE(of_class<std::int32_t>("wrap", reduce_add, 64).empty());  // WGC.U.1
  EXPECT_TRUE(of_class<float>("wrap", reduce_add, 64).empty());
}

TEST(Signed, ExtremesContainBothEnds) {
  std::set<std::int64_t> seen;
  for (const auto& group : of_class<std::int64_t>("extremes", reduce_add, 33))
    seen.insert(group.x.begin(), group.x.end());
  EXPECT_TRUE(seen.contains(Limits<std::int64_t>::lowest()) && seen.contains(Limits<std::int64_t>::max()));
}

// The bound stays below half of any value. A larger bound would accept a missing lane.
TYPED_TEST(AddFloats, RoundingBoundsDetectAMissingValue) {
  using T = typename TypeParam::type;
  for (const auto& rules : {FloatRules{}, FloatRules{.nearest = false}})
    each_group<T>(reduce_add, [&](const Group<T>& group) {
      if (!group.of("rounding")) return;
      EXPECT_EQ(group.data->rule, Rule::Bounded);
      const auto sums = legal_sums<T>(group.x, rules);
      for (std::size_t lane = 0; lane < group.lanes(); ++lane) {
        if (group.x[lane] == T{0}) continue;
        const double width = static_cast<double>(sums[lane].high) - static_cast<double>(sums[lane].low);
        EXPECT_LT(width, std::abs(static_cast<double>(group.x[lane])) / 2) << group.label << " lane " << lane;
      }
    });
}

TYPED_TEST(AddFloats, RoundingDoesRound) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {7, 64, 257}) {
    bool rounds = false;  // a single sum may happen to need no rounding
    for (const auto& group : of_class<T>("rounding", reduce_add, lanes)) {
      ExactNumber exact;
      for (const T v : group.x) exact = exact + v;
      rounds |= ExactNumber(exact.template to<T>()) != exact;
    }
    EXPECT_TRUE(rounds) << lanes;
  }
}

// A device that rounds in another way must not pass if it reports rounding to nearest. The launches of the
// largest work-groups have fewer data, which detect rounding toward zero.
TYPED_TEST(AddFloats, RoundingDetectsEachOtherWay) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 7, 64, 257, 4000}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      std::set<std::string> detected;
      for (const auto& group : of_class<T>("rounding", reduce_add, lanes, 256, seed)) {
        ExactNumber exact;
        for (const T v : group.x) exact = exact + v;
        const auto legal = legal_sums<T>(group.x, {}).back();
        if (legal.low == legal.high) detected.merge(detected_roundings(exact, legal.low));
      }
      if (lanes == 4000)
        EXPECT_TRUE(detected.contains("toward zero"));
      else
        EXPECT_EQ(detected, (std::set<std::string>{"down", "half", "toward zero", "up"})) << lanes;
    }
  }
}

// Both values have all their bits, and the exact sum has more than the type.
TYPED_TEST(AddFloats, SomeSumsAlignTheirValues) {
  using T = typename TypeParam::type;
  std::size_t rounded = 0;
  constexpr std::uint64_t many = 20;
  for (std::uint64_t seed = 0; seed < many; ++seed)
    for (const auto& group : of_class<T>("rounding", reduce_add, 33, 256, seed)) {
      if (group.index != 4) continue;
      std::vector<T> values;
      for (const T v : group.x)
        if (v != T{0}) values.push_back(v);
      ASSERT_EQ(values.size(), 2U) << group.label;
      EXPECT_GT(std::abs(static_cast<double>(values[0])), 3 * std::abs(static_cast<double>(values[1])));
      const ExactNumber exact = ExactNumber(values[0]) + values[1];
      rounded += exact == ExactNumber(exact.template to<T>()) ? 0 : 1;
    }
  EXPECT_GT(rounded, many / 2);
}

TYPED_TEST(AddFloats, OverflowInEveryOrder) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 3, 257})
    for (const auto& group : of_class<T>("overflow", reduce_add, lanes)) {
      std::vector<T> big;
      for (const T v : group.x)
        if (v != T{0}) big.push_back(v);
      ASSERT_EQ(big.size(), 2U) << group.label;
      EXPECT_EQ(big[0], big[1]);
      EXPECT_TRUE(big[0] == Limits<T>::max() || big[0] == Limits<T>::lowest()) << group.label;
    }
}

TYPED_TEST(AddFloats, InfinityContainsEachKind) {
  using T = typename TypeParam::type;
  const T inf = Limits<T>::infinity();
  for (const std::size_t lanes : {2, 33, 257}) {
    std::vector<T> sums;
    for (const auto& group : of_class<T>("infinity", reduce_add, lanes))
      sums.push_back(reduce<T>(Op::Add, group.x));
    ASSERT_EQ(sums.size(), 5U);
    EXPECT_TRUE(sums[0] == inf && sums[1] == -inf && is_nan(sums[2]) && is_nan(sums[3]) && sums[4] == inf);
  }
}

// WGC.FP.4, WGC.FP.5, WGC.U.8: classes that need unsupported values are left out.
TYPED_TEST(AddFloats, RulesLeaveClassesOut) {
  using T = typename TypeParam::type;
  for (const auto& group : launch<T>(reduce_add, 64, 12, 1, {.denormals = false, .infinities = false})) {
    for (const T v : group.x) EXPECT_FALSE(is_nan(v) || is_infinite(v) || is_subnormal(v)) << group.label;
    const double sum = static_cast<double>(reduce<T>(Op::Add, group.x));
    EXPECT_TRUE(std::isfinite(sum)) << group.label;
  }
}

}  // namespace
}  // namespace wgcts::suites
