// Device behaviour that the specification leaves open: observed, not judged.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "reference/collective.hpp"

namespace wgcts::suites {

/// Names the behaviour that the results `got` of a work-group with the values `x` show; empty if they show
/// none.
template <class T>
using Observe = std::string_view (*)(Collective, std::span<const T> x, std::span<const T> got);

/// NaN among the values of min and max (WGC.U.2).
template <class T>
std::string_view nan_seen(Collective, std::span<const T>, std::span<const T> got) {
  const auto nans = static_cast<std::size_t>(std::ranges::count_if(got, [](T v) { return is_nan(v); }));
  if (nans == 0) return "ignored";
  return nans == got.size() ? "propagated" : "in some lanes";
}

/// The sign of results that are zero (WGC.U.3).
template <class T>
std::string_view zero_sign_seen(Collective, std::span<const T>, std::span<const T> got) {
  const auto with_sign = [&](bool negative) {
    return std::ranges::any_of(
        got, [=](T v) { return v == T{0} && std::signbit(static_cast<double>(v)) == negative; });
  };
  const bool minus = with_sign(true), plus = with_sign(false);
  if (!minus && !plus) return "";
  return minus && plus ? "both signs" : minus ? "-0" : "+0";
}

/// A signed sum of positive values that overflows (WGC.U.1).
template <class T>
std::string_view overflow_seen(Collective c, std::span<const T> x, std::span<const T> got) {
  const auto wrapped = answers<T>(c, x, 0);
  if (std::ranges::equal(got, wrapped)) {
    const bool overflowed = std::ranges::any_of(wrapped, [](T v) { return v < T{0}; });
    return overflowed ? "wraps" : "";
  }
  // A device that saturates returns the largest value wherever the sum overflows.
  const bool saturates =
      std::ranges::equal(got, wrapped, [](T g, T w) { return g == w || g == Limits<T>::max(); });
  return saturates ? "saturates" : "other";
}

/// The first lane of an exclusive min or max on a device that need not have INF (WGC.FP.5).
template <class T>
std::string_view identity_seen(Collective c, std::span<const T>, std::span<const T> got) {
  if (got[0] == identity<T>(c.op)) return "INF";
  const T end = c.op == Op::Min ? Limits<T>::max() : Limits<T>::lowest();
  return got[0] == end ? "the largest finite value" : "other";
}

/// The non-zero value for true (WGC.U.7).
template <class T>
std::string_view true_value_seen(Collective, std::span<const T>, std::span<const T> got) {
  const auto all_are = [&](int value) {
    return std::ranges::all_of(got, [=](T v) { return v == static_cast<T>(value); });
  };
  return all_are(1) ? "1" : all_are(-1) ? "-1" : "other";
}

}  // namespace wgcts::suites
