#include "reports/model/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "reference/lists.hpp"
#include "results/json.hpp"

namespace wgcts::reports {
namespace {

constexpr std::string_view ellipsis = "...";

unsigned char byte(char c) { return static_cast<unsigned char>(c); }
bool starts_character(char c) { return (byte(c) & 0xC0U) != 0x80; }

// Terminals interpret U+0080 to U+009F like escape sequences. In UTF-8, these are C2 and a byte of the same
// value.
bool is_control(std::string_view text, std::size_t i) {
  return byte(text[i]) < 0x20 || byte(text[i]) == 0x7F ||
         (byte(text[i]) == 0xC2 && i + 1 < text.size() && byte(text[i + 1]) < 0xA0);
}

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// A fast path: drivers mostly print ASCII.
bool plain(char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t'; }

// U+FFFE and U+FFFF: apart from control characters, the only ones that are valid in UTF-8 but not in XML.
bool is_no_character(std::string_view three) { return three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF"; }

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view harmless = "_./:=,@%+-";
  const auto is_harmless = [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || harmless.find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_harmless)) return std::string(word);
  std::string quoted = "'";
  for (const char c : word)
    if (c == '\'')
      quoted += "'\\''";  // closes the quotes, adds an escaped quote, and opens them again
    else
      quoted += c;
  return quoted + "'";
}

}  // namespace

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

std::string printable(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool control = is_control(text, i);
    if (control && byte(text[i]) == 0xC2) ++i;
    const char c = control ? ' ' : text[i];
    if (c != ' ' || (!line.empty() && line.back() != ' ')) line += c;
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  std::size_t kept = width > ellipsis.size() ? width - ellipsis.size() : 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end)
    if (starts_character(text[end]) && kept-- == 0) break;
  return std::string(text.substr(0, end)).append(ellipsis.substr(0, width));
}

std::string shell_line(const std::vector<std::string>& words) { return joined(words, " ", shell_quoted); }

std::string allowed_characters(std::string_view text) {
  if (std::ranges::all_of(text, plain)) return std::string(text);
  const std::string valid = valid_utf8(text);
  std::string allowed;
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const bool no_character = is_no_character(std::string_view(valid).substr(i, 3));
    // Carriage returns and U+0080 to U+009F are legal in XML.
    if (no_character || (static_cast<unsigned char>(valid[i]) < 0x20 && !plain(valid[i]) && valid[i] != '\r'))
      allowed += replacement;
    else if (valid[i] != '\r')
      allowed += valid[i];
    if (no_character) i += 2;
  }
  return allowed;
}

std::string escaped(std::string_view text) {
  constexpr std::array<std::pair<char, std::string_view>, 5> references{
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
  std::string safe;
  for (const char c : allowed_characters(text)) {
    const auto* reference = find_row(references, c, &std::pair<char, std::string_view>::first);
    safe += reference == nullptr ? std::string_view(&c, 1) : reference->second;
  }
  return safe;
}

}  // namespace wgcts::reports
