// Kinds of input that a bug may pick.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>

#include "reference/causes/scene.hpp"

namespace wgcts::harness {

/// Kinds of input that a bug may pick, as bits of Place::values.
inline constexpr std::array<std::string_view, 8> value_kinds{"negative", "zero",      "large",   "nan",
                                                             "inf",      "subnormal", "uniform", "ids"};

consteval std::uint32_t bit_of_kind(std::string_view kind) {
  return 1U << (std::ranges::find(value_kinds, kind) - value_kinds.begin());
}

/// Those of a work-group's values, by local linear id.
template <class T>
std::uint32_t kinds_of(std::span<const T> x) {
  std::uint32_t kinds = 0;
  const auto mark = [&](std::uint32_t bit, bool is) { kinds |= is ? bit : 0; };
  constexpr double large = 0x1p24;
  // One value is the same in all lanes; that it is a zero makes it no number of a lane.
  bool uniform = true, ids = x.size() > 1;
  for (std::size_t lane = 0; lane < x.size(); ++lane) {
    const T v = x[lane];
    const ExactNumber wide = v;
    mark(bit_of_kind("negative"), v < T{0});
    mark(bit_of_kind("large"), abs(wide) >= large && !wide.is_infinite());
    mark(bit_of_kind("nan"), is_nan(v));
    mark(bit_of_kind("inf"), wide.is_infinite());
    mark(bit_of_kind("zero"), v == T{0});
    if constexpr (is_float_v<T>)
      mark(bit_of_kind("subnormal"), v != T{0} && abs(wide) < Limits<T>::min_normal());
    uniform &= same_bits(v, x[0]);
    ids &= wide == std::uint64_t{lane};
  }
  mark(bit_of_kind("uniform"), uniform);
  mark(bit_of_kind("ids"), ids);
  return kinds;
}

}  // namespace wgcts::harness
