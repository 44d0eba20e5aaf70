#include "suites/programs/program_text.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace wgcts::suites {
namespace {

template <class T>
std::vector<std::byte> raw(T value) {
  const auto bytes = std::as_bytes(std::span(&value, 1));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<std::byte> bytes_of(Type type, Word value) {
  switch (type) {
    case Type::Half:
      return raw(static_cast<half>(real(value)));
    case Type::Float:
      return raw(static_cast<float>(real(value)));
    case Type::Double:
      return raw(real(value));
    default: {
      // The low bytes of the word are the integer.
      auto bytes = raw(value);
      const auto unused = static_cast<std::ptrdiff_t>(bytes.size() - info(type).bytes);
      if constexpr (std::endian::native == std::endian::little)
        bytes.erase(bytes.end() - unused, bytes.end());
      else
        bytes.erase(bytes.begin(), bytes.begin() + unused);
      return bytes;
    }
  }
}

Word word_from(Type type, std::span<const std::byte> bytes) {
  const auto as = [&]<class T>(T value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  };
  const auto number = [](double value) {
    return word_of(std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value + 0.0);
  };
  switch (type) {
    case Type::Half:
      return number(static_cast<double>(as(half{})));
    case Type::Float:
      return number(as(float{}));
    case Type::Double:
      return number(as(double{}));
    case Type::Char:
      return word(as(std::int8_t{}));
    case Type::UChar:
      return as(std::uint8_t{});
    case Type::Short:
      return word(as(std::int16_t{}));
    case Type::UShort:
      return as(std::uint16_t{});
    case Type::Int:
      return word(as(std::int32_t{}));
    case Type::UInt:
      return as(std::uint32_t{});
    default:
      return as(std::uint64_t{});
  }
}

}  // namespace wgcts::suites
