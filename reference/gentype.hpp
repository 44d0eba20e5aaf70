// The types of work-group collectives and programs, and the C++ type that models each.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "reference/half.hpp"
#include "reference/lists.hpp"

namespace wgcts::reference {

/// The types of values. The first seven are those of the generic name gentype (WGC.TY.1). The others are for
/// programs: narrow integers, which can only be converted, compared and passed as predicates, and size_t,
/// whose values must fit into 32 bits.
enum class Type : std::uint8_t {
  Half,
  Int,
  UInt,
  Long,
  ULong,
  Float,
  Double,
  Char,
  UChar,
  Short,
  UShort,
  Size,
  Void
};

/// A type of gentype.
using GenType = Type;

struct TypeInfo {
  Type type;
  std::string_view name;  ///< in OpenCL C
  std::size_t bytes;      ///< in a buffer
  bool is_signed;
  int precision;  ///< significant bits of a floating-point type, including the hidden bit; 0 for integers
  std::int64_t lowest;  ///< of an integer
  std::uint64_t highest;
  /// The maximum magnitude of a drawn program's values: quarters of it are exact, or the sum of two such
  /// integers fits. Unsigned types of 32 and 64 bits wrap and have no limit.
  double cap = 0x1p30;
};

inline constexpr std::array<TypeInfo, 13> types{{
    {Type::Half, "half", 2, true, 11, 0, 0, 0x1p9},
    {Type::Int, "int", 4, true, 0, INT32_MIN, INT32_MAX},
    {Type::UInt, "uint", 4, false, 0, 0, UINT32_MAX, 0x1p32},
    {Type::Long, "long", 8, true, 0, INT64_MIN, INT64_MAX, 0x1p62},
    {Type::ULong, "ulong", 8, false, 0, 0, UINT64_MAX, 0x1p64},
    {Type::Float, "float", 4, true, 24, 0, 0, 0x1p22},
    {Type::Double, "double", 8, true, 53, 0, 0, 0x1p51},
    {Type::Char, "char", 1, true, 0, INT8_MIN, INT8_MAX},
    {Type::UChar, "uchar", 1, false, 0, 0, UINT8_MAX},
    {Type::Short, "short", 2, true, 0, INT16_MIN, INT16_MAX},
    {Type::UShort, "ushort", 2, false, 0, 0, UINT16_MAX},
    {Type::Size, "size_t", 8, false, 0, 0, UINT32_MAX},
    {Type::Void, "void", 0, false, 0, 0, 0},
}};

inline constexpr std::span gentypes = std::span(types).first<7>();

constexpr const TypeInfo& info(Type type) { return types[static_cast<std::size_t>(type)]; }
constexpr bool is_gentype(Type type) { return type <= Type::Double; }
constexpr bool is_floating(Type type) { return info(type).precision != 0; }
constexpr bool is_integer(Type type) { return type != Type::Void && !is_floating(type); }
/// Types that C promotes to int before it computes. No operation of a program has such a type.
constexpr bool is_narrow(Type type) { return type >= Type::Char && type <= Type::UShort; }

/// The type of gentype with that OpenCL C name, or nothing.
constexpr std::optional<GenType> gentype_named(std::string_view name) {
  const auto* row = find_row(gentypes, name, &TypeInfo::name);
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
    default:
      break;
  }
  __builtin_unreachable();
}

/// For .cpp files that define templates: expands INSTANTIATE(T), which has the explicit instantiations for T,
/// for the type of each gentype.
#define WGCTS_FOR_EACH_GENTYPE(INSTANTIATE) \
  INSTANTIATE(half)                         \
  INSTANTIATE(std::int32_t)                 \
  INSTANTIATE(std::uint32_t)                \
  INSTANTIATE(std::int64_t)                 \
  INSTANTIATE(std::uint64_t)                \
  INSTANTIATE(float)                        \
  INSTANTIATE(double)

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
