#include "results/json_values.hpp"

namespace wgcts::results {

using nlohmann::json;

// get_ref takes a value of exactly that kind.
std::size_t size_from(const json& value) { return value.get_ref<const json::number_unsigned_t&>(); }
bool bool_from(const json& value) { return value.get_ref<const json::boolean_t&>(); }
const std::string& text_from(const json& value) { return value.get_ref<const std::string&>(); }
const std::string& text_from(const json& object, const char* key) { return text_from(object.at(key)); }

std::string optional_text_from(const json& object, const char* key) {
  return object.contains(key) ? text_from(object, key) : std::string{};
}

json with_valid_utf8(const json& value) { return json::parse(utf8_dump(value)); }
std::string valid_utf8(std::string_view text) { return with_valid_utf8(json(text)).get<std::string>(); }

}  // namespace wgcts::results
