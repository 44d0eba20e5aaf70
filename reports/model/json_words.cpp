#include "reports/model/json_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace wgcts::reports {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// What the library calls the pieces of a text, and what people do.
constexpr Words pieces[] = {{"'[', '{', or a literal", "a value"},
                            {"string literal", "a string in quotes"},
                            {"number literal", "a number"},
                            {"true literal", "true"},
                            {"false literal", "false"},
                            {"null literal", "null"},
                            {"end of input", "the end"},
                            {"']'", "',' or ']'"},
                            {"'}'", "',' or '}'"}};

/// What it says of a piece that is none.
constexpr Words flaws[] = {
    {"invalid literal", "a word that is no value"},
    {"ill-formed UTF-8", "a string that is no UTF-8"},
    {"missing closing quote", "a string without its closing quote"},
    {"must be escaped", "a control character in a string, where only \\n and its like may stand"},
    {"forbidden character after backslash", "a backslash in a string before what needs none"},
    {"hex digits", "\\u in a string without four hexadecimal digits"},
    {"surrogate", "half of a character in a string: \\ud800 to \\udfff come in pairs"},
    {"invalid number", "a number that is not written as one"},
    {"invalid BOM", "a byte order mark that is none"},
    {"invalid comment", "a comment"},
    {"number overflow", "a number that is too large"}};

/// What stands between the two, or behind `before` where `after` does not follow it.
std::optional<std::string_view> between(std::string_view text, std::string_view before,
                                        std::string_view after) {
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + before.size());
  return text.substr(0, text.find(after));
}

/// What was expected may go on with a comma; what was found is what it is.
std::string_view expected_words(std::string_view token) {
  const auto* const piece = std::ranges::find(pieces, token, &Words::first);
  return piece == std::end(pieces) ? token : piece->second;
}

std::string_view found_words(std::string_view token) {
  return token.starts_with('\'') ? token : expected_words(token);
}

/// "line 2, column 7"; the library counts a line's end as column 0 of the next.
std::string place_words(std::string_view what) {
  const auto line = between(what, "at line ", ","), column = between(what, ", column ", ":");
  if (!line || !column) return {};
  if (*column != "0") return fmt::format("line {}, column {}: ", *line, *column);
  std::size_t next = 1;
  std::from_chars(line->data(), line->data() + line->size(), next);
  return fmt::format("line {}, at its end: ", next - 1);
}

}  // namespace

std::string json_words(std::string_view what) {
  if (const std::size_t number = what.find("] "); what.starts_with("[json.exception.") && number != what.npos)
    what.remove_prefix(number + 2);
  const std::string place = place_words(what);
  // Behind it stands what was read, which may hold any of these words.
  const std::string_view said = what.substr(0, what.find("; last read"));
  const auto* const flaw = std::ranges::find_if(
      flaws, [&](const Words& f) { return said.find(f.first) != std::string_view::npos; });
  if (flaw != std::end(flaws)) return place + std::string(flaw->second);
  if (const auto member = between(said, "key '", "' not found"))
    return fmt::format("it has no member \"{}\"", *member);
  const auto found = between(said, "unexpected ", ";"), expected = between(said, "; expected ", "\n");
  if (found && expected)
    return fmt::format("{}expected {} and found {}", place, expected_words(*expected), found_words(*found));
  return std::string(what);
}

}  // namespace wgcts::reports
