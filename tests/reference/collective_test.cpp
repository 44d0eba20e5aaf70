#include "reference/collective.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

template <class T>
std::vector<T> inclusive(Op op, const std::vector<T>& x) {
  return scan_inclusive<T>(op, x);
}
template <class T>
std::vector<T> exclusive(Op op, const std::vector<T>& x) {
  return scan_exclusive<T>(op, x);
}

template <class T>
class Model : public ::testing::Test {};
TYPED_TEST_SUITE(Model, AllTypes, TypeName);

// The worked example of the specification. Its older versions print the inclusive sum as 3 4 11 11 14 16
// 22 25. The 14 is a misprint of 15, because 11 + 4 is 15, and the newest version has 15.
TYPED_TEST(Model, WorkedExample) {
  using T = typename TypeParam::type;
  const auto x = values<T>({3, 1, 7, 0, 4, 1, 6, 3});
  EXPECT_EQ(inclusive(Op::Add, x), values<T>({3, 4, 11, 11, 15, 16, 22, 25}));
  EXPECT_EQ(exclusive(Op::Add, x), values<T>({0, 3, 4, 11, 11, 15, 16, 22}));
  EXPECT_EQ(reduce<T>(Op::Add, x), T{25});
}

TYPED_TEST(Model, MinAndMaxByHand) {
  using T = typename TypeParam::type;
  const auto x = values<T>({3, 1, 7, 0, 4, 9, 6, 3});
  EXPECT_EQ(inclusive(Op::Min, x), values<T>({3, 1, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(inclusive(Op::Max, x), values<T>({3, 3, 7, 7, 7, 9, 9, 9}));
  auto min = values<T>({0, 3, 1, 1, 0, 0, 0, 0}), max = values<T>({0, 3, 3, 7, 7, 7, 9, 9});
  min[0] = is_float_v<T> ? Limits<T>::infinity() : Limits<T>::max();
  max[0] = is_float_v<T> ? static_cast<T>(-Limits<T>::infinity()) : Limits<T>::lowest();
  EXPECT_EQ(exclusive(Op::Min, x), min);
  EXPECT_EQ(exclusive(Op::Max, x), max);
  EXPECT_EQ(reduce<T>(Op::Min, x), T{0});
  EXPECT_EQ(reduce<T>(Op::Max, x), T{9});
}

// Values that are all worse than a wrong identity detect a reduce that starts from it.
TYPED_TEST(Model, ValuesBeyondZero) {
  using T = typename TypeParam::type;
  const std::vector<T> high(3, Limits<T>::max()), low(3, Limits<T>::lowest());
  EXPECT_EQ(reduce<T>(Op::Min, high), Limits<T>::max());
  EXPECT_EQ(reduce<T>(Op::Max, low), Limits<T>::lowest());
  EXPECT_EQ(inclusive(Op::Min, high), high);
  EXPECT_EQ(inclusive(Op::Max, low), low);
}

TYPED_TEST(Model, OneLane) {
  using T = typename TypeParam::type;
  const std::vector<T> x{T{5}};
  for (const Op op : ops) {
    EXPECT_EQ(reduce<T>(op, x), T{5});
    EXPECT_EQ(inclusive(op, x), x);
    EXPECT_EQ(exclusive(op, x), std::vector<T>{identity<T>(op)});
  }
}

TYPED_TEST(Model, AnswersOfEachFamily) {
  using T = typename TypeParam::type;
  const auto x = values<T>({2, 5, 1});
  const auto answer = [&](Family family, Op op = Op::None) { return answers<T>({family, op}, x, 1); };
  EXPECT_EQ(answer(Family::Reduce, Op::Add), values<T>({8, 8, 8}));
  EXPECT_EQ(answer(Family::Reduce, Op::Min), values<T>({1, 1, 1}));
  EXPECT_EQ(answer(Family::Reduce, Op::Max), values<T>({5, 5, 5}));
  EXPECT_EQ(answer(Family::ScanInclusive, Op::Add), values<T>({2, 7, 8}));
  EXPECT_EQ(answer(Family::ScanExclusive, Op::Add), values<T>({0, 2, 7}));
  EXPECT_EQ(answer(Family::Broadcast), values<T>({5, 5, 5}));
  EXPECT_EQ(answers<T>({Family::Broadcast}, x, 0), values<T>({2, 2, 2}));
  EXPECT_EQ(answers<T>({Family::Broadcast}, x, 2), values<T>({1, 1, 1}));
}

TEST(Predicates, Table) {
  constexpr std::int32_t int_min = std::numeric_limits<std::int32_t>::min();
  const struct {
    std::vector<std::int32_t> x;
    int all, any;
  } rows[] = {
      {{1, 1, 1}, 1, 1},
      {{0, 0, 0}, 0, 0},
      {{0, 0, 1}, 0, 1},
      {{1, 0, 0}, 0, 1},
      {{0, 1, 1}, 0, 1},
      {{1, 1, 0}, 0, 1},
      {{2, 4, 256}, 1, 1},  // the lowest bit is clear in each
      {{1, 2, 4}, 1, 1},    // disjoint bits: their AND is zero
      {{1, -1}, 1, 1},      // their sum is zero
      {{int_min, int_min}, 1, 1},
      {{int_min}, 1, 1},
      {{0x10000, 0}, 0, 1},
      {{-1, -2, 3}, 1, 1},
      {{0}, 0, 0},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(answers<std::int32_t>({Family::All}, row.x, 0),
              std::vector<std::int32_t>(row.x.size(), row.all));
    EXPECT_EQ(answers<std::int32_t>({Family::Any}, row.x, 0),
              std::vector<std::int32_t>(row.x.size(), row.any));
  }
}

TEST(Predicates, FamiliesOfTruth) {
  for (const Family f : {Family::All, Family::Any}) EXPECT_TRUE(is_predicate(f));
  for (const Family f : {Family::Broadcast, Family::Reduce, Family::ScanInclusive, Family::ScanExclusive})
    EXPECT_FALSE(is_predicate(f));
}

TEST(Infinities, ReachOnlyTheFollowingLanes) {
  const float inf = Limits<float>::infinity();
  const std::vector<float> x{1, inf, 1, -inf, 1};
  const auto sums = inclusive(Op::Add, x);
  EXPECT_EQ(sums[0], 1);
  EXPECT_EQ(sums[1], inf);
  EXPECT_EQ(sums[2], inf);
  EXPECT_TRUE(is_nan(sums[3]) && is_nan(sums[4]));  // WGC.U.4: in every order
  EXPECT_EQ(inclusive(Op::Max, x), (std::vector<float>{1, inf, inf, inf, inf}));
  EXPECT_EQ(inclusive(Op::Min, x), (std::vector<float>{1, 1, 1, -inf, -inf}));
}

// Values whose sums are exact in every type and every order.
template <class T>
std::vector<T> exact_values() {
  const auto size = *rc::gen::inRange<std::size_t>(1, 40);
  const int low = std::is_unsigned_v<T> ? 0 : -50;
  const auto numbers = *rc::gen::container<std::vector<int>>(size, rc::gen::inRange(low, 50));
  return {numbers.begin(), numbers.end()};
}

template <class T>
void scans_agree() {
  const auto x = exact_values<T>();
  for (const Op op : ops) {
    const auto in = inclusive(op, x), ex = exclusive(op, x);
    RC_ASSERT(in.size() == x.size() && ex.size() == x.size());
    RC_ASSERT(in.back() == reduce<T>(op, x));
    RC_ASSERT(ex.front() == identity<T>(op));
    for (std::size_t lane = 0; lane < x.size(); ++lane) {
      if (lane > 0) RC_ASSERT(ex[lane] == in[lane - 1]);
      RC_ASSERT(in[lane] == combine(op, ex[lane], x[lane]));
      RC_ASSERT(in[lane] == reduce<T>(op, std::span(x).first(lane + 1)));
    }
  }
}

template <class T>
void order_does_not_matter() {
  const auto x = exact_values<T>();
  auto y = x;
  for (std::size_t i = y.size() - 1; i > 0; --i) std::swap(y[i], y[*rc::gen::inRange<std::size_t>(0, i + 1)]);
  for (const Op op : ops) RC_ASSERT(reduce<T>(op, x) == reduce<T>(op, y));
}

#define WGCTS_PROPERTIES(T, NAME)                           \
  RC_GTEST_PROP(ScansAgree, NAME, ()) { scans_agree<T>(); } \
  RC_GTEST_PROP(ReduceOfAPermutation, NAME, ()) { order_does_not_matter<T>(); }
WGCTS_PROPERTIES(half, Half)
WGCTS_PROPERTIES(std::int32_t, Int)
WGCTS_PROPERTIES(std::uint32_t, UInt)
WGCTS_PROPERTIES(std::int64_t, Long)
WGCTS_PROPERTIES(std::uint64_t, ULong)
WGCTS_PROPERTIES(float, Float)
WGCTS_PROPERTIES(double, Double)
#undef WGCTS_PROPERTIES

}  // namespace
}  // namespace wgcts::reference
