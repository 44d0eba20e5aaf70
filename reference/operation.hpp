// What reduce and scan combine values with, and the identities of WGC.SC.4.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "reference/gentype.hpp"

namespace wgcts::reference {

enum class Op : std::uint8_t { None, Add, Min, Max };

/// The identity of `op`: what lane 0 of an exclusive scan returns (WGC.SC.4).
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
    case Op::None:
      break;
  }
  __builtin_unreachable();
}

/// `a op b`. Unsigned addition wraps; signed addition is computed as if it did, though no judged data gets
/// there (WGC.U.1). NaN is the caller's to keep out of min and max (WGC.U.2).
template <class T>
constexpr T combine(Op op, T a, T b) {
  switch (op) {
    case Op::Add:
      if constexpr (is_float_v<T>) {
        return static_cast<T>(a + b);
      } else {
        using U = std::make_unsigned_t<T>;
        return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
      }
    case Op::Min:
      return b < a ? b : a;
    case Op::Max:
      return a < b ? b : a;
    case Op::None:
      break;
  }
  __builtin_unreachable();
}

}  // namespace wgcts::reference
