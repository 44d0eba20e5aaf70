// How the formats of a report show each verdict.
#pragma once

#include <array>
#include <string_view>

#include "reference/lists.hpp"
#include "reports/model/report.hpp"

namespace wgcts::reports {

struct VerdictStyle {
  Verdict verdict;
  char letter;              ///< in the terminal's matrix; the letters suffice without colour
  std::string_view colour;  ///< ANSI "select graphic rendition"
  std::string_view tone;    ///< class in the page's style sheet
  std::string_view word;    ///< in the page's matrix
  std::string_view
      junit;  ///< element of JUnit, which has four outcomes; a test without an element has passed
};

inline constexpr std::array<VerdictStyle, verdicts.size()> verdict_styles{{
    {Verdict::Pass, '.', "32", "good", "pass", ""},
    {Verdict::Fail, 'F', "1;31", "bad", "fail", "failure"},
    {Verdict::Crash, 'C', "1;35", "died", "crash", "error"},
    {Verdict::Timeout, 'T', "1;35", "died", "time", "error"},
    {Verdict::BuildError, 'B', "31", "died", "build", "error"},
    {Verdict::LaunchError, 'L', "31", "died", "launch", "error"},
    {Verdict::Skip, 's', "2", "dim", "skip", "skipped"},
    {Verdict::Flake, 'k', "33", "warn", "flake", "failure"},
    {Verdict::ExpectedFail, 'x', "33", "warn", "known", "skipped"},
    {Verdict::UnexpectedPass, 'u', "1;33", "warn", "fixed", "failure"},
    {Verdict::NotRun, 'n', "33", "warn", "not run", "error"},
}};

inline const VerdictStyle& style_of(Verdict verdict) {
  return *find_row(verdict_styles, verdict, &VerdictStyle::verdict);
}

/// The style of the verdict that the outcome resembles.
inline const VerdictStyle& style_of(Outcome outcome) {
  return style_of(outcome == Outcome::Pass   ? Verdict::Pass
                  : outcome == Outcome::Fail ? Verdict::Fail
                                             : Verdict::NotRun);
}

}  // namespace wgcts::reports
