#include "results/json.hpp"

#include <charconv>

namespace wgcts::results {

using nlohmann::json;

namespace {

// The limit for a driver's text in a report, which may contain thousands of compiler logs.
constexpr std::size_t longest_text = 8192;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

}  // namespace

const json::array_t& array_from(const json& value) { return value.get_ref<const json::array_t&>(); }
const std::string& text_from(const json& value) { return value.get_ref<const std::string&>(); }
const std::string& text_from(const json& object, const char* key) { return text_from(object.at(key)); }

json with_valid_utf8(const json& value) { return json::parse(utf8_dump(value)); }
std::string valid_utf8(std::string_view text) { return with_valid_utf8(json(text)).get<std::string>(); }

std::string bounded(std::string_view raw) {
  auto text = valid_utf8(raw);
  if (text.size() <= longest_text) return text;
  std::size_t head = longest_text / 2 - 32;
  std::size_t tail = text.size() - head;
  while (head > 0 && continues_character(text[head])) --head;
  while (tail < text.size() && continues_character(text[tail])) ++tail;
  return text.substr(0, head) + "\n[" + std::to_string(tail - head) + " bytes left out]\n" +
         text.substr(tail);
}

std::string hex(const std::vector<std::byte>& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const std::byte b : bytes)
    (text += digits[std::to_integer<unsigned>(b) >> 4]) += digits[std::to_integer<unsigned>(b) & 15];
  return text;
}

std::vector<std::byte> bytes_from_hex(const std::string& text) {
  if (text.size() % 2 != 0) throw std::invalid_argument("not hexadecimal");
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
