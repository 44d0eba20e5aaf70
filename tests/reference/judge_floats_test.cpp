// The judge with floating-point values: zeros, NaN, infinities, overflow, sums that round.
#include <numeric>

#include "reference/judge.hpp"
#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

using Lanes = std::vector<std::size_t>;

template <class Boxed>
class JudgeFloats : public ::testing::Test {
 protected:
  using Value = typename Boxed::type;
  static constexpr Value inf = Limits<Value>::infinity();
  static constexpr Value minus_inf = static_cast<Value>(-Limits<Value>::infinity());
  static constexpr Value nan = Limits<Value>::nan();
  static constexpr Value max = Limits<Value>::max();
  static constexpr Value lowest = Limits<Value>::lowest();
  static constexpr Value minus_zero = static_cast<Value>(-Value{0});

  static bool exact(Value want, Value got) { return accepts(Rule::Exact, want, want, got); }
  static bool same_bits(Value want, Value got) { return accepts(Rule::Bits, want, want, got); }
  static Expectation<Value> of(Family family, Op op, Rule rule, const std::vector<Value>& x,
                               const FloatRules& rules = nearest) {
    return expect<Value>({family, op}, rule, x, 0, rules);
  }
};
TYPED_TEST_SUITE(JudgeFloats, FloatTypes, TypeName);

// Under an option that relaxes accuracy, a sum may have a small error, but no lane among many equal ones may
// be missing.
TYPED_TEST(JudgeFloats, ARelaxedSumIsNearTheExactOneAndLosesNoLane) {
  using T = typename TypeParam::type;
  for (const std::size_t lanes : {2, 33, 105}) {
    const std::vector<T> ones(lanes, T{1});
    const auto reduce = this->of(Family::Reduce, Op::Add, Rule::Relaxed, ones);
    const auto near = [&](double sum) {
      return accepts(Rule::Relaxed, reduce.low[0], reduce.high[0], static_cast<T>(sum));
    };
    const auto sum = static_cast<double>(lanes);
    EXPECT_TRUE(near(sum));
    EXPECT_TRUE(near(sum * (1 + (sizeof(T) == 2 ? 0x1p-10 : 0x1p-20))));
    EXPECT_TRUE(near(sum * (1 - (sizeof(T) == 2 ? 0x1p-10 : 0x1p-20))));
    EXPECT_FALSE(near(sum - 1)) << lanes;
    EXPECT_FALSE(near(sum + 1)) << lanes;
    EXPECT_FALSE(near(0));
    EXPECT_FALSE(near(2 * sum));
    EXPECT_FALSE(accepts(Rule::Relaxed, reduce.low[0], reduce.high[0], this->nan));
  }
}

// Later values of a scan do not widen the bounds of earlier lanes, and a sum without additions is exact.
TYPED_TEST(JudgeFloats, ARelaxedScanIsAsStrictAsItsPrefix) {
  using T = typename TypeParam::type;
  const std::vector<T> x{T{1}, T{-1}, T{1024}, T{0}};
  const auto scan = this->of(Family::ScanExclusive, Op::Add, Rule::Relaxed, x);
  EXPECT_EQ(scan.low[0], T{0});
  EXPECT_EQ(scan.high[0], T{0});
  EXPECT_FALSE(accepts(Rule::Relaxed, scan.low[1], scan.high[1], T{2}));
  EXPECT_TRUE(
      accepts(Rule::Relaxed, scan.low[2], scan.high[2], static_cast<T>(0x1p-12)));  // 1 - 1, a little off
  EXPECT_FALSE(accepts(Rule::Relaxed, scan.low[2], scan.high[2], T{1}));
  EXPECT_FALSE(accepts(Rule::Relaxed, scan.low[3], scan.high[3], T{1000}));
  const auto product = this->of(Family::Reduce, Op::Mul, Rule::Relaxed, {T{2}, T{-4}, T{0.5}});
  EXPECT_TRUE(accepts(Rule::Relaxed, product.low[0], product.high[0], T{-4}));
  EXPECT_FALSE(accepts(Rule::Relaxed, product.low[0], product.high[0], T{4}));
  EXPECT_FALSE(accepts(Rule::Relaxed, product.low[0], product.high[0], T{-5}));
}

TYPED_TEST(JudgeFloats, NanIsEqualToNanOnly) {
  using T = typename TypeParam::type;
  for (const T v : {T{0}, T{1}, this->inf, this->minus_inf, this->max, this->lowest, this->minus_zero}) {
    EXPECT_FALSE(this->exact(v, this->nan));
    EXPECT_FALSE(this->exact(this->nan, v));
    EXPECT_FALSE(this->same_bits(v, this->nan));
    EXPECT_FALSE(this->same_bits(this->nan, v));
    EXPECT_FALSE(accepts(Rule::Bounded, this->lowest, this->max, this->nan));
  }
  // WGC.U.4: sign and payload do not matter.
  const auto other = std::bit_cast<T>(static_cast<bits_of<T>>(bits(static_cast<T>(-this->nan)) | 5));
  EXPECT_TRUE(this->exact(this->nan, other));
  EXPECT_TRUE(this->same_bits(this->nan, other));
}

// WGC.U.3: the sign of a zero result does not matter, but a broadcast returns the same bits.
TYPED_TEST(JudgeFloats, SignOfZero) {
  using T = typename TypeParam::type;
  EXPECT_TRUE(this->exact(T{0}, this->minus_zero));
  EXPECT_TRUE(this->exact(this->minus_zero, T{0}));
  EXPECT_TRUE(this->same_bits(this->minus_zero, this->minus_zero));
  EXPECT_FALSE(this->same_bits(T{0}, this->minus_zero));
  EXPECT_FALSE(this->same_bits(this->minus_zero, T{0}));
  EXPECT_FALSE(this->exact(T{0}, Limits<T>::denorm_min()));
  EXPECT_FALSE(this->exact(this->minus_zero, static_cast<T>(-Limits<T>::denorm_min())));
}

// WGC.FP.5: the identity of min and max is INF, which such a device need not have. The other lanes are
// judged.
TYPED_TEST(JudgeFloats, WithoutInfinitiesTheIdentityIsObserved) {
  using T = typename TypeParam::type;
  const std::vector<T> x{T{3}, T{1}, T{2}};
  for (const Op op : {Op::Min, Op::Max}) {
    const auto expected = this->of(Family::ScanExclusive, op, Rule::Exact, x, {.infinities = false});
    for (const T first : {this->inf, this->minus_inf, this->nan, this->max, this->lowest, T{0}}) {
      const std::vector<T> got{first, T{3}, op == Op::Min ? T{1} : T{3}};
      EXPECT_TRUE(wrong_lanes<T>(expected, got).empty());
      EXPECT_EQ(wrong_lanes<T>(expected, std::vector<T>{first, T{7}, got[2]}), Lanes{1});
    }
    EXPECT_EQ(wrong_lanes<T>(this->of(Family::ScanExclusive, op, Rule::Exact, x),
                             std::vector<T>{this->max, T{3}, op == Op::Min ? T{1} : T{3}}),
              Lanes{0});
  }
  // The identity zero does not depend on the device.
  const auto sums = this->of(Family::ScanExclusive, Op::Add, Rule::Exact, x, {.infinities = false});
  EXPECT_EQ(wrong_lanes<T>(sums, std::vector<T>{this->inf, T{3}, T{4}}), Lanes{0});
}

TYPED_TEST(JudgeFloats, InfinityIsNotTheLargestValue) {
  EXPECT_FALSE(this->exact(this->inf, this->max));
  EXPECT_FALSE(this->exact(this->max, this->inf));
  EXPECT_FALSE(this->exact(this->inf, this->minus_inf));
  EXPECT_FALSE(this->exact(this->lowest, this->minus_inf));
  EXPECT_FALSE(this->same_bits(this->inf, this->max));
  EXPECT_TRUE(this->exact(this->inf, this->inf));
}

// WGC.U.4: +INF + -INF is NaN in every order, from the lane on that includes both.
TYPED_TEST(JudgeFloats, SumOfInfinities) {
  using T = typename TypeParam::type;
  const std::vector<T> x{T{1}, this->inf, T{1}, this->minus_inf, T{1}};
  const auto expected = this->of(Family::ScanInclusive, Op::Add, Rule::Exact, x);
  EXPECT_TRUE(
      wrong_lanes<T>(expected, std::vector<T>{T{1}, this->inf, this->inf, this->nan, this->nan}).empty());
  EXPECT_EQ(wrong_lanes<T>(expected, std::vector<T>{T{1}, this->inf, this->nan, this->inf, T{0}}),
            (Lanes{2, 3, 4}));
}

// WGC.U.6, WGC.FP.3: a sum that overflows in every order. With rounding to nearest it is infinite; toward
// zero it may be the largest value.
TYPED_TEST(JudgeFloats, Overflow) {
  using T = typename TypeParam::type;
  const std::vector<T> up{this->max, this->max}, down{this->lowest, this->lowest};
  const auto verdict = [&](const std::vector<T>& x, const FloatRules& rules, T got) {
    const auto expected = this->of(Family::Reduce, Op::Add, Rule::Exact, x, rules);
    return wrong_lanes<T>(expected, std::vector<T>(2, got)).empty();
  };
  EXPECT_TRUE(verdict(up, nearest, this->inf));
  EXPECT_FALSE(verdict(up, nearest, this->max));
  EXPECT_FALSE(verdict(up, nearest, this->minus_inf));
  EXPECT_TRUE(verdict(down, nearest, this->minus_inf));
  EXPECT_FALSE(verdict(down, nearest, this->lowest));
  EXPECT_TRUE(verdict(up, toward_zero, this->max));
  EXPECT_TRUE(verdict(up, toward_zero, this->inf));
  EXPECT_TRUE(verdict(down, toward_zero, this->lowest));
  EXPECT_TRUE(verdict(down, toward_zero, this->minus_inf));
  for (const T wrong : {T{0}, T{1}, next_down(this->max), this->nan, this->lowest, this->minus_inf})
    EXPECT_FALSE(verdict(up, toward_zero, wrong));
  for (const T wrong : {T{0}, T{1}, next_up(this->lowest), this->nan, this->max, this->inf})
    EXPECT_FALSE(verdict(down, toward_zero, wrong));
}

// Infinities in the data give infinite results with any rounding, and an identity is no sum.
TYPED_TEST(JudgeFloats, TowardZeroKeepsGivenInfinities) {
  using T = typename TypeParam::type;
  const std::vector<T> given{T{1}, this->inf};
  auto expected = this->of(Family::Reduce, Op::Add, Rule::Exact, given, toward_zero);
  EXPECT_EQ(wrong_lanes<T>(expected, std::vector<T>(2, this->max)), (Lanes{0, 1}));
  const auto finite = values<T>({1, 2});
  expected = this->of(Family::ScanExclusive, Op::Min, Rule::Exact, finite, toward_zero);
  EXPECT_EQ(wrong_lanes<T>(expected, std::vector<T>{this->max, T{1}}), Lanes{0});
  expected = this->of(Family::ScanExclusive, Op::Max, Rule::Exact, finite, toward_zero);
  EXPECT_EQ(wrong_lanes<T>(expected, std::vector<T>{this->lowest, T{1}}), Lanes{0});
}

/// Values with full significands. Their sums round.
template <class T>
std::vector<T> rounding_values() {
  std::vector<T> x;
  for (int i = 0; i < 9; ++i)
    x.push_back(
        static_cast<T>((i % 3 == 2 ? -1 : 1) * (1 + (i * 0.618 - static_cast<int>(i * 0.618)) / 1.0001)));
  return x;
}

TYPED_TEST(JudgeFloats, BoundsIncludeTheirEnds) {
  using T = typename TypeParam::type;
  const auto x = rounding_values<T>();
  const auto sums = legal_sums<T>(x, nearest);
  for (const Family family : {Family::Reduce, Family::ScanInclusive, Family::ScanExclusive}) {
    const auto expected = this->of(family, Op::Add, Rule::Bounded, x);
    std::vector<Interval<T>> legal;
    for (std::size_t lane = 0; lane < x.size(); ++lane)
      legal.push_back(family == Family::Reduce          ? sums.back()
                      : family == Family::ScanInclusive ? sums[lane]
                      : lane == 0                       ? Interval<T>{T{0}, T{0}}
                                                        : sums[lane - 1]);
    std::vector<T> low, high;
    for (const auto& lane : legal) low.push_back(lane.low), high.push_back(lane.high);
    EXPECT_TRUE(wrong_lanes<T>(expected, low).empty());
    EXPECT_TRUE(wrong_lanes<T>(expected, high).empty());
    for (std::size_t lane = 0; lane < x.size(); ++lane) {
      for (const T v : {next_down(low[lane]), next_up(high[lane]), this->nan, this->inf, this->minus_inf}) {
        auto got = low;
        got[lane] = v;
        EXPECT_EQ(wrong_lanes<T>(expected, got), Lanes{lane});
      }
    }
  }
}

// WGC.U.5, WGC.U.6: lanes and orders may give different results, if each is in its bound.
TYPED_TEST(JudgeFloats, LanesOfAReduceMayDiffer) {
  using T = typename TypeParam::type;
  const auto x = rounding_values<T>();
  const auto expected = this->of(Family::Reduce, Op::Add, Rule::Bounded, x);
  std::vector<T> got;
  for (std::size_t first = 0; first < x.size(); ++first) {  // each lane starts adding at itself
    T sum{0};
    for (std::size_t i = 0; i < x.size(); ++i) sum = static_cast<T>(sum + x[(first + i) % x.size()]);
    got.push_back(sum);
  }
  EXPECT_TRUE(wrong_lanes<T>(expected, got).empty());
}

TYPED_TEST(JudgeFloats, BoundsRejectWrongModels) {
  using T = typename TypeParam::type;
  const auto x = rounding_values<T>();
  for (const auto& rules : {nearest, toward_zero})
    for (const Family family : {Family::Reduce, Family::ScanInclusive, Family::ScanExclusive}) {
      const auto expected = this->of(family, Op::Add, Rule::Bounded, x, rules);
      const auto model = [&](Family f, const std::vector<T>& y) { return answers<T>({f, Op::Add}, y, 0); };
      EXPECT_TRUE(wrong_lanes<T>(expected, model(family, x)).empty());
      EXPECT_FALSE(wrong_lanes<T>(expected, std::vector<T>(x.size(), T{0})).empty());
      EXPECT_FALSE(wrong_lanes<T>(expected, x).empty());
      for (const Family other : {Family::Reduce, Family::ScanInclusive, Family::ScanExclusive})
        if (other != family) {
          EXPECT_FALSE(wrong_lanes<T>(expected, model(other, x)).empty());
        }
      for (std::size_t lane = 0; lane < x.size(); ++lane)
        for (const T factor : {T{0}, T{2}}) {
          if (family == Family::ScanExclusive && lane + 1 == x.size())
            continue;  // its last value is not in any sum
          auto y = x;
          y[lane] = static_cast<T>(factor * y[lane]);
          EXPECT_FALSE(wrong_lanes<T>(expected, model(family, y)).empty()) << lane;
        }
    }
}

// A long scan does not widen the bounds of its first lanes.
TYPED_TEST(JudgeFloats, FirstLanesOfAScanAreTight) {
  using T = typename TypeParam::type;
  const auto x = rounding_values<T>();
  const auto expected = this->of(Family::ScanInclusive, Op::Add, Rule::Bounded, x);
  auto got = answers<T>({Family::ScanInclusive, Op::Add}, x, 0);
  for (const T v : {next_up(got[0]), next_down(got[0])}) {
    auto wrong = got;
    wrong[0] = v;
    EXPECT_EQ(wrong_lanes<T>(expected, wrong), Lanes{0});
  }
  EXPECT_EQ(expected.low[0], expected.high[0]);
}

TYPED_TEST(JudgeFloats, MinAndMaxAreExact) {
  using T = typename TypeParam::type;
  const std::vector<T> x{T{1}, next_up(T{1}), next_down(T{1})};
  EXPECT_EQ(wrong_lanes<T>(this->of(Family::Reduce, Op::Max, Rule::Exact, x), x), (Lanes{0, 2}));
  EXPECT_EQ(wrong_lanes<T>(this->of(Family::Reduce, Op::Min, Rule::Exact, x), x), (Lanes{0, 1}));
}

TYPED_TEST(JudgeFloats, SmallestErrorSeen) {
  using T = typename TypeParam::type;
  const double ulp = std::ldexp(1.0, -Limits<T>::precision);
  const auto exact = this->of(Family::Reduce, Op::Add, Rule::Exact, values<T>({1, 2, 3}));
  EXPECT_DOUBLE_EQ(smallest_error_seen(exact), ulp);
  const Expectation<T> bounded{Rule::Bounded, values<T>({0.75, 2}), values<T>({1.25, 6})};
  EXPECT_DOUBLE_EQ(smallest_error_seen(bounded), 0.25 + ulp);
  const Expectation<T> zeros{Rule::Exact, values<T>({0, 0}), values<T>({0, 0})};
  EXPECT_EQ(smallest_error_seen(zeros), std::numeric_limits<double>::infinity());
  const Expectation<T> nans{Rule::Exact, {this->nan, this->inf}, {this->nan, this->inf}};
  EXPECT_EQ(smallest_error_seen(nans), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace wgcts::reference
