#include "reports/model/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <system_error>

#include "reference/lists.hpp"
#include "reports/model/text.hpp"
#include "results/json.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

constexpr std::size_t largest_file = std::size_t{512} << 20;
constexpr int deepest = 128;
constexpr std::size_t longest_sentence = 300;  // the parser quotes text of any length

/// Reads a file byte by byte and counts its lines.
struct Source {
  std::FILE* file;
  std::size_t line = 1, bytes = 0;
  int byte = 0;

  void next() {
    if (byte == '\n') ++line;
    byte = std::getc(file);
    if (byte == EOF && std::ferror(file) != 0) refuse("cannot read the file: " + error_words(errno));
    if (byte == '\0') refuse("the file contains a NUL byte");  // the parser would take it for the end
    if (++bytes > largest_file) refuse("the file is larger than {} MiB", largest_file >> 20);
  }
};

/// An input iterator for the parser. All copies share the source.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  Source* source = nullptr;  // nullptr at the end
  char operator*() const { return static_cast<char>(source->byte); }
  Cursor& operator++() {
    source->next();
    return *this;
  }
  Cursor operator++(int) { return ++*this; }
  bool at_end() const { return source == nullptr || source->byte == EOF; }
  bool operator==(const Cursor& other) const { return at_end() == other.at_end(); }
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File open_file(const std::string& path) {
  if (path == "-") return {stdin, [](std::FILE*) { return 0; }};
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse("cannot read {}: it is a folder", path);
  File file(std::fopen(path.c_str(), "rbe"), std::fclose);
  if (!file) refuse("cannot read {}: {}", path.empty() ? "a file without a name" : path, error_words(errno));
  return file;
}

// The schema checks use no library, because Debian 12's valijson 1.0 has three problems. It reads a maximum
// of 2^64-1 as -1 and rejects every seed and lane. It crashes when it matches a text of 200,000 characters
// with a pattern. Its messages name neither the actual nor the expected value ("Value type not permitted by
// 'type' constraint").

// A part of a document, its schema and that schema's root, and the part's name in messages.
struct Part {
  const json& root;
  const json& schema;
  const json& value;
  const std::string& name;

  /// The keyword's argument; null if the schema does not have the keyword.
  const json& keyword(const char* key) const {
    static const json none;
    const auto found = schema.find(key);
    return found == schema.end() ? none : *found;
  }
  std::string title() const { return name.empty() ? "the file" : name; }
  std::string name_of(const std::string& key) const { return name.empty() ? key : name + "." + key; }
  [[noreturn]] void must(const std::string& be) const {
    refuse("{} must {}, but is {}", title(), be, shortened(utf8_dump(value), 60));
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

void check_type(const Part& part, const json& wanted) {
  std::vector<Type> allowed;
  for (const json& word : wanted.is_array() ? wanted : json::array({wanted}))
    allowed.push_back(*find_row(types, word.get_ref<const std::string&>(), &Type::name));
  if (std::ranges::none_of(allowed, [&](const Type& type) { return type.is(part.value); }))
    part.must("be " + joined(allowed, " or ", &Type::words));
}

/// Unknown members come before missing ones: a member may be missing because its name is misspelt. The value
/// false of `additionalProperties` allows no member that `properties` does not list.
void check_members(const Part& part) {
  const json &listed = part.keyword("properties"), &others = part.keyword("additionalProperties");
  for (const auto& [key, member] : part.value.items()) {
    if (others.is_null() || listed.contains(key)) continue;
    if (others == false)
      refuse("{} has the unknown member \"{}\"; the members are {}", part.title(), excerpt(key),
             joined(listed.items(), ", ", [](const auto& item) { return item.key(); }));
    require_schema(part.root, others, member, part.name_of(key));
  }
  for (const json& key : part.keyword("required"))
    if (!part.value.contains(key)) refuse("{} has no member {}", part.title(), key.dump());
  for (const auto& [key, schema] : listed.items())
    if (part.value.contains(key)) require_schema(part.root, schema, part.value[key], part.name_of(key));
}

void check_limits(const Part& part, const json& amount, const char* least, const char* most,
                  std::string_view verb, std::string_view unit) {
  if (const json& limit = part.keyword(least); !limit.is_null() && amount < limit)
    part.must(fmt::format("{} at least {}{}", verb, limit.dump(), unit));
  if (const json& limit = part.keyword(most); !limit.is_null() && amount > limit)
    part.must(fmt::format("{} at most {}{}", verb, limit.dump(), unit));
}

// Schemas must set maxLength too, because std::regex needs stack space for each character.
void check_pattern(const Part& part, const std::string& pattern) {
  static std::map<std::string, std::regex> compiled;
  const auto expression = compiled.try_emplace(pattern, pattern).first;
  if (!std::regex_search(part.value.get_ref<const std::string&>(), expression->second))
    part.must("match " + pattern);
}

constexpr std::string_view keywords[] = {
    "$ref",     "type",       "const",     "enum",       "additionalProperties",
    "required", "properties", "items",     "minItems",   "maxItems",
    "minimum",  "maximum",    "minLength", "maxLength",  "pattern",
    "$schema",  "$defs",      "title",     "description"};

void require_kind(const json& document, std::string_view kind, int version) {
  const json schema = document.is_object() ? document.value("schema", json()) : json();
  if (!schema.is_object() || schema.value("name", json()) != fmt::format("wgcts-{}", kind))
    refuse("this is not a wgcts {0}: schema.name is not \"wgcts-{0}\"", kind);
  const json its = schema.value("version", json());
  if (!its.is_string() || !its.get_ref<const std::string&>().starts_with(fmt::format("{}.", version)))
    refuse("schema.version is {}, but this version of wgcts reads {}.x", its.dump(), version);
}

}  // namespace

std::string json_message(std::string_view what) {
  if (const auto id = what.find("] "); what.starts_with("[json.exception.") && id != what.npos)
    what.remove_prefix(id + 2);
  // The parser quotes the last token, which can be long.
  what = what.substr(0, what.find("; last read"));
  constexpr std::string_view prefix = "parse error at ", context = "syntax error while parsing ";
  if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
  std::string text(what);
  if (const auto at = text.find(context), end = text.find(" - ", at); end != text.npos)
    text.erase(at, end + 3 - at);
  return text;
}

json read_json_file(const std::string& path, const std::string& list, const TakeElement& take) {
  const File file = open_file(path);
  Source source{file.get()};
  std::vector<std::set<std::string>> keys;  // of the enclosing objects
  std::string top_key;                      // of the top object
  bool in_list = false;
  // Passes on and discards the elements of the list, and checks nesting and keys.
  const auto filter = [&](int depth, json::parse_event_t event, json& read) {
    using enum json::parse_event_t;
    if (depth > deepest) refuse("the nesting is deeper than {} levels", deepest);
    if (event == object_start) keys.emplace_back();
    if (event == object_end) keys.pop_back();
    if (event == key) {
      const auto& member = read.get_ref<const std::string&>();
      if (!keys.back().insert(member).second)
        refuse("an object has the member \"{}\" twice", excerpt(member));
      if (depth == 1) top_key = member;
    }
    if (depth == 1 && event == array_start) in_list = top_key == list;
    if (depth == 1 && event == array_end) in_list = false;
    const bool whole = event == object_end || event == array_end || event == value;
    if (!in_list || depth != 2 || !whole) return true;
    take(std::move(read), source.line);
    return false;
  };
  try {
    source.next();
    if (source.byte == EOF) refuse("the file is empty");
    return json::parse(Cursor{&source}, Cursor{}, filter);
  } catch (const std::exception& error) {
    const bool is_json = dynamic_cast<const json::parse_error*>(&error) == nullptr;
    refuse(shortened(printable(fmt::format("{}: {}: {}", display_name(path),
                                           is_json ? fmt::format("line {}", source.line) : "this is not JSON",
                                           json_message(error.what()))),
                     longest_sentence));
  }
}

void require_schema(const json& root, const json& schema, const json& value, const std::string& name) {
  for (const auto& [key, argument] : schema.items())
    if (!is_in(key, keywords)) throw std::logic_error("unknown JSON Schema keyword: " + key);
  const Part part{root, schema, value, name};
  if (const json& reference = part.keyword("$ref"); !reference.is_null()) {
    const json::json_pointer place(reference.get_ref<const std::string&>().substr(1));
    require_schema(root, root.at(place), value, name);
  }
  if (const json& wanted = part.keyword("type"); !wanted.is_null()) check_type(part, wanted);
  if (const auto wanted = schema.find("const"); wanted != schema.end() && value != *wanted)
    part.must("be " + wanted->dump());
  if (const json& wanted = part.keyword("enum"); !wanted.is_null() && !is_in(value, wanted))
    part.must("be one of " + joined(wanted, ", ", [](const json& word) { return word.dump(); }));
  if (value.is_object()) check_members(part);
  if (value.is_number()) check_limits(part, value, "minimum", "maximum", "be", "");
  if (value.is_array()) {
    const json& items = part.keyword("items");
    for (std::size_t i = 0; !items.is_null() && i < value.size(); ++i)
      require_schema(root, items, value[i], fmt::format("{}[{}]", name, i));
    check_limits(part, value.size(), "minItems", "maxItems", "have", " elements");
  }
  if (value.is_string()) {
    check_limits(part, columns(value.get_ref<const std::string&>()), "minLength", "maxLength", "have",
                 " characters");
    if (const json& pattern = part.keyword("pattern"); !pattern.is_null())
      check_pattern(part, pattern.get_ref<const std::string&>());
  }
}

json read_document(const std::string& path, std::string_view kind, int version, const std::string& list,
                   const TakeElement& take) {
  std::string bad_element;  // reported only if the document is of this kind
  json document = read_json_file(path, list, [&](json&& element, std::size_t line) {
    if (!bad_element.empty()) return;
    try {
      take(std::move(element), line);
    } catch (const std::exception& error) {
      bad_element = fmt::format("line {}: {}", line, json_message(error.what()));
    }
  });
  try {
    require_kind(document, kind, version);
    if (!bad_element.empty()) refuse(bad_element);
  } catch (const std::exception& error) {
    refuse("{}: {}", display_name(path), error.what());
  }
  return document;
}

}  // namespace wgcts::reports
