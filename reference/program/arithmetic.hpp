// One operation on values of a program. It is exact, or the program is illegal.
#pragma once

#include <span>

#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// The upper half of words that stand for several legal results of a collective. A program may store such
/// words, pass them on and return them, but may not compute with them. No value of their type has it: it
/// belongs to a signalling NaN or to a number that is too large for an int.
inline constexpr Word result_mark = 0x7ff40001;

constexpr bool stands_for_results(Type type, Word word) {
  return (type == Type::Int || is_floating(type)) && word >> 32 == result_mark;
}

/// Whether the number is a value of the floating-point type that no device may round or flush: zero, an
/// infinity, or a normal number that fits into the type's bits (WGC.FP.4, WGC.FP.5).
bool representable(Type type, double value);

/// `a op b`; for a unary operator, `op a`. Operands and result have `type`, but a comparison gives 0 or 1.
/// Throws IllegalProgram for signed overflow (WGC.U.1), division by zero, a shift out of range, a size_t that
/// leaves 32 bits, a floating-point result that is rounded, subnormal or NaN, and an operand with several
/// legal values.
Word apply(Operator op, Type type, Word a, Word b = 0);

/// Whether the value is true in C, which is the same for all legal results of a predicate. Throws
/// IllegalProgram for a floating-point result with several legal values.
bool tested(Type type, Word value);

/// Throws IllegalProgram if the word stands for several legal results.
inline void demand_value(Type type, Word word) {
  if (stands_for_results(type, word))
    throw IllegalProgram("A result of which several are legal is computed with.");
}

/// The value in another type. Throws IllegalProgram if the conversion rounds, or if an integer is out of
/// range of a signed type or size_t. Integers wrap in the other unsigned types.
Word convert(Type from, Type to, Word value);

/// Throws IllegalProgram unless every sum of the values is exact in any order (WGC.FP.1, WGC.U.1).
void require_exact_sums(Type type, std::span<const Word> values);

}  // namespace wgcts::reference
