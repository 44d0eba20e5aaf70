// Results of collectives of which several values are legal: a program that is judged as the cases of single
// calls are may store them, pass them on and return them, and computes nothing with them.
#pragma once

#include <span>
#include <vector>

#include "reference/judge.hpp"
#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// What results are judged by.
struct Judging {
  FloatRules half, single, twice;  ///< of the types half, float and double
  // What build options leave open (WGC.U.11).
  bool any_rounding = false;   ///< how far a sum or product may be off
  bool any_zero_sign = false;  ///< the sign of a zero, of broadcasts too

  const FloatRules& of(Type type) const {
    return type == Type::Half ? half : type == Type::Float ? single : twice;
  }
};

/// What a work-item may get; as in Expectation. Nothing is said of it under Rule::Observed.
struct Legal {
  Rule rule = Rule::Exact;
  Word low = 0, high = 0;
  bool operator==(const Legal&) const = default;
};

/// The upper half of words that stand for such results: no value of their type has it, for it is that of a
/// signalling NaN, or of a number that is too large for an int.
inline constexpr Word result_mark = 0x7ff40001;

constexpr bool stands_for_results(Type type, Word word) {
  return (type == Type::Int || is_floating(type)) && word >> 32 == result_mark;
}

/// Such results of one work-group. A program's variables hold a word for each.
class LegalResults {
 public:
  /// What each work-item may get of the collective. Throws IllegalProgram where a signed result overflows.
  std::vector<Word> of(const Judging& judging, Collective c, Type type, std::span<const Word> x,
                       std::size_t source);
  /// What the word stands for; nullptr where it is a value.
  const Legal* find(Type type, Word word) const;
  void clear() { results_.clear(); }

 private:
  Word add(const Legal& legal);

  std::vector<Legal> results_;
};

}  // namespace wgcts::reference
