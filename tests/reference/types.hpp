// Helpers of many tests: the operations and rounding modes, lists of the gentypes for typed tests, and
// neighbours of a value.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "reference/judge.hpp"

namespace wgcts::reference {

inline constexpr Op ops[] = {Op::Add, Op::Min, Op::Max};
inline constexpr FloatRules nearest{}, toward_zero{.nearest = false};

/// Represents T in lists of types.
template <class T>
struct TypeTag {
  using type = T;
};

using AllTypes =
    ::testing::Types<TypeTag<half>, TypeTag<std::int32_t>, TypeTag<std::uint32_t>, TypeTag<std::int64_t>,
                     TypeTag<std::uint64_t>, TypeTag<float>, TypeTag<double>>;
using FloatTypes = ::testing::Types<TypeTag<half>, TypeTag<float>, TypeTag<double>>;

template <class T>
constexpr GenType type_of() {
  if (std::is_same_v<T, half>) return GenType::Half;
  if (std::is_same_v<T, std::int32_t>) return GenType::Int;
  if (std::is_same_v<T, std::uint32_t>) return GenType::UInt;
  if (std::is_same_v<T, std::int64_t>) return GenType::Long;
  if (std::is_same_v<T, std::uint64_t>) return GenType::ULong;
  return std::is_same_v<T, float> ? GenType::Float : GenType::Double;
}

/// Names typed tests after the OpenCL C type: Judge/half.RejectsWrongModels.
struct TypeName {
  template <class T>
  static std::string GetName(int /*index*/) {
    return std::string{info(type_of<typename T::type>()).name};
  }
};

template <class T>
bits_of<T> bits(T value) {
  return std::bit_cast<bits_of<T>>(value);
}

/// The next greater value: plus one for integers, one unit in the last place for floating point.
template <class T>
T next_up(T value) {
  if constexpr (is_float_v<T>) {
    if (value == T{0}) return Limits<T>::denorm_min();
    return std::bit_cast<T>(static_cast<bits_of<T>>(value > T{0} ? bits(value) + 1 : bits(value) - 1));
  } else {
    return static_cast<T>(static_cast<bits_of<T>>(value) + 1);
  }
}

template <class T>
T next_down(T value) {
  if constexpr (is_float_v<T>)
    return static_cast<T>(-next_up(static_cast<T>(-value)));
  else
    return static_cast<T>(static_cast<bits_of<T>>(value) - 1);
}

/// The values of an initializer list of small whole numbers, as T.
template <class T>
std::vector<T> values(std::initializer_list<double> list) {
  std::vector<T> result;
  for (const double v : list) result.push_back(static_cast<T>(v));
  return result;
}

}  // namespace wgcts::reference
