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

void check_enum(const Part& part, const json& wanted) {
  if (!is_in(part.value, wanted))
    part.must("be one of " + joined(wanted, ", ", [](const json& word) { return word.dump(); }));
}

void check_const(const Part& part, const json& wanted) {
  if (part.value != wanted) part.must("be " + wanted.dump());
}

void check_required(const Part& part, const json& keys) {
  if (!part.value.is_object()) return;
  for (const auto& key : keys)
    if (!part.value.contains(key)) refuse("{} has no member {}", part.title(), key.dump());
}

void check_properties(const Part& part, const json& schemas) {
  if (!part.value.is_object()) return;
  for (const auto& [key, schema] : schemas.items())
    if (part.value.contains(key)) require_schema(part.root, schema, part.value[key], part.name_of(key));
}

// Checks the members that `properties` does not list. The value false allows none.
void check_additional(const Part& part, const json& schema) {
  if (!part.value.is_object()) return;
  const json listed = part.schema.value("properties", json::object());
  for (const auto& [key, member] : part.value.items()) {
    if (listed.contains(key)) continue;
    if (schema != false) {
      require_schema(part.root, schema, member, part.name_of(key));
      continue;
    }
    const std::string known = joined(listed.items(), ", ", [](const auto& item) { return item.key(); });
    refuse("{} has the unknown member \"{}\"; the members are {}", part.title(), excerpt(key), known);
  }
}

void check_items(const Part& part, const json& schema) {
  if (!part.value.is_array()) return;
  for (std::size_t i = 0; i < part.value.size(); ++i)
    require_schema(part.root, schema, part.value[i], fmt::format("{}[{}]", part.name, i));
}

void check_reference(const Part& part, const json& reference) {
  const json::json_pointer place(reference.get_ref<const std::string&>().substr(1));
  require_schema(part.root, part.root.at(place), part.value, part.name);
}

/// A quantity that schemas limit, and the nouns and verbs of its messages. `of` returns null for a value
/// without it.
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
void check_limit(const Part& part, const json& limit) {
  const json it = quantity.of(part.value);
  if (!it.is_null() && (is_least ? it < limit : it > limit))
    part.must(fmt::format("{} at {} {}{}", quantity.verb, is_least ? "least" : "most", limit.dump(),
                          quantity.unit));
}

// Schemas must set maxLength too, because std::regex needs stack space for each character.
void check_pattern(const Part& part, const json& pattern) {
  if (!part.value.is_string()) return;
  static std::map<std::string, std::regex> compiled;
  const auto& text = pattern.get_ref<const std::string&>();
  const auto expression = compiled.try_emplace(text, text).first;
  if (!std::regex_search(part.value.get_ref<const std::string&>(), expression->second))
    part.must("match " + text);
}

void nothing(const Part&, const json&) {}

struct Keyword {
  std::string_view name;
  void (*check)(const Part&, const json& argument);
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
    if (!is_in(key, keywords, &Keyword::name)) throw std::logic_error("unknown JSON Schema keyword: " + key);
  for (const Keyword& keyword : keywords)
    if (const auto argument = schema.find(keyword.name); argument != schema.end())
      keyword.check({root, schema, value, name}, *argument);
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
