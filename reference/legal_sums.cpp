#include <mpfr.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "reference/judge.hpp"

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

/// Extra precision has at least this many significant bits more than T. x87 has 11 more than double.
constexpr mpfr_prec_t extra_bits = 8;

/// The T nearest to `x`. Rounding is monotone, so no legal result is outside of rounded bounds.
template <class T>
T rounded(mpfr_ptr x) {
  return static_cast<T>(mpfr_get_d(x, MPFR_RNDN));
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
    // Without an addition, the result is the value itself. With one, it is the correctly rounded sum. Extra
    // precision represents this sum exactly, so the sum is rounded only once.
    if (nonzero <= 1 ||
        (nonzero == 2 && rules.nearest && mpfr_min_prec(sum.get()) <= Limits<T>::precision + extra_bits)) {
      const T only = rounded<T>(sum.get());
      result.push_back({only, only});
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
    const T low = rounded<T>(end.get());
    mpfr_add(end.get(), sum.get(), bound.get(), MPFR_RNDU);
    result.push_back({low, rounded<T>(end.get())});
  }
  return result;
}

template std::vector<Interval<half>> legal_sums(std::span<const half>, const FloatRules&);
template std::vector<Interval<float>> legal_sums(std::span<const float>, const FloatRules&);
template std::vector<Interval<double>> legal_sums(std::span<const double>, const FloatRules&);

}  // namespace wgcts::reference
