// The operations of reduce and scan, and the identities of WGC.SC.4 and WGC.UA.4.
#pragma once

#include <cstdint>
#include <type_traits>

#include "reference/gentype.hpp"

namespace wgcts::reference {

enum class Op : std::uint8_t { None, Add, Min, Max, Mul, And, Or, Xor, LogicalAnd, LogicalOr, LogicalXor };

/// Whether values and results count only as true or false.
constexpr bool is_logical(Op op) {
  return op == Op::LogicalAnd || op == Op::LogicalOr || op == Op::LogicalXor;
}
/// Whether the operation works on bits. Floating-point types have no such operation.
constexpr bool is_bitwise(Op op) { return op == Op::And || op == Op::Or || op == Op::Xor; }
/// Whether the operation belongs to cl_khr_work_group_uniform_arithmetic.
constexpr bool is_uniform_arithmetic(Op op) { return op >= Op::Mul; }

/// The identity of `op`: the result of lane 0 of an exclusive scan (WGC.SC.4, WGC.UA.4).
template <class T>
constexpr T identity(Op op) {
  constexpr T top = is_float_v<T> ? Limits<T>::infinity() : Limits<T>::max();
  constexpr T bottom = is_float_v<T> ? static_cast<T>(-Limits<T>::infinity()) : Limits<T>::lowest();
  switch (op) {
    case Op::Add:
      return T{0};
    case Op::Min:
      return top;
    case Op::Max:
      return bottom;
    case Op::Mul:
    case Op::LogicalAnd:
      return T{1};
    case Op::And:
      if constexpr (!is_float_v<T>) return static_cast<T>(~T{0});
      break;
    case Op::Or:
    case Op::Xor:
    case Op::LogicalOr:
    case Op::LogicalXor:
      return T{0};
    case Op::None:
      break;
  }
  __builtin_unreachable();
}

/// The type in which sums, differences and products of T wrap, unless they are floating-point.
template <class T>
using wrapping = std::conditional_t<is_float_v<T>, T, bits_of<T>>;

/// `a - b`. Integers wrap.
template <class T>
constexpr T difference(T a, T b) {
  return static_cast<T>(static_cast<wrapping<T>>(a) - static_cast<wrapping<T>>(b));
}

/// `a op b`. Unsigned sums and products wrap. Signed ones wrap as well, but judged data never overflows
/// (WGC.U.1). The caller must not pass NaN to min and max (WGC.U.2).
template <class T>
constexpr T combine(Op op, T a, T b) {
  switch (op) {
    case Op::Add:
      return static_cast<T>(static_cast<wrapping<T>>(a) + static_cast<wrapping<T>>(b));
    case Op::Min:
      return b < a ? b : a;
    case Op::Max:
      return a < b ? b : a;
    case Op::Mul:
      return static_cast<T>(static_cast<wrapping<T>>(a) * static_cast<wrapping<T>>(b));
    case Op::And:
    case Op::Or:
    case Op::Xor:
      if constexpr (!is_float_v<T>)
        return static_cast<T>(op == Op::And ? a & b : op == Op::Or ? a | b : a ^ b);
      break;
    case Op::LogicalAnd:
      return T(a != T{0} && b != T{0});
    case Op::LogicalOr:
      return T(a != T{0} || b != T{0});
    case Op::LogicalXor:
      return T((a != T{0}) != (b != T{0}));
    case Op::None:
      break;
  }
  __builtin_unreachable();
}

}  // namespace wgcts::reference
