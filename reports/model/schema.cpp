#include "reports/model/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>

#include "reference/lists.hpp"
#include "report_schema.hpp"
#include "reports/model/text.hpp"
#include "results/json_values.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

// This is not a library because Debian 12's valijson 1.0 has three problems: it reads a maximum of 2^64-1 as
// -1, and so rejects every seed and lane; it crashes when a text of 200,000 characters is matched with a
// pattern; and its messages name neither the value nor the expected one ("Value type not permitted by 'type'
// constraint").

// A part of a document, its schema and that schema's root, and the part's name in messages.
struct Part {
  const json& root;
  const json& schema;
  const json& value;
  const std::string& name;

  std::string title() const { return name.empty() ? "the file" : name; }
  std::string must(const std::string& be) const {
    return fmt::format("{} must {}, but is {}", title(), be, shortened(utf8_dump(value), 60));
  }
  /// The first error in a part of this one.
  std::string inside(const json& of_it, const json& its_schema, const std::string& its_name) const {
    return schema_error(root, its_schema, of_it, its_name);
  }
};

struct Type {
  std::string_view name, words;
  bool (*is)(const json&);
};
constexpr std::array<Type, 7> types{{
    {"object", "an object", [](const json& v) { return v.is_object(); }},
    {"array", "a list", [](const json& v) { return v.is_array(); }},
    {"string", "a string", [](const json& v) { return v.is_string(); }},
    {"number", "a number", [](const json& v) { return v.is_number(); }},
    {"integer", "an integer", [](const json& v) { return v.is_number_integer(); }},
    {"boolean", "true or false", [](const json& v) { return v.is_boolean(); }},
    {"null", "null", [](const json& v) { return v.is_null(); }},
}};

std::string check_type(const Part& part, const json& wanted) {
  std::string words;
  for (const json& word : wanted.is_array() ? wanted : json::array({wanted})) {
    const auto& type = *find_row(types, word.get_ref<const std::string&>(), &Type::name);
    if (type.is(part.value)) return "";
    words.append(words.empty() ? "" : " or ").append(type.words);
  }
  return part.must("be " + words);
}

std::string check_enum(const Part& part, const json& wanted) {
  if (is_in(part.value, wanted)) return "";
  return part.must("be one of " + joined(wanted, ", ", [](const json& word) { return word.dump(); }));
}

std::string check_const(const Part& part, const json& wanted) {
  return part.value == wanted ? "" : part.must("be " + wanted.dump());
}

std::string check_required(const Part& part, const json& keys) {
  if (!part.value.is_object()) return "";
  for (const auto& key : keys)
    if (!part.value.contains(key)) return fmt::format("{} has no member {}", part.title(), key.dump());
  return "";
}

std::string member_name(const Part& part, const std::string& key) {
  return part.name.empty() ? key : part.name + "." + key;
}

std::string check_properties(const Part& part, const json& schemas) {
  if (!part.value.is_object()) return "";
  for (const auto& [key, schema] : schemas.items()) {
    const auto found = part.value.find(key);
    if (found == part.value.end()) continue;
    if (auto error = part.inside(*found, schema, member_name(part, key)); !error.empty()) return error;
  }
  return "";
}

// For the members that `properties` does not list; false allows none.
std::string check_additional(const Part& part, const json& schema) {
  if (!part.value.is_object()) return "";
  const json listed = part.schema.value("properties", json::object());
  std::string known;
  for (const auto& [key, its_schema] : listed.items()) known += (known.empty() ? "" : ", ") + key;
  for (const auto& [key, member] : part.value.items()) {
    if (listed.contains(key)) continue;
    if (schema == false)
      return fmt::format("{} has the unknown member \"{}\"; the members are {}", part.title(), excerpt(key),
                         known);
    if (auto error = part.inside(member, schema, member_name(part, key)); !error.empty()) return error;
  }
  return "";
}

std::string check_items(const Part& part, const json& schema) {
  if (!part.value.is_array()) return "";
  std::size_t i = 0;
  for (const json& item : part.value)
    if (auto error = part.inside(item, schema, fmt::format("{}[{}]", part.name, i++)); !error.empty())
      return error;
  return "";
}

std::string check_reference(const Part& part, const json& reference) {
  const json::json_pointer place(reference.get_ref<const std::string&>().substr(1));
  return part.inside(part.value, part.root.at(place), part.name);
}

/// A quantity that schemas limit, and the words of its messages. `of` returns null for a value without it.
struct Quantity {
  std::string_view verb, unit;
  json (*of)(const json&);
};
constexpr Quantity amount{"be", "", [](const json& v) { return v.is_number() ? v : json(); }};
constexpr Quantity elements{"have", " elements",
                            [](const json& v) { return v.is_array() ? json(v.size()) : json(); }};
constexpr Quantity characters{
    "have", " characters",
    [](const json& v) { return v.is_string() ? json(columns(v.get_ref<const std::string&>())) : json(); }};

template <const Quantity& quantity, bool is_least>
std::string check_limit(const Part& part, const json& limit) {
  const json it = quantity.of(part.value);
  if (it.is_null() || (is_least ? it >= limit : it <= limit)) return "";
  return part.must(
      fmt::format("{} at {} {}{}", quantity.verb, is_least ? "least" : "most", limit.dump(), quantity.unit));
}

// Only together with maxLength: std::regex needs stack space for each character.
std::string check_pattern(const Part& part, const json& pattern) {
  if (!part.value.is_string()) return "";
  static std::map<std::string, std::regex> compiled;
  const auto& text = pattern.get_ref<const std::string&>();
  const auto expression = compiled.try_emplace(text, text).first;
  return std::regex_search(part.value.get_ref<const std::string&>(), expression->second)
             ? ""
             : part.must("match " + pattern.get<std::string>());
}

std::string nothing(const Part&, const json&) { return ""; }

struct Keyword {
  std::string_view name;
  std::string (*check)(const Part&, const json& argument);
};
// In the order of evaluation. The type comes before the checks that need it. Unknown members come before
// missing ones: a member may be missing because its name is misspelt.
constexpr std::array<Keyword, 19> keywords{{
    {"$ref", check_reference},
    {"type", check_type},
    {"const", check_const},
    {"enum", check_enum},
    {"additionalProperties", check_additional},
    {"required", check_required},
    {"properties", check_properties},
    {"items", check_items},
    {"minItems", check_limit<elements, true>},
    {"maxItems", check_limit<elements, false>},
    {"minimum", check_limit<amount, true>},
    {"maximum", check_limit<amount, false>},
    {"minLength", check_limit<characters, true>},
    {"maxLength", check_limit<characters, false>},
    {"pattern", check_pattern},
    {"$schema", nothing},
    {"$defs", nothing},
    {"title", nothing},
    {"description", nothing},
}};

}  // namespace

const json& report_schema() {
  static const json schema = json::parse(report_2_schema_json);
  return schema;
}

std::string schema_error(const json& root, const json& schema, const json& value, const std::string& name) {
  const Part part{root, schema, value, name};
  for (const auto& [key, argument] : schema.items())
    if (!is_in(key, keywords, &Keyword::name)) throw std::logic_error("unknown JSON Schema keyword: " + key);
  for (const Keyword& keyword : keywords) {
    const auto argument = schema.find(keyword.name);
    if (argument == schema.end()) continue;
    if (auto error = keyword.check(part, *argument); !error.empty()) return error;
  }
  return "";
}

void require_schema(const json& root, const json& schema, const json& value, const std::string& name) {
  if (const auto error = schema_error(root, schema, value, name); !error.empty()) refuse(error);
}

void require_kind(const json& document, std::string_view kind, int version) {
  const json schema = document.is_object() ? document.value("schema", json()) : json();
  if (!schema.is_object() || schema.value("name", json()) != fmt::format("wgcts-{}", kind))
    refuse(fmt::format("this is not a wgcts {0}: schema.name is not \"wgcts-{0}\"", kind));
  const json its = schema.value("version", json());
  if (!its.is_string() || !its.get_ref<const std::string&>().starts_with(fmt::format("{}.", version)))
    refuse(fmt::format("schema.version is {}, but this version of wgcts reads {}.x", its.dump(), version));
}

}  // namespace wgcts::reports
