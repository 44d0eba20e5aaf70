// One character and one colour for each verdict. The character alone says it all.
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

/// Where a builtin has no case for a type and dimension.
inline constexpr char nothing_selected = '-';

inline const Mark& mark(Verdict verdict) { return *std::ranges::find(marks, verdict, &Mark::verdict); }

/// `text` in the verdict's colour, if wanted.
inline std::string paint(std::string_view text, Verdict verdict, bool colour) {
  if (!colour) return std::string(text);
  return std::string("\x1b[").append(mark(verdict).colour).append("m").append(text).append("\x1b[0m");
}

}  // namespace wgcts::reports
