// Conversions from one type to another, as C has them.
#pragma once

#include <cmath>
#include <limits>

#include "reference/causes/cause.hpp"
#include "reference/program/type.hpp"

namespace wgcts::reference::causes {

/// What comes of a value that the integer type cannot hold, which C leaves open: the nearest that it can hold
/// (GPUs, Arm), or the one value that x86 gives for all of them.
enum class Beyond : std::uint8_t { Nearest, Indefinite };

/// To a type, as C converts, but for what C leaves undefined.
template <class U, class T>
U converted(T v, Beyond beyond) {
  if constexpr (is_float_v<T> && !is_float_v<U>) {
    const auto wide = static_cast<double>(v);
    if (beyond == Beyond::Indefinite) {
      // Narrower ones are cut out of an int, and uint out of a long; of a ulong it is the same bits.
      using Through = std::conditional_t<sizeof(U) == 8 || (sizeof(U) == 4 && std::is_unsigned_v<U>),
                                         std::int64_t, std::int32_t>;
      const double end = std::ldexp(1.0, 8 * static_cast<int>(sizeof(Through)) - 1);
      if (!(sizeof(U) == 8 && std::is_unsigned_v<U> && wide >= end && wide < 2 * end)) {
        const bool holds = wide >= -end && wide < end;
        return static_cast<U>(holds ? static_cast<Through>(v) : std::numeric_limits<Through>::min());
      }
    }
    if (is_nan(v)) return U{0};
    if (wide >= static_cast<double>(std::numeric_limits<U>::max())) return std::numeric_limits<U>::max();
    if (wide <= static_cast<double>(std::numeric_limits<U>::lowest()))
      return std::numeric_limits<U>::lowest();
  }
  return static_cast<U>(v);
}

/// f.template operator()<U>() for the C++ type U that models the type; `otherwise` where it is none.
template <class Result, class F>
Result with_type_of(Narrow how, Result otherwise, F&& f) {
  constexpr Type types[] = {Type::Int,   Type::UInt,   Type::Short, Type::UShort, Type::Half,
                            Type::Float, Type::Double, Type::Char,  Type::UChar};
  if (how < Narrow::Int || how > Narrow::UChar) return otherwise;
  return with_type(types[static_cast<std::size_t>(how) - static_cast<std::size_t>(Narrow::Int)], f);
}

}  // namespace wgcts::reference::causes
