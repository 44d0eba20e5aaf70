// The values of programs.
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
  return with_gentype(type == Type::Size ? Type::ULong : type, f);
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
