// The bound must be just wide enough for every order of additions, every precision and both roundings.
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "reference/exact_number.hpp"
#include "reference/judge.hpp"
#include "tests/reference/types.hpp"

namespace wgcts::reference {
namespace {

template <class T>
std::vector<Interval<T>> sums(const std::vector<T>& x, const FloatRules& rules = nearest) {
  return legal_sums<T>(x, rules);
}

template <class Boxed>
class LegalSums : public ::testing::Test {
 protected:
  using Value = typename Boxed::type;
  using Sum = Value (*)(Value, Value);
  std::mt19937_64 random{20};

  std::size_t below(std::size_t limit) { return random() % limit; }

  /// Rounding data of several kinds: one sign, both signs, many magnitudes, cancelling, with zeros.
  std::vector<Value> any_values() {
    std::vector<Value> x(1 + below(48));
    const auto kind = below(5);
    for (auto& v : x) {
      double value = 1 + std::ldexp(static_cast<double>(random() >> 11), -53);
      if (kind >= 1 && random() % 2 == 0) value = -value;
      if (kind == 2) value = std::ldexp(value, static_cast<int>(below(16)) - 8);
      if (kind == 3 && random() % 3 == 0) value = 0;
      v = static_cast<Value>(value);
    }
    if (kind == 4)
      for (std::size_t i = 0; i + 1 < x.size(); i += 2) x[i + 1] = static_cast<Value>(-x[i]);
    return x;
  }

  /// Adds by a random binary tree over a random permutation.
  template <class W, class Add>
  W tree(std::vector<W> pool, Add add) {
    while (pool.size() > 1) {
      std::swap(pool[below(pool.size())], pool.back());
      const W last = pool.back();
      pool.pop_back();
      W& other = pool[below(pool.size())];
      other = add(other, last);
    }
    return pool[0];
  }

  void holds(const Interval<Value>& legal, Value sum, const char* how) {
    EXPECT_LE(static_cast<double>(legal.low), static_cast<double>(sum)) << how;
    EXPECT_GE(static_cast<double>(legal.high), static_cast<double>(sum)) << how;
  }

  static Value rounded_sum(Value a, Value b) { return static_cast<Value>(a + b); }

  /// a + b rounded toward zero: rounded to nearest, then one step back if Knuth's TwoSum shows that it was
  /// rounded away from zero.
  static Value truncated_sum(Value a, Value b) {
    const auto sum = rounded_sum(a, b);
    const auto part = rounded_sum(sum, static_cast<Value>(-a));
    const auto error =
        rounded_sum(rounded_sum(a, static_cast<Value>(-rounded_sum(sum, static_cast<Value>(-part)))),
                    rounded_sum(b, static_cast<Value>(-part)));
    if (sum > Value{0} && error < Value{0}) return next_down(sum);
    if (sum < Value{0} && error > Value{0}) return next_up(sum);
    return sum;
  }
};
TYPED_TEST_SUITE(LegalSums, FloatTypes, TypeName);

constexpr int rounds = 2000;

TYPED_TEST(LegalSums, EveryOrderInT) {
  using T = typename TypeParam::type;
  for (int i = 0; i < rounds; ++i) {
    const auto x = this->any_values();
    this->holds(sums(x).back(), this->template tree<T>(x, this->rounded_sum), "nearest");
    this->holds(sums(x, toward_zero).back(), this->template tree<T>(x, this->truncated_sum), "toward zero");
  }
}

// WGC.FP.2, WGC.U.6: computed in a wider type, rounded to T once.
TYPED_TEST(LegalSums, ExtraPrecision) {
  using T = typename TypeParam::type;
  using W =
      std::conditional_t<sizeof(T) == 2, float, std::conditional_t<sizeof(T) == 4, double, ExactNumber>>;
  for (int i = 0; i < rounds; ++i) {
    const auto x = this->any_values();
    const W sum = this->template tree<W>({x.begin(), x.end()}, [](W a, W b) { return a + b; });
    const T near = ExactNumber(sum).template to<T>();
    this->holds(sums(x).back(), near, "rounded once");
    const bool outward = sum > 0 ? static_cast<W>(near) > sum : static_cast<W>(near) < sum;
    const T truncated = !outward ? near : sum > 0 ? next_down(near) : next_up(near);
    this->holds(sums(x, toward_zero).back(), truncated, "truncated once");
  }
}

// Sub-groups in T, their sums in extra precision.
TYPED_TEST(LegalSums, MixedPrecision) {
  using T = typename TypeParam::type;
  for (int i = 0; i < rounds; ++i) {
    const auto x = this->any_values();
    std::vector<ExactNumber> parts;
    for (std::size_t at = 0; at < x.size(); at += 4) {
      const std::vector<T> part(x.begin() + static_cast<long>(at),
                                x.begin() + static_cast<long>(std::min(at + 4, x.size())));
      parts.push_back(this->template tree<T>(part, this->rounded_sum));
    }
    const auto sum = this->template tree<ExactNumber>(
        parts, [](const ExactNumber& a, const ExactNumber& b) { return a + b; });
    this->holds(sums(x).back(), sum.template to<T>(), "mixed");
  }
}

// WGC.SC.2: lane k of a scan has the bound of its own k+1 values.
TYPED_TEST(LegalSums, EachPrefixHasItsOwnBound) {
  using T = typename TypeParam::type;
  for (int i = 0; i < 50; ++i) {
    const auto x = this->any_values();
    const auto all = sums(x);
    ASSERT_EQ(all.size(), x.size());
    for (std::size_t k = 1; k <= x.size(); ++k) {
      const auto alone = sums(std::vector<T>(x.begin(), x.begin() + static_cast<long>(k))).back();
      EXPECT_EQ(all[k - 1].low, alone.low);
      EXPECT_EQ(all[k - 1].high, alone.high);
    }
  }
}

/// The bound of the header, computed again around mpfr_sum's exact sum. An end of the interval may be either
/// neighbour in T of the end of the bound.
template <class T>
void expect_bound(const std::vector<T>& x, const FloatRules& rules, const Interval<T>& legal) {
  std::vector<double> wide(x.begin(), x.end());
  const auto m =
      static_cast<double>(x.size() - static_cast<std::size_t>(std::count(x.begin(), x.end(), T{0})));
  const double u = std::ldexp(1.0, rules.nearest ? -Limits<T>::precision : 1 - Limits<T>::precision);
  mpfr_t total, magnitude, bound, end;
  mpfr_inits2(2300, total, magnitude, bound, end, static_cast<mpfr_ptr>(nullptr));
  const auto exact_sum = [&](mpfr_ptr result) {
    std::vector<__mpfr_struct> terms(wide.size());
    std::vector<mpfr_ptr> pointers;
    for (std::size_t i = 0; i < wide.size(); ++i) {
      mpfr_init2(&terms[i], 53);
      mpfr_set_d(&terms[i], wide[i], MPFR_RNDN);
      pointers.push_back(&terms[i]);
    }
    EXPECT_EQ(mpfr_sum(result, pointers.data(), pointers.size(), MPFR_RNDN), 0);  // 0: it was exact
    for (auto& term : terms) mpfr_clear(&term);
  };
  exact_sum(total);
  for (double& v : wide) v = std::abs(v);
  exact_sum(magnitude);
  mpfr_mul_d(bound, magnitude, (m - 1) * u, MPFR_RNDN);
  mpfr_div_d(bound, bound, 1 - (m - 1) * u, MPFR_RNDN);
  mpfr_abs(end, total, MPFR_RNDN);
  mpfr_mul_d(end, end, u, MPFR_RNDN);
  mpfr_add(bound, bound, end, MPFR_RNDN);
  if (m <= 1) mpfr_set_zero(bound, 1);
  mpfr_add(end, total, bound, MPFR_RNDN);
  EXPECT_GT(mpfr_cmp_d(end, static_cast<double>(next_down(legal.high))), 0);
  EXPECT_LT(mpfr_cmp_d(end, static_cast<double>(next_up(legal.high))), 0);
  mpfr_sub(end, total, bound, MPFR_RNDN);
  EXPECT_GT(mpfr_cmp_d(end, static_cast<double>(next_down(legal.low))), 0);
  EXPECT_LT(mpfr_cmp_d(end, static_cast<double>(next_up(legal.low))), 0);
  mpfr_clears(total, magnitude, bound, end, static_cast<mpfr_ptr>(nullptr));
}

TYPED_TEST(LegalSums, BoundIsThatOfTheFormula) {
  for (int i = 0; i < 300; ++i) {
    const auto x = this->any_values();
    const auto zeros = std::count(x.begin(), x.end(), typename TypeParam::type{0});
    if (x.size() - static_cast<std::size_t>(zeros) == 2) continue;  // see OneAdditionHasOneResult
    for (const auto& rules : {nearest, toward_zero}) expect_bound(x, rules, sums(x, rules).back());
  }
}

// WGC.FP.2: one addition is correctly rounded, in any order and precision. Double rounding may differ if the
// exact sum has very many bits.
TYPED_TEST(LegalSums, OneAdditionHasOneResult) {
  using T = typename TypeParam::type;
  bool detects_truncation = false;
  for (int i = 0; i < rounds; ++i) {
    std::vector<T> x;
    for (int k = 0; k < 2; ++k)
      x.push_back(static_cast<T>(1 + std::ldexp(static_cast<double>(this->random() >> 11), -53)));
    if (this->below(2) == 0) x[1] = static_cast<T>(-x[1]);
    const auto legal = sums(x).back();
    EXPECT_TRUE(legal.low == this->rounded_sum(x[0], x[1]) && legal.high == legal.low);
    detects_truncation |= this->truncated_sum(x[0], x[1]) != legal.low;
  }
  EXPECT_TRUE(detects_truncation);
  const auto apart = sums(std::vector<T>{T{1}, Limits<T>::min_normal()}).back();
  if (Limits<T>::precision + 8 < 1 - Limits<T>::min_exponent) EXPECT_LT(apart.low, apart.high);
}

// Sums whose exact value needs more bits than any type has.
TEST(ExactSum, FarApart) {
  for (const auto& x : {std::vector<double>{1e308, 1, -1e308},
                        {0x1p1000, 0x1p-1000, -0x1p1000, -0x1p-1000},
                        {0x1p-1074, 0x1p1023},
                        {1, 0x1p-60, 0x1p-120}}) {
    expect_bound(x, nearest, sums(x).back());
    expect_bound(x, toward_zero, sums(x, toward_zero).back());
  }
}

// Computed by hand. With alternating +1 and -1 the exact sum is 0 or 1, so the ends are many units in the
// last place away from it. A wrong factor, number of additions or u moves them far.
//   m values: (m-1)u/(1-(m-1)u) * m, plus u if the sum is 1. `high` is that, rounded to a T.
TEST(ByHand, AlternatingOnes) {
  struct Row {
    std::size_t values;
    double sum, high;
  };
  constexpr double u = 0x1p-24;
  for (const Row row : {Row{1, 1, 1}, Row{3, 1, 1 + 6 * u}, Row{4, 0, 12 * u}, Row{5, 1, 1 + 20 * u},
                        Row{9, 1, 1 + 72 * u}, Row{10, 0, 90 * u}}) {
    std::vector<float> x;
    for (std::size_t i = 0; i < row.values; ++i) x.push_back(i % 2 == 0 ? 1.0F : -1.0F);
    const auto legal = sums(x).back();
    EXPECT_GE(legal.high, row.high) << row.values;
    EXPECT_LE(legal.high, row.values == 1 ? 1.0 : row.high * (1 + 16 * u) + row.sum * 2 * u) << row.values;
    if (row.sum == 0) {
      EXPECT_EQ(legal.low, -legal.high) << row.values;
    }
    const auto rtz = sums(x, toward_zero).back();
    EXPECT_GE(rtz.high, row.sum + 2 * (row.high - row.sum)) << row.values;
    EXPECT_LE(rtz.high, row.values == 1 ? 1.0 : (2 * row.high - row.sum) * (1 + 32 * u) + row.sum * 4 * u)
        << row.values;
  }
}

TEST(ByHand, Half) {
  const auto x = values<half>({1, -1, 1, -1});  // 3u/(1-3u)*4, u = 2^-11: 12u is 0x1.8p-8
  EXPECT_EQ(static_cast<double>(sums(x)[0].high), 1);
  EXPECT_EQ(static_cast<double>(sums(x)[0].low), 1);
  EXPECT_GE(static_cast<double>(sums(x)[3].high), 0x1.8p-8);
  EXPECT_LE(static_cast<double>(sums(x)[3].high), 0x1.818p-8);
  EXPECT_GE(static_cast<double>(sums(x, toward_zero)[3].high), 0x1.8p-7);
  EXPECT_LE(static_cast<double>(sums(x, toward_zero)[3].high), 0x1.828p-7);
}

// The bound of the Khronos suite for half accepted 0 as the sum of any work-group. This bound must not.
TEST(ByHand, ZeroIsNotLegalForHalfOnes) {
  const auto legal = sums(std::vector<half>(10, half{1.5F})).back();
  EXPECT_GT(legal.low, half{14.75F});
  EXPECT_LT(legal.high, half{15.25F});
}

TEST(Zeros, DoNotCount) {
  const auto bare = sums(values<float>({1, -1}));
  const auto padded = sums(values<float>({0, 0, 1, 0, -1, 0}));
  for (const std::size_t lane : {0, 1}) EXPECT_TRUE(padded[lane].low == 0 && padded[lane].high == 0);
  for (const std::size_t lane : {2, 3}) EXPECT_TRUE(padded[lane].low == 1 && padded[lane].high == 1);
  for (const std::size_t lane : {4, 5}) {
    EXPECT_EQ(padded[lane].low, bare[1].low);
    EXPECT_EQ(padded[lane].high, bare[1].high);
  }
}

// A single value is never rounded.
TYPED_TEST(LegalSums, OneValueIsItself) {
  using T = typename TypeParam::type;
  for (const T v : {T{1}, T{-3}, Limits<T>::max(), Limits<T>::lowest(), Limits<T>::denorm_min(), T{0}}) {
    const auto legal = sums(std::vector<T>{v, T{0}});
    for (const auto& lane : legal) EXPECT_TRUE(lane.low == v && lane.high == v);
  }
}

// Beyond the last m the classic bound is negative and would reject every result.
TEST(TooMany, HaveNoBound) {
  constexpr std::size_t most_near = 2048, most_toward_zero = 1024;  // (m-1) * 2^-11, and (m-1) * 2^-10
  const std::vector<half> ones(most_near, half{1}), fewer(most_toward_zero, half{1});
  EXPECT_LE(sums(ones).back().low, half{2048});
  EXPECT_GE(sums(ones).back().high, half{2048});
  EXPECT_GE(sums(fewer, toward_zero).back().high, half{1024});
  EXPECT_THROW(sums(std::vector<half>(most_near + 1, half{1})), std::domain_error);
  EXPECT_THROW(sums(ones, toward_zero), std::domain_error);
  // Zeros do not count.
  std::vector<half> padded(4 * most_near);
  padded[7] = padded[8] = half{1};
  EXPECT_EQ(sums(padded).size(), padded.size());
}

TEST(Empty, NoLanes) { EXPECT_TRUE(sums(std::vector<float>{}).empty()); }

}  // namespace
}  // namespace wgcts::reference
