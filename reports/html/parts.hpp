// The parts of the page, and what they share.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "reports/model/report.hpp"
#include "reports/model/text_sink.hpp"

namespace wgcts::reports {

/// How a verdict is shown: a class of the style sheet, and a word short enough for the matrix.
struct VerdictStyle {
  Verdict verdict;
  std::string_view tone, word;
};
inline constexpr std::array<VerdictStyle, verdicts.size()> verdict_styles{{
    {Verdict::Pass, "good", "pass"},
    {Verdict::Fail, "bad", "fail"},
    {Verdict::Crash, "died", "crash"},
    {Verdict::Timeout, "died", "time"},
    {Verdict::BuildError, "died", "build"},
    {Verdict::LaunchError, "died", "launch"},
    {Verdict::Skip, "dim", "skip"},
    {Verdict::Flake, "warn", "flake"},
    {Verdict::ExpectedFail, "warn", "known"},
    {Verdict::UnexpectedPass, "warn", "fixed"},
    {Verdict::NotRun, "warn", "not run"},
}};
inline const VerdictStyle& style_of(Verdict verdict) {
  return *std::ranges::find(verdict_styles, verdict, &VerdictStyle::verdict);
}

/// The verdict's name as a coloured label.
std::string tag(Verdict verdict);

/// A driver's text, printable, no longer than `width` characters, escaped.
std::string fit(std::string_view text, std::size_t width = 300);

/// "1 case", "2 cases".
std::string cases_text(std::size_t n);

/// The anchor of each case that findings tell of, by the case's place in the report; "" for others.
using Anchors = std::vector<std::string>;

/// A command, and a place for the button that copies it.
std::string replay_html(const std::string& command);

/// A rule with its words and its citation; the id alone where the register does not know it.
std::string rule_html(std::string_view clause);

/// Values of lanes in a table with that caption; `f` says the size of the work-group. The first `rows` of
/// them.
std::string values_html(const Failure& f, unsigned dim, std::size_t rows, std::string_view caption);

/// Where a picture's lanes lie.
std::string_view layout_words(unsigned dim);

/// Bugs that the page tells of; no driver has so many.
inline constexpr std::size_t most_bugs = 100;

/// The first `most_bugs` bugs, in about so many bytes; returns how many it took.
std::size_t bugs_html(const Report& report, Anchors& anchors, std::size_t bytes, const TextSink& sink);
void findings_html(const Report& report, Anchors& anchors, const TextSink& sink);
void matrix_html(const Report& report, const TextSink& sink);
void cases_html(const Report& report, const Anchors& anchors, const TextSink& sink);
void skips_html(const Report& report, const TextSink& sink);
void device_html(const Report& report, const TextSink& sink);

}  // namespace wgcts::reports
