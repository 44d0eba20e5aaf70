// One operation on values of a program. It is exact, or the program is illegal.
#pragma once

#include <span>

#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// Whether the number is a value of the floating-point type that no device may round or flush: zero, an
/// infinity, or a normal number that fits into the type's bits (WGC.FP.4, WGC.FP.5).
bool representable(Type type, double value);

/// `a op b`; for a unary operator, `op a`. Operands and result have `type`, but a comparison gives 0 or 1.
/// Throws IllegalProgram for signed overflow (WGC.U.1), division by zero, a shift out of range, a size_t
/// beyond 32 bits, and a floating-point result that is rounded, subnormal or NaN.
Word apply(Operator op, Type type, Word a, Word b = 0);

/// Converts the value. Throws IllegalProgram if the type does not represent it: a conversion that rounds, or
/// an integer out of range of a signed type. Unsigned integers wrap.
Word convert(Type from, Type to, Word value);

/// Throws IllegalProgram unless every sum of the values is exact in any order (WGC.FP.1, WGC.U.1).
void require_exact_sums(Type type, std::span<const Word> values);

}  // namespace wgcts::reference
