#include "reference/program/legal_results.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/program/arithmetic.hpp"

namespace wgcts::reference {
namespace {

/// Throws IllegalProgram unless the product of any subset of the values is exact in any order.
void demand_exact_products(Type type, std::span<const Word> values) {
  if (!info(type).is_signed) return;
  Word product = is_floating(type) ? word_of(1) : 1;
  double range = 1;
  for (const Word value : values) {
    if (is_floating(type) ? real(value) == 0 : value == 0) continue;
    product = apply(Operator::Multiply, type, product, value);
    if (is_floating(type)) range *= std::max(std::abs(real(value)), 1 / std::abs(real(value)));
  }
  if (is_floating(type) && !representable(type, range > 1 ? std::exp2(std::ceil(std::log2(range))) : 1))
    throw IllegalProgram("A product leaves the range of its type in some order.");
}

void demand_exact(Collective c, Type type, std::span<const Word> x) {
  if (c.op == Op::Add) require_exact_sums(type, x);
  if (c.op == Op::Mul) demand_exact_products(type, x);
}

template <class T>
bool is_finite(T value) {
  return std::isfinite(static_cast<double>(value));
}

template <class T>
Rule float_rule(const Judging& judging, Collective c, Type type, std::span<const Word> words,
                std::span<const T> x) {
  const FloatRules& rules = judging.of(type);
  const auto is_subnormal = [](T v) {
    const double magnitude = std::abs(static_cast<double>(v));
    return magnitude != 0 && magnitude < static_cast<double>(Limits<T>::min_normal());
  };
  if (!rules.denormals && std::ranges::any_of(x, is_subnormal)) return Rule::Observed;
  if (!rules.infinities && !std::ranges::all_of(x, is_finite<T>)) return Rule::Observed;
  if (c.family == Family::Broadcast) return judging.any_zero_sign ? Rule::Exact : Rule::Bits;
  if (std::ranges::any_of(x, [](T v) { return is_nan(v); })) return Rule::Observed;  // WGC.U.2
  const bool computed = c.op == Op::Add || c.op == Op::Mul;
  if (!computed) return Rule::Exact;
  try {
    demand_exact(c, type, words);
    return judging.any_rounding ? Rule::Relaxed : Rule::Exact;
  } catch (const IllegalProgram&) {
    double magnitudes = 0;
    for (const T v : x) magnitudes += std::abs(static_cast<double>(v));
    const bool bounded =
        c.op == Op::Add && !judging.any_rounding && magnitudes < static_cast<double>(Limits<T>::max());
    return bounded ? Rule::Bounded : Rule::Observed;
  }
}

template <class T>
Expectation<T> expectation(Collective c, Rule rule, std::span<const T> x, std::size_t source,
                           const FloatRules& rules) {
  try {
    return expect<T>(c, rule, x, source, rules);
  } catch (const std::domain_error&) {
    throw IllegalProgram("A sum has so many values that any result is legal.");
  }
}

}  // namespace

Word LegalResults::add(const Legal& legal) {
  results_.push_back(legal);
  return result_mark << 32 | (results_.size() - 1);
}

const Legal* LegalResults::find(Type type, Word word) const {
  return stands_for_results(type, word) ? &results_[word & UINT32_MAX] : nullptr;
}

std::vector<Word> LegalResults::of(const Judging& judging, Collective c, Type type,
                                   std::span<const Word> words, std::size_t source) {
  return with_gentype(type, [&]<class T>() {
    const auto x = values_of_words<T>(words);
    Rule rule = Rule::Exact;
    if constexpr (is_float_v<T>)
      rule = float_rule<T>(judging, c, type, words, x);
    else if (is_predicate(c.family) || is_logical(c.op))
      rule = Rule::Truth;
    else
      demand_exact(c, type, words);
    const auto expected = expectation<T>(c, rule, x, source, judging.of(type));
    std::vector<Word> results;
    for (std::size_t lane = 0; lane < x.size(); ++lane) {
      const T low = expected.low[lane], high = expected.high[lane];
      const bool unjudged = rule == Rule::Observed || is_unjudged(low, high);
      const bool is_value = rule == Rule::Exact  ? low == high || is_nan(low)
                            : rule == Rule::Bits ? low != T{0}
                                                 : rule == Rule::Truth && low == T{0};
      results.push_back(is_value && !unjudged ? word_of_value(low)
                                              : add({unjudged ? Rule::Observed : rule, word_of_value(low),
                                                     word_of_value(high)}));
    }
    return results;
  });
}

}  // namespace wgcts::reference
