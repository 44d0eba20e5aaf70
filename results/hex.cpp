#include "results/hex.hpp"

#include <charconv>
#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace wgcts::results {

std::string hex(const std::vector<std::byte>& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte b : bytes)
    (text += digits[std::to_integer<unsigned>(b) >> 4]) += digits[std::to_integer<unsigned>(b) & 15];
  return text;
}

std::vector<std::byte> bytes_from_hex(const std::string& text) {
  std::vector<std::byte> bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::uint8_t value = 0;
    const auto [end, error] = std::from_chars(&text[2 * i], &text[2 * i] + 2, value, 16);
    if (error != std::errc{} || end != &text[2 * i] + 2) throw std::invalid_argument("not hexadecimal");
    bytes[i] = std::byte{value};
  }
  return bytes;
}

}  // namespace wgcts::results
