// A number type that represents every value of every gentype, on every architecture.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <type_traits>

#include "reference/gentype.hpp"

namespace wgcts::reference {

/// The sum of two doubles, where the second is the rounding error of the first. Its 106 bits represent long,
/// ulong, double, and sums of many longs. (long double has 64, 113 or 53 bits, depending on the
/// architecture.)
class ExactNumber {
 public:
  constexpr ExactNumber() = default;
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_same_v<T, half>
  constexpr ExactNumber(T value) {  // NOLINT(google-explicit-constructor): exact
    static_assert(!std::is_same_v<T, long double>);
    if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
      // The upper word keeps the sign. Each word is exact in a double.
      *this = sum(static_cast<double>(value >> 32) * 0x1p32, static_cast<double>(value & T{0xffffffff}));
    } else {
      nearest_ = static_cast<double>(value);
    }
  }

  /// The value as a T. Integers: only if the value fits into T. Floating point: the nearest double, rounded
  /// to T.
  template <class T>
  constexpr T to() const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(wrapped(nearest_) + wrapped(rest_));
    } else {
      return static_cast<T>(nearest_);
    }
  }

  bool is_infinite() const { return std::isinf(nearest_); }
  bool is_whole() const { return std::trunc(nearest_) == nearest_ && std::trunc(rest_) == rest_; }

  friend constexpr ExactNumber operator+(const ExactNumber& a, const ExactNumber& b) {
    const ExactNumber upper = sum(a.nearest_, b.nearest_);
    return sum(upper.nearest_, upper.rest_ + (a.rest_ + b.rest_));
  }
  friend constexpr ExactNumber operator-(const ExactNumber& a) { return {-a.nearest_, -a.rest_}; }
  friend constexpr auto operator<=>(const ExactNumber&, const ExactNumber&) = default;
  friend constexpr ExactNumber abs(const ExactNumber& a) { return a.nearest_ < 0 ? -a : a; }

 private:
  constexpr ExactNumber(double nearest, double rest) : nearest_(nearest), rest_(rest) {}
  /// a + b without any loss (Knuth's two-sum). An infinite or undefined sum has no rest.
  static constexpr ExactNumber sum(double a, double b) {
    const double nearest = a + b;
    const double of_b = nearest - a;
    const double of_a = nearest - of_b;
    const double rest = (a - of_a) + (b - of_b);
    return {nearest, rest == rest ? rest : 0};
  }
  /// A whole number modulo 2^64. Its magnitude is at most 2^64.
  static constexpr std::uint64_t wrapped(double whole) {
    const double magnitude = whole < 0 ? -whole : whole;
    const std::uint64_t word = magnitude >= 0x1p64 ? 0 : static_cast<std::uint64_t>(magnitude);
    return whole < 0 ? std::uint64_t{0} - word : word;
  }

  double nearest_ = 0, rest_ = 0;
};

}  // namespace wgcts::reference
