#include "reports/model/json_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace wgcts::reports {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// The library's names for tokens, and ours.
constexpr Words pieces[] = {{"'[', '{', or a literal", "a value"},
                            {"string literal", "a string in quotes"},
                            {"number literal", "a number"},
                            {"true literal", "true"},
                            {"false literal", "false"},
                            {"null literal", "null"},
                            {"end of input", "the end"},
                            {"']'", "',' or ']'"},
                            {"'}'", "',' or '}'"}};

/// Parts of the library's messages about invalid tokens, and our messages.
constexpr Words flaws[] = {
    {"invalid literal", "a word that is not a JSON value"},
    {"ill-formed UTF-8", "a string that is not valid UTF-8"},
    {"missing closing quote", "a string without a closing quote"},
    {"must be escaped", "an unescaped control character in a string"},
    {"forbidden character after backslash", "an invalid escape sequence in a string"},
    {"hex digits", "\\u in a string without four hexadecimal digits"},
    {"surrogate", "an unpaired surrogate in a string: \\ud800 to \\udfff come in pairs"},
    {"invalid number", "an invalid number"},
    {"invalid BOM", "an invalid byte order mark"},
    {"invalid comment", "a comment"},
    {"number overflow", "a number that is too large"}};

/// The text between `opening` and `closing`, or everything after `opening` if `closing` does not follow.
std::optional<std::string_view> between(std::string_view text, std::string_view opening,
                                        std::string_view closing) {
  const std::size_t at = text.find(opening);
  if (at == std::string_view::npos) return std::nullopt;
  text.remove_prefix(at + opening.size());
  return text.substr(0, text.find(closing));
}

/// The library expects "']'" where a comma would be valid too; a found token is literal, see found_words().
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
  // The last token, which may contain any of these words, is cut off.
  const std::string_view message = what.substr(0, what.find("; last read"));
  const auto* const flaw = std::ranges::find_if(
      flaws, [&](const Words& f) { return message.find(f.first) != std::string_view::npos; });
  if (flaw != std::end(flaws)) return place + std::string(flaw->second);
  if (const auto member = between(message, "key '", "' not found"))
    return fmt::format("the member \"{}\" is missing", *member);
  const auto found = between(message, "unexpected ", ";"), expected = between(message, "; expected ", "\n");
  if (found && expected)
    return fmt::format("{}expected {}, but found {}", place, expected_words(*expected), found_words(*found));
  return std::string(what);
}

}  // namespace wgcts::reports
