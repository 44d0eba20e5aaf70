#include "reports/words/markup.hpp"

#include <algorithm>
#include <array>

#include "results/json_values.hpp"

namespace wgcts::reports {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// A fast path: drivers mostly print ASCII.
bool plain(char c) { return (c >= 0x20 && c < 0x7F) || c == '\n' || c == '\t'; }

// U+FFFE and U+FFFF: apart from control characters, the only ones that are valid in UTF-8 but not in XML.
bool is_no_character(std::string_view three) { return three == "\xEF\xBF\xBE" || three == "\xEF\xBF\xBF"; }

}  // namespace

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
    const auto* found = std::ranges::find(references, c, &std::pair<char, std::string_view>::first);
    if (found == references.end())
      safe += c;
    else
      safe += found->second;
  }
  return safe;
}

}  // namespace wgcts::reports
