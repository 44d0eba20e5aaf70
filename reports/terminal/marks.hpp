// Marks and colours of verdicts and bugs on a terminal.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "reports/words/verdict_style.hpp"

namespace wgcts::reports {

/// For a builtin without cases of a type and dimension.
inline constexpr char nothing_selected = '-';

/// `text` in this colour, if wanted.
inline std::string paint(std::string_view text, std::string_view colour, bool wanted) {
  return wanted ? std::string("\x1b[").append(colour).append("m").append(text).append("\x1b[0m")
                : std::string(text);
}

/// `text` in the verdict's colour, if wanted.
inline std::string paint(std::string_view text, Verdict verdict, bool colour) {
  return paint(text, style_of(verdict).colour, colour);
}

/// The mark of a bug by its number in the report: 1 to 9, then +.
inline char bug_mark(std::size_t number) { return number <= 9 ? static_cast<char>('0' + number) : '+'; }

/// `text` in the bug's colour, if wanted. Consecutive bugs have different colours, and none has the colour of
/// a pass.
inline std::string paint_bug(std::string_view text, std::size_t number, bool colour) {
  constexpr std::array<std::string_view, 5> colours{"1;31", "1;35", "1;36", "1;33", "1;34"};
  return paint(text, colours[(number - 1) % colours.size()], colour);
}

}  // namespace wgcts::reports
