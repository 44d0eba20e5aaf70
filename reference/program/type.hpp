// The types of values in a program: the gentypes, and other types that convert to them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "reference/gentype.hpp"

namespace wgcts::reference {

/// The first seven are the gentypes, in the order of GenType. The narrow integers can only be converted,
/// compared and passed as predicates. Size is size_t, whose values must fit into 32 bits.
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

struct TypeInfo {
  Type type;
  std::string_view name;  ///< in OpenCL C
  unsigned bytes;         ///< in a buffer
  bool is_signed;
  int precision;        ///< significant bits of a floating-point type; 0 for integers
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

constexpr const TypeInfo& info(Type type) { return types[static_cast<std::size_t>(type)]; }
constexpr Type type_of(GenType type) { return static_cast<Type>(type); }
constexpr bool is_gentype(Type type) { return type <= Type::Double; }
constexpr bool is_floating(Type type) { return info(type).precision != 0; }
constexpr bool is_integer(Type type) { return type != Type::Void && !is_floating(type); }
/// Types that C promotes to int before it computes. No operation of a program has such a type.
constexpr bool is_narrow(Type type) { return type >= Type::Char && type <= Type::UShort; }

/// A value of any type. Integers are sign- or zero-extended to 64 bits. Floating-point numbers are the bits
/// of the equal double, because a program computes exactly.
using Word = std::uint64_t;

constexpr Word word(std::int64_t value) { return static_cast<Word>(value); }
constexpr Word word_of(double value) { return std::bit_cast<Word>(value); }
constexpr double real(Word value) { return std::bit_cast<double>(value); }

/// Converts words to the C++ type that models their type, and back.
template <class T>
T value_of_word(Word word) {
  if constexpr (is_float_v<T>)
    return static_cast<T>(real(word));
  else
    return static_cast<T>(word);
}
template <class T>
std::vector<T> values_of_words(std::span<const Word> words) {
  std::vector<T> values;
  for (const Word word : words) values.push_back(value_of_word<T>(word));
  return values;
}
template <class T>
Word word_of_value(T value) {
  if constexpr (is_float_v<T>)
    return word_of(is_nan(value) ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(value));
  else
    return static_cast<Word>(value);
}

/// Calls `f.template operator()<T>()` with the C++ type that models `type`, which is not void.
template <class F>
decltype(auto) with_type(Type type, F&& f) {
  if (type == Type::Char) return f.template operator()<std::int8_t>();
  if (type == Type::UChar) return f.template operator()<std::uint8_t>();
  if (type == Type::Short) return f.template operator()<std::int16_t>();
  if (type == Type::UShort) return f.template operator()<std::uint16_t>();
  return with_gentype(type == Type::Size ? GenType::ULong : static_cast<GenType>(type), f);
}

/// A value as info(type).bytes bytes in this machine's byte order.
inline std::vector<std::byte> bytes_of(Type type, Word value) {
  return with_type(type, [&]<class T>() {
    const T number = value_of_word<T>(value);
    const auto bytes = std::as_bytes(std::span(&number, 1));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  });
}

/// Whether the value is true in C.
constexpr bool truth(Type type, Word value) { return is_floating(type) ? real(value) != 0 : value != 0; }

}  // namespace wgcts::reference
