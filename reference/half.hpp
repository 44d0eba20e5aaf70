// IEEE binary16 for any compiler, because not every C++ compiler has such a type on every architecture.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "layers.hpp"

namespace wgcts::reference {

/// The binary16 encoding of the value, rounded once to nearest, ties to even. A NaN becomes a quiet NaN with
/// the first bits of its payload.
constexpr std::uint16_t half_bits(double value) {
  constexpr int bias_difference = 1023 - 15, dropped = 52 - 10;
  const auto wide = std::bit_cast<std::uint64_t>(value);
  const auto sign = static_cast<std::uint16_t>(wide >> 48 & 0x8000U);
  const auto exponent = static_cast<int>(wide >> 52 & 0x7ffU);
  const std::uint64_t fraction = wide & ((std::uint64_t{1} << 52) - 1);
  if (exponent == 0x7ff) {
    const std::uint64_t payload = fraction == 0 ? 0 : 0x200U | fraction >> dropped;
    return static_cast<std::uint16_t>(sign | 0x7c00U | payload);
  }
  if (exponent >= bias_difference + 31) return static_cast<std::uint16_t>(sign | 0x7c00U);
  // A subnormal half has no hidden bit, so it loses more bits of the significand.
  const bool normal = exponent > bias_difference;
  const int cut = normal ? dropped : dropped + 1 + bias_difference - exponent;
  if (cut > 53) return sign;  // below half of the smallest subnormal
  const std::uint64_t significand = fraction | std::uint64_t{1} << 52;
  const std::uint64_t kept = significand >> cut;
  const std::uint64_t rest = significand & ((std::uint64_t{1} << cut) - 1);
  const std::uint64_t tie = std::uint64_t{1} << (cut - 1);
  const std::uint64_t rounded = kept + (rest > tie || (rest == tie && (kept & 1U) != 0) ? 1 : 0);
  // The hidden bit of a normal number adds one to the exponent, and so does a carry: from the largest
  // subnormal to the smallest normal number, and from the largest number to infinity.
  const int base = normal ? exponent - bias_difference - 1 : 0;
  return static_cast<std::uint16_t>(sign + (static_cast<std::uint64_t>(base) << 10) + rounded);
}

/// The value of a binary16 encoding, which is exact in float.
constexpr float half_value(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1fU, fraction = bits & 0x3ffU;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  if (exponent == 0x1f) {
    const std::uint32_t quiet = fraction != 0 ? 0x400000U : 0;
    return std::bit_cast<float>(sign | 0x7f800000U | quiet | fraction << 13);
  }
  return std::bit_cast<float>(sign | (exponent + 127 - 15) << 23 | fraction << 13);
}

/// A binary16 number. Arithmetic uses float, and a cast rounds the result. For a sum, difference, product or
/// quotient of two halves the result is correctly rounded: float has more than twice the bits, so the first
/// rounding does not matter.
class half {
 public:
  half() = default;  ///< half{} is 0; without braces the value is undefined, as for float
  /// Rounded once. Integers beyond the range of half become infinite. A double represents all others exactly.
  /// There is no conversion from long double because it would round twice.
  template <class Number>
  requires std::is_arithmetic_v<Number> &&
      (!std::is_same_v<Number, long double>)constexpr explicit half(Number value)
      : bits_(half_bits(static_cast<double>(value))) {}
  constexpr operator float() const {
    return half_value(bits_);
  }  // NOLINT(google-explicit-constructor): exact
  friend constexpr half operator-(half value) {
    value.bits_ = static_cast<std::uint16_t>(value.bits_ ^ 0x8000U);
    return value;
  }

 private:
  std::uint16_t bits_;
};
static_assert(sizeof(half) == 2 && std::is_trivial_v<half>);

}  // namespace wgcts::reference
