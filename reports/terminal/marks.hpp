// A character and a colour for each verdict. The characters suffice without colour.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "results/case_result.hpp"

namespace wgcts::reports {

struct Mark {
  Verdict verdict;
  char letter;
  std::string_view colour;  ///< ANSI "select graphic rendition"
};

inline constexpr std::array<Mark, verdicts.size()> marks{{
    {Verdict::Pass, '.', "32"},
    {Verdict::Fail, 'F', "1;31"},
    {Verdict::Crash, 'C', "1;35"},
    {Verdict::Timeout, 'T', "1;35"},
    {Verdict::BuildError, 'B', "31"},
    {Verdict::LaunchError, 'L', "31"},
    {Verdict::Skip, 's', "2"},
    {Verdict::Flake, 'k', "33"},
    {Verdict::ExpectedFail, 'x', "33"},
    {Verdict::UnexpectedPass, 'u', "1;33"},
    {Verdict::NotRun, 'n', "33"},
}};

/// For a builtin without cases of a type and dimension.
inline constexpr char nothing_selected = '-';

inline const Mark& mark(Verdict verdict) { return *std::ranges::find(marks, verdict, &Mark::verdict); }

/// `text` in the verdict's colour, if wanted.
inline std::string paint(std::string_view text, Verdict verdict, bool colour) {
  if (!colour) return std::string(text);
  return std::string("\x1b[").append(mark(verdict).colour).append("m").append(text).append("\x1b[0m");
}

/// The mark of a bug by its number in the report: 1 to 9, then +.
inline char bug_mark(std::size_t number) { return number <= 9 ? static_cast<char>('0' + number) : '+'; }

/// `text` in the bug's colour, if wanted. Consecutive bugs have different colours, and none has the colour of
/// a pass.
inline std::string paint_bug(std::string_view text, std::size_t number, bool colour) {
  constexpr std::array<std::string_view, 5> colours{"1;31", "1;35", "1;36", "1;33", "1;34"};
  if (!colour) return std::string(text);
  return std::string("\x1b[")
      .append(colours[(number - 1) % colours.size()])
      .append("m")
      .append(text)
      .append("\x1b[0m");
}

}  // namespace wgcts::reports
