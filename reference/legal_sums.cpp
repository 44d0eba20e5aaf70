#include "reference/legal_sums.hpp"

#include <mpfr.h>

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

namespace wgcts::reference {
namespace {

class Number {
 public:
  explicit Number(mpfr_prec_t bits) {
    mpfr_init2(value_, bits);
    mpfr_set_zero(value_, 1);
  }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  ~Number() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

/// Bits in which sums of up to a few billion values of the type are exact: from the largest to the smallest
/// subnormal, with room for carries. tests/reference/legal_sums_test.cpp compares it with mpfr_sum.
template <class T>
constexpr mpfr_prec_t exact_bits =
    Limits<T>::max_exponent - Limits<T>::min_exponent + Limits<T>::precision + 32;

/// Bits of a bound, which is always rounded up.
constexpr mpfr_prec_t bound_bits = 96;

/// The next value above (`direction` 1) or below (-1) a finite value.
template <class T>
T neighbour(T value, int direction) {
  using Bits = bits_of<T>;
  if (value == T{0})
    return direction > 0 ? Limits<T>::denorm_min() : static_cast<T>(-Limits<T>::denorm_min());
  const auto bits = std::bit_cast<Bits>(value);
  const bool away_from_zero = (value > T{0}) == (direction > 0);
  return std::bit_cast<T>(static_cast<Bits>(away_from_zero ? bits + 1 : bits - 1));
}

/// The T next to `x` in this direction, or equal to it.
template <class T>
T rounded(mpfr_ptr x, int direction) {
  const mpfr_rnd_t mode = direction > 0 ? MPFR_RNDU : MPFR_RNDD;
  const double wide = mpfr_get_d(x, mode);
  if constexpr (std::is_same_v<T, double>) {
    return wide;
  } else {
    const T near = static_cast<T>(wide);
    const auto value = static_cast<double>(near);
    const bool short_of_it = direction > 0 ? value < wide : value > wide;
    return short_of_it ? neighbour(near, direction) : near;
  }
}

}  // namespace

template <class T>
std::vector<Interval<T>> legal_sums(std::span<const T> x, const FloatRules& rules) {
  const int roundoff_exponent = rules.nearest ? -Limits<T>::precision : 1 - Limits<T>::precision;
  Number sum(exact_bits<T>), magnitudes(exact_bits<T>), end(exact_bits<T>), bound(bound_bits),
      scratch(bound_bits);
  unsigned long nonzero = 0;
  std::vector<Interval<T>> result;
  result.reserve(x.size());
  for (const T value : x) {
    if (value != T{0}) ++nonzero;
    const auto wide = static_cast<double>(value);
    mpfr_add_d(sum.get(), sum.get(), wide, MPFR_RNDN);
    mpfr_add_d(magnitudes.get(), magnitudes.get(), wide < 0 ? -wide : wide, MPFR_RNDN);
    if (nonzero <= 1) {  // no addition: the value itself
      result.push_back({rounded<T>(sum.get(), -1), rounded<T>(sum.get(), 1)});
      continue;
    }
    // (m-1)u / (1 - (m-1)u) * sum|x|, which is no bound if (m-1)u reaches 1
    if (static_cast<double>(nonzero - 1) * std::ldexp(1.0, roundoff_exponent) >= 1)
      throw std::domain_error("no bound is known for a sum of " + std::to_string(nonzero) +
                              " values that round");
    mpfr_set_ui_2exp(scratch.get(), nonzero - 1, roundoff_exponent, MPFR_RNDU);
    mpfr_ui_sub(bound.get(), 1, scratch.get(), MPFR_RNDD);
    mpfr_div(bound.get(), scratch.get(), bound.get(), MPFR_RNDU);
    mpfr_mul(bound.get(), bound.get(), magnitudes.get(), MPFR_RNDU);
    // the final rounding of a result in extra precision: u * |S|
    mpfr_abs(scratch.get(), sum.get(), MPFR_RNDU);
    mpfr_mul_2si(scratch.get(), scratch.get(), roundoff_exponent, MPFR_RNDU);
    mpfr_add(bound.get(), bound.get(), scratch.get(), MPFR_RNDU);
    mpfr_sub(end.get(), sum.get(), bound.get(), MPFR_RNDD);
    const T low = rounded<T>(end.get(), -1);
    mpfr_add(end.get(), sum.get(), bound.get(), MPFR_RNDU);
    result.push_back({low, rounded<T>(end.get(), 1)});
  }
  return result;
}

template std::vector<Interval<half>> legal_sums(std::span<const half>, const FloatRules&);
template std::vector<Interval<float>> legal_sums(std::span<const float>, const FloatRules&);
template std::vector<Interval<double>> legal_sums(std::span<const double>, const FloatRules&);

}  // namespace wgcts::reference
