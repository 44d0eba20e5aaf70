#include "reference/program/type.hpp"

#include <cstring>

namespace wgcts::reference {

std::vector<std::byte> bytes_of(Type type, Word value) {
  return with_type(type, [&]<class T>() {
    const T number = value_of_word<T>(value);
    const auto bytes = std::as_bytes(std::span(&number, 1));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  });
}

Word word_from(Type type, std::span<const std::byte> bytes) {
  return with_type(type, [&]<class T>() {
    T number{};
    std::memcpy(&number, bytes.data(), sizeof number);
    return number == T{0} ? Word{0} : word_of_value(number);
  });
}

}  // namespace wgcts::reference
