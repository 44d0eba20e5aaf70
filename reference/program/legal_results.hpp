// Results of collectives with several legal values. A program may store them, pass them on and return them,
// but may not compute with them. They are judged like the results of single calls.
#pragma once

#include <span>
#include <vector>

#include "reference/judge.hpp"
#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// The rules for judging results.
struct Judging {
  FloatRules half, single, twice;  ///< for the types half, float and double
  // Properties that build options leave open (WGC.U.11).
  bool any_rounding = false;   ///< the accuracy of sums and products
  bool any_zero_sign = false;  ///< the sign of a zero, also of broadcasts

  const FloatRules& of(Type type) const {
    return type == Type::Half ? half : type == Type::Float ? single : twice;
  }
};

/// The legal results of a work-item, as in Expectation. Under Rule::Observed, any result is legal.
struct Legal {
  Rule rule = Rule::Exact;
  Word low = 0, high = 0;
  bool operator==(const Legal&) const = default;
};

/// The upper half of words that stand for several legal results. No value of their type has it: it belongs to
/// a signalling NaN or to a number that is too large for an int.
inline constexpr Word result_mark = 0x7ff40001;

constexpr bool stands_for_results(Type type, Word word) {
  return (type == Type::Int || is_floating(type)) && word >> 32 == result_mark;
}

/// The results of one work-group with several legal values. A word in a program's variables stands for each.
class LegalResults {
 public:
  /// The legal results for each work-item. Throws IllegalProgram if a signed result overflows.
  std::vector<Word> of(const Judging& judging, Collective c, Type type, std::span<const Word> x,
                       std::size_t source);
  /// The results that the word stands for. nullptr if it is a value.
  const Legal* find(Type type, Word word) const;

 private:
  Word add(const Legal& legal);

  std::vector<Legal> results_;
};

}  // namespace wgcts::reference
