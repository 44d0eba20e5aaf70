// JSON values: reading checks the exact type, and writing gives valid UTF-8, even if a driver printed other
// bytes.
#pragma once

#include <concepts>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "layers.hpp"

namespace wgcts::results {

/// The value, if it has exactly this type. nlohmann's get() converts -1 to 18446744073709551615 and true to
/// 1; these functions throw std::exception instead, also for a missing member. number_from() also throws for
/// values that exceed the type, for example if a 32-bit board reads a report of a 64-bit machine.
template <std::unsigned_integral Number>
Number number_from(const nlohmann::json& value) {
  // get_ref() accepts only a value of exactly this type.
  const auto wide = value.get_ref<const nlohmann::json::number_unsigned_t&>();
  if (!std::in_range<Number>(wide)) throw std::out_of_range(std::to_string(wide) + " is too large");
  return static_cast<Number>(wide);
}
inline std::size_t size_from(const nlohmann::json& value) { return number_from<std::size_t>(value); }
bool bool_from(const nlohmann::json& value);
const nlohmann::json::array_t& array_from(const nlohmann::json& value);
const std::string& text_from(const nlohmann::json& value);
const std::string& text_from(const nlohmann::json& object, const char* key);
/// The text, or an empty one if there is no such member.
std::string optional_text_from(const nlohmann::json& object, const char* key);

/// The text of a JSON value, in one line unless `indent` is given. Bytes that are not valid UTF-8 become
/// U+FFFD.
template <class Json>
std::string utf8_dump(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// The value with U+FFFD instead of bytes that are not valid UTF-8.
nlohmann::json with_valid_utf8(const nlohmann::json& value);
std::string valid_utf8(std::string_view text);

/// A driver's text in valid UTF-8, shortened in the middle if it is too long for a report: compilers print
/// the cause first, and a crashing process prints it last. A second call does not shorten the text again.
std::string bounded(std::string_view raw);

/// Two hexadecimal digits for each byte.
std::string hex(const std::vector<std::byte>& bytes);

/// The inverse. Throws std::invalid_argument for other characters.
std::vector<std::byte> bytes_from_hex(const std::string& text);

}  // namespace wgcts::results
