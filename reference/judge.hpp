// The legal results of a work-group, and the comparison with them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/collective.hpp"

namespace wgcts::reference {

/// The device's floating-point arithmetic in one type, from CL_DEVICE_*_FP_CONFIG.
struct FloatRules {
  bool nearest = true;     ///< CL_FP_ROUND_TO_NEAREST; otherwise toward zero
  bool denormals = true;   ///< CL_FP_DENORM
  bool infinities = true;  ///< CL_FP_INF_NAN
};

/// Legal results are between `low` and `high`, inclusive.
template <class T>
struct Interval {
  T low, high;
};

/// The legal sums of each prefix of `x` (finite values). With m non-zero values, unit roundoff u and the
/// exact sum S, a result may differ from S by (m-1)u/(1-(m-1)u) * sum|x| and one final rounding. This is the
/// classic bound for any order of m-1 correctly rounded additions. Additions of zero are exact and do not
/// count. With rounding to nearest, the sum of two values has one legal result, unless extra precision may
/// round it twice. Each prefix has its own bound, so the first lanes of a long scan stay tight. Throws
/// std::domain_error if (m-1)u reaches 1, because there is no bound for so many values.
template <class T>
std::vector<Interval<T>> legal_sums(std::span<const T> x, const FloatRules& rules);

/// How a lane's result is compared with the expectation.
enum class Rule : std::uint8_t {
  Exact,    ///< one value in every order of operations; zeros of either sign are equal (WGC.U.3)
  Bounded,  ///< a floating-point sum that rounds: an interval for each lane
  Relaxed,  ///< a sum or product under an option that leaves its accuracy open (WGC.U.11): close to the exact
            ///< one
  Truth,    ///< zero or not zero; the device chooses the non-zero value (WGC.U.7)
  Bits,     ///< the same bits, so -0 and +0 differ; all NaNs are equal (WGC.U.4)
  Observed  ///< undefined: recorded for the report, never a failure
};

/// Whether the rule allows many results in a lane. Then a single value neither confirms nor refutes a model.
constexpr bool leaves_room(Rule rule) { return rule == Rule::Bounded || rule == Rule::Relaxed; }

/// The legal results of each lane, by local linear id: from `low` to `high`, inclusive. If `low` is NaN, the
/// lane must return a NaN. If `high` is less than `low`, the lane is not judged.
template <class T>
struct Expectation {
  Rule rule = Rule::Exact;
  std::vector<T> low;
  std::vector<T> high;
};

/// Whether any result is legal.
template <class T>
bool is_unjudged(T low, T high) {
  return high < low;
}

template <class T>
bool accepts(Rule rule, T low, T high, T got) {
  // Identical bits are legal under every rule. This avoids the slow comparison of halves as numbers.
  if (std::bit_cast<bits_of<T>>(got) == std::bit_cast<bits_of<T>>(low)) return true;
  if (is_unjudged(low, high)) return true;
  switch (rule) {
    case Rule::Truth:
      return (got != T{0}) == (low != T{0});
    case Rule::Bits:
      return is_nan(low) && is_nan(got);
    case Rule::Exact:
    case Rule::Bounded:
    case Rule::Relaxed:
      return is_nan(low) ? is_nan(got) : low <= got && got <= high;
    case Rule::Observed:
      return true;
  }
  __builtin_unreachable();
}

/// The lanes with illegal results, in order. Each lane is judged on its own: results that differ between
/// lanes of a reduce are legal if each one is (WGC.U.5). `got` must have as many lanes as the expectation.
template <class T>
std::vector<std::size_t> wrong_lanes(const Expectation<T>& expected, std::span<const T> got) {
  std::vector<std::size_t> wrong;
  for (std::size_t lane = 0; lane < expected.low.size(); ++lane)
    if (!accepts(expected.rule, expected.low[lane], expected.high[lane], got[lane])) wrong.push_back(lane);
  return wrong;
}

/// Whether every lane's result is legal.
template <class T>
bool all_legal(const Expectation<T>& expected, std::span<const T> got) {
  for (std::size_t lane = 0; lane < expected.low.size(); ++lane)
    if (!accepts(expected.rule, expected.low[lane], expected.high[lane], got[lane])) return false;
  return true;
}

/// Widens the expectation of sums and products for an option that relaxes accuracy. No clause gives a bound,
/// so only results that no arithmetic explains remain wrong, above all one missing lane among many equal ones
/// (WGC.U.11).
template <class T>
void relax(Expectation<T>& expected, Collective c, std::span<const T> x) {
  constexpr double most = 0x1p-10;
  double reach = 0;  // sum of the magnitudes
  std::size_t counted = 0, nonzero = 0;
  for (std::size_t lane = 0; lane < x.size(); ++lane) {
    for (; counted < terms_of(c.family, lane, x.size()); ++counted) {
      reach += std::abs(static_cast<double>(x[counted]));
      nonzero += x[counted] != T{0};
    }
    const auto exact = static_cast<double>(expected.low[lane]);
    const double share = std::min(most, 0.25 / static_cast<double>(std::max<std::size_t>(nonzero, 1)));
    const double off = share * (c.op == Op::Mul ? std::abs(exact) : reach);
    if (!std::isfinite(exact) || !std::isfinite(off)) continue;
    expected.low[lane] = static_cast<T>(exact - off);
    expected.high[lane] = static_cast<T>(exact + off);
  }
}

/// The legal results of the collective for `x`, the values of one work-group by local linear id. `source` is
/// the linear id of a broadcast's source.
template <class T>
Expectation<T> expect(Collective c, Rule rule, std::span<const T> x, std::size_t source,
                      const FloatRules& rules) {
  Expectation<T> expected{rule, {}, {}};
  if constexpr (is_float_v<T>) {
    if (rule == Rule::Bounded) {
      const auto sums = legal_sums(x, rules);
      for (std::size_t lane = 0; lane < x.size(); ++lane) {
        const std::size_t terms = terms_of(c.family, lane, x.size());
        const Interval<T> legal = terms == 0 ? Interval<T>{T{0}, T{0}} : sums[terms - 1];
        expected.low.push_back(legal.low);
        expected.high.push_back(legal.high);
      }
      return expected;
    }
  }
  expected.low = answers(c, x, source);
  expected.high = expected.low;
  if constexpr (is_float_v<T>) {
    // The identity of min and max is INF, which a device need not have (WGC.FP.5). Then that lane is
    // observed.
    const bool infinite_identity = c.op == Op::Min || c.op == Op::Max;
    if (c.family == Family::ScanExclusive && infinite_identity && !rules.infinities && !x.empty()) {
      expected.low[0] = Limits<T>::infinity();
      expected.high[0] = -Limits<T>::infinity();
    }
    // A sum of finite values that overflows in every order is infinite. With rounding toward zero it may be
    // the largest finite value (WGC.FP.3).
    const bool may_stop_short = c.op == Op::Add && !rules.nearest;
    if (rule == Rule::Relaxed) relax(expected, c, x);
    const bool finite =
        std::none_of(x.begin(), x.end(), [](T v) { return std::isinf(static_cast<double>(v)); });
    if (may_stop_short && finite)
      for (std::size_t lane = 0; lane < x.size(); ++lane) {
        if (expected.low[lane] == Limits<T>::infinity()) expected.low[lane] = Limits<T>::max();
        if (expected.high[lane] == -Limits<T>::infinity()) expected.high[lane] = Limits<T>::lowest();
      }
  }
  return expected;
}

/// The smallest relative error of a non-zero floating-point result that the expectation rejects: half the
/// interval's width plus one unit in the last place. Infinity if no lane rejects any.
template <class T>
double smallest_error_seen(const Expectation<T>& expected) {
  const double last_place = std::ldexp(1.0, -Limits<T>::precision);
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t lane = 0; lane < expected.low.size() && smallest > last_place; ++lane) {
    const auto low = static_cast<double>(expected.low[lane]);
    const auto high = static_cast<double>(expected.high[lane]);
    const double middle = low / 2 + high / 2;
    if (!std::isfinite(middle) || middle == 0) continue;
    const double error = (high - low) / 2 / std::abs(middle) + last_place;
    smallest = std::min(smallest, error);
  }
  return smallest;
}

}  // namespace wgcts::reference
