// What a work-group may legally return, and whether it did.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/collective.hpp"
#include "reference/legal_sums.hpp"

namespace wgcts::reference {

/// How a lane's result is held against the expectation.
enum class Rule : std::uint8_t {
  Exact,    ///< one value in every order of operations; zeros of either sign are equal (WGC.U.3)
  Bounded,  ///< a floating-point sum that rounds: an interval for each lane
  Relaxed,  ///< a sum or product under an option that leaves its accuracy open (WGC.U.11): near the exact one
  Truth,    ///< zero or not zero; which non-zero value is the device's choice (WGC.U.7)
  Bits,     ///< the very value, -0 and +0 apart; any NaN stands for any NaN (WGC.U.4)
  Observed  ///< undefined: recorded for the report, never a failure
};

/// Whether data judged so has many legal results in a lane: no single value speaks for or against a model.
constexpr bool leaves_room(Rule rule) { return rule == Rule::Bounded || rule == Rule::Relaxed; }

/// For each lane, in order of local linear id, the legal results: from `low` to `high`, ends included. NaN as
/// `low` means that the lane must return a NaN; a `high` below `low`, that nothing is said of the lane.
template <class T>
struct Expectation {
  Rule rule = Rule::Exact;
  std::vector<T> low;
  std::vector<T> high;
};

/// Whether the lane may return what it likes.
template <class T>
bool is_unjudged(T low, T high) {
  return high < low;
}

template <class T>
bool accepts(Rule rule, T low, T high, T got) {
  // The very value is legal under every rule; to compare halves as numbers takes calls.
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

/// The lanes whose result is not legal, in order. Each lane is judged alone: results that differ between
/// lanes of a reduce are legal as long as each is (WGC.U.5). `got` must have as many lanes as the
/// expectation.
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

/// Widens what is expected of sums and products to what an option that relaxes accuracy may make of them: no
/// clause says how much that is, so that only what no arithmetic explains stays wrong, a lane left out of
/// many alike above all (WGC.U.11).
template <class T>
void relax(Expectation<T>& expected, Collective c, std::span<const T> x) {
  constexpr double most = 0x1p-10;
  double reach = 0;       // the sum of what counts, without signs
  std::size_t terms = 0;  // how many values other than zero count
  const auto count = [&](T v) {
    reach += std::abs(static_cast<double>(v));
    terms += v != T{0};
  };
  if (c.family == Family::Reduce)
    for (const T v : x) count(v);
  for (std::size_t lane = 0; lane < x.size(); ++lane) {
    if (c.family == Family::ScanInclusive) count(x[lane]);
    if (c.family == Family::ScanExclusive && lane > 0) count(x[lane - 1]);
    const auto exact = static_cast<double>(expected.low[lane]);
    const double share = std::min(most, 0.25 / static_cast<double>(std::max<std::size_t>(terms, 1)));
    const double off = share * (c.op == Op::Mul ? std::abs(exact) : reach);
    if (!std::isfinite(exact) || !std::isfinite(off)) continue;
    expected.low[lane] = static_cast<T>(exact - off);
    expected.high[lane] = static_cast<T>(exact + off);
  }
}

/// What the collective may return for `x`, the values of one work-group in order of local linear id.
/// `source` is the linear id that a broadcast names.
template <class T>
Expectation<T> expect(Collective c, Rule rule, std::span<const T> x, std::size_t source,
                      const FloatRules& rules) {
  Expectation<T> expected{rule, {}, {}};
  if constexpr (is_float_v<T>) {
    if (rule == Rule::Bounded) {
      const auto sums = legal_sums(x, rules);
      for (std::size_t lane = 0; lane < x.size(); ++lane) {
        Interval<T> legal{T{0}, T{0}};
        if (c.family == Family::Reduce) legal = sums.back();
        if (c.family == Family::ScanInclusive) legal = sums[lane];
        if (c.family == Family::ScanExclusive && lane > 0) legal = sums[lane - 1];
        expected.low.push_back(legal.low);
        expected.high.push_back(legal.high);
      }
      return expected;
    }
  }
  expected.low = answers(c, x, source);
  expected.high = expected.low;
  if constexpr (is_float_v<T>) {
    // The identity of min and max is INF, which a device need not have (WGC.FP.5): that lane is observed.
    const bool infinite_identity = c.op == Op::Min || c.op == Op::Max;
    if (c.family == Family::ScanExclusive && infinite_identity && !rules.infinities && !x.empty()) {
      expected.low[0] = Limits<T>::infinity();
      expected.high[0] = -Limits<T>::infinity();
    }
    // A sum of finite values that overflows in every order is infinite, but toward zero it stops at the
    // largest finite value (WGC.FP.3).
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

/// The smallest relative error of a non-zero floating-point result that the expectation would not let pass:
/// half the interval's width and one unit in the last place. Infinity where no lane can tell.
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
