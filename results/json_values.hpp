// Values in JSON: read only where they are of exactly the kind that is asked for, written as UTF-8 whatever a
// driver printed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "layers.hpp"

namespace wgcts::results {

/// The value, if it is of exactly that kind. nlohmann's own get() makes 18446744073709551615 of -1, and 1 of
/// true; these throw std::exception instead, as they do for a member that is missing.
/// size_from() also throws for what this program's addresses cannot reach: a report of 64 bits, read on a
/// board of 32.
std::size_t size_from(const nlohmann::json& value);
std::uint64_t wide_from(const nlohmann::json& value);
bool bool_from(const nlohmann::json& value);
const std::string& text_from(const nlohmann::json& value);
const std::string& text_from(const nlohmann::json& object, const char* key);
/// Empty where there is no such member.
std::string optional_text_from(const nlohmann::json& object, const char* key);

/// The text of a JSON value, on one line unless `indent` says otherwise. JSON takes UTF-8 alone: U+FFFD
/// stands for bytes that are none.
template <class Json>
std::string utf8_dump(const Json& value, int indent = -1) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

/// The same value, or text, with U+FFFD where bytes were no UTF-8.
nlohmann::json with_valid_utf8(const nlohmann::json& value);
std::string valid_utf8(std::string_view text);

/// As much of a driver's text as a report holds, in valid UTF-8. Of a long one both ends stay: compilers say
/// first what is wrong, a dying process says it last. What passes through here twice is cut once.
std::string bounded(std::string_view raw);

}  // namespace wgcts::results
