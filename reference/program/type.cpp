#include "reference/program/type.hpp"

namespace wgcts::reference {

std::vector<std::byte> bytes_of(Type type, Word value) {
  return with_type(type, [&]<class T>() {
    const T number = value_of_word<T>(value);
    const auto bytes = std::as_bytes(std::span(&number, 1));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  });
}

}  // namespace wgcts::reference
