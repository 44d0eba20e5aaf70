// The types of work-group collectives, and the C++ type that models each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include "reference/half.hpp"
#include "reference/lists.hpp"

namespace wgcts::reference {

/// The seven types of the generic name gentype (WGC.TY.1).
enum class GenType : std::uint8_t { Half, Int, UInt, Long, ULong, Float, Double };

struct GenTypeInfo {
  GenType type;
  std::string_view name;  ///< in OpenCL C
  std::size_t bytes;
  int precision;  ///< significant bits of a floating-point type, including the hidden bit; 0 for integers
};

inline constexpr std::array<GenTypeInfo, 7> gentypes{{
    {GenType::Half, "half", 2, 11},
    {GenType::Int, "int", 4, 0},
    {GenType::UInt, "uint", 4, 0},
    {GenType::Long, "long", 8, 0},
    {GenType::ULong, "ulong", 8, 0},
    {GenType::Float, "float", 4, 24},
    {GenType::Double, "double", 8, 53},
}};

constexpr const GenTypeInfo& info(GenType type) { return gentypes[static_cast<std::size_t>(type)]; }
constexpr bool is_floating(GenType type) { return info(type).precision != 0; }

/// The type with that OpenCL C name, or nothing.
constexpr std::optional<GenType> gentype_named(std::string_view name) {
  const auto* row = find_row(gentypes, name, &GenTypeInfo::name);
  return row == nullptr ? std::nullopt : std::optional(row->type);
}

template <class T>
inline constexpr bool is_float_v = std::is_floating_point_v<T> || std::is_same_v<T, half>;

/// Calls `f.template operator()<T>()` with the C++ type that models `type`.
template <class F>
decltype(auto) with_gentype(GenType type, F&& f) {
  switch (type) {
    case GenType::Half:
      return f.template operator()<half>();
    case GenType::Int:
      return f.template operator()<std::int32_t>();
    case GenType::UInt:
      return f.template operator()<std::uint32_t>();
    case GenType::Long:
      return f.template operator()<std::int64_t>();
    case GenType::ULong:
      return f.template operator()<std::uint64_t>();
    case GenType::Float:
      return f.template operator()<float>();
    case GenType::Double:
      return f.template operator()<double>();
  }
  __builtin_unreachable();
}

/// An unsigned integer as wide as T, for the bits of a value.
template <class T>
using bits_of = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                   std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;

/// std::numeric_limits, also for half.
template <class T>
struct Limits {
  static constexpr T lowest() { return std::numeric_limits<T>::lowest(); }
  static constexpr T max() { return std::numeric_limits<T>::max(); }
  static constexpr T min_normal() { return std::numeric_limits<T>::min(); }
  static constexpr T denorm_min() { return std::numeric_limits<T>::denorm_min(); }
  static constexpr T infinity() { return std::numeric_limits<T>::infinity(); }
  static constexpr T nan() { return std::numeric_limits<T>::quiet_NaN(); }
  static constexpr int precision = std::numeric_limits<T>::digits;
  static constexpr int max_exponent = std::numeric_limits<T>::max_exponent;
  static constexpr int min_exponent = std::numeric_limits<T>::min_exponent;
};
template <>
struct Limits<half> {
  static constexpr half lowest() { return static_cast<half>(-65504.0F); }
  static constexpr half max() { return static_cast<half>(65504.0F); }
  static constexpr half min_normal() { return static_cast<half>(0x1p-14F); }
  static constexpr half denorm_min() { return static_cast<half>(0x1p-24F); }
  static constexpr half infinity() { return static_cast<half>(std::numeric_limits<float>::infinity()); }
  static constexpr half nan() { return static_cast<half>(std::numeric_limits<float>::quiet_NaN()); }
  static constexpr int precision = 11;
  static constexpr int max_exponent = 16;
  static constexpr int min_exponent = -13;
};

template <class T>
constexpr bool is_nan(T value) {
  return value != value;  // NOLINT(misc-redundant-expression): only NaN differs from itself
}

}  // namespace wgcts::reference
