// Texts about a failing case or a bug, one line each. Groups of results that a report shows as one entry:
// similar failures, known failures, skips, and failures outside of cases.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reference/lists.hpp"
#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// "7", "(1,0)" or "(1,0,2)".
std::string id_text(const Extents& id, unsigned dim);

/// "5.9", or "nan [0x7e00]" with bits, for values that look equal but differ.
inline std::string value_text(const Value& value, bool with_bits) {
  return with_bits ? fmt::format("{} [{}]", value.text, value.bits) : value.text;
}

/// "input 1, expected non-zero, got 0", with bits if expected and actual value look equal.
std::string lane_values_text(const Value& input, const Value& expected, const Value& got);

/// The first wrong lane: "all_true: group 1, lane 0 of 64: input 1, expected non-zero, got 0".
std::string lane_text(const Failure& failure, unsigned dim);

/// The line of a log that most likely has the cause: a compiler's first error, the last message before a
/// crash, or the place of the crash.
std::string main_log_line(std::string_view log);

/// The failed checks: "same_bit: 31 of 32 work-groups, WGC.RD.1; walk: ...". Empty if a single check failed
/// with a single clause.
std::string broken_text(const Failure& failure);

/// A sentence about the failure: the message, the stage, and whether the case was tested with less data than
/// planned.
std::string sentence_of(const CaseResult& result);

/// A sentence with the number of cases that were tested with less data than planned; empty if there are none.
std::string reduced_data_text(const Report& report);

/// The program's path in the report's last segment, such as "build/wgcts"; "wgcts" if it is unknown.
inline std::string program_as_called(const Report& report) {
  const auto& words = last_segment(report).command;
  return words.empty() ? "wgcts" : words.front();
}

/// The shell command that runs the case again with the same data on the same driver: "build/wgcts run
/// --filter CASE --seed N" with the options of the report's last segment.
std::string replay_command(const Report& report, const Case& c);

/// The failing cases that no bug explains, in groups that are shown like bugs: worst verdict first, then most
/// cases. Such a group has no signature, and its minimal case is its first one. Wrong results are grouped by
/// builtin, type, clause and kind of failure. Other failures are grouped by message only, because a driver
/// seldom crashes in only one builtin.
std::vector<Bug> unexplained(const Report& report);

/// Whether it is a bug of the report, and not a group of failures that no bug explains.
inline bool is_diagnosed(const Bug& bug) { return !bug.signature.empty(); }

/// The result of the bug's first case; nullptr if the report lacks it.
const CaseResult* example_of(const Report& report, const Bug& bug);

/// The verdict of the bug's first case.
Verdict verdict_of(const Report& report, const Bug& bug);

/// The main line of the driver's log, for a bug whose first case has no results; may be empty.
std::string log_text(const Report& report, const Bug& bug);

/// A reason that several cases share, in two printable lines. For a known failure: the reason, and a link to
/// its bug, which may be empty. For a skip: the query and the answer.
struct SharedReason {
  std::size_t cases = 0;
  std::string reason, detail;
};

/// The failures that the baseline expects, by reason and link; most frequent first.
std::vector<SharedReason> known_failures(const Report& report);

/// The skips by query and answer; most frequent first.
std::vector<SharedReason> skip_reasons(const Report& report);

/// The query and the answer that caused the skip, one printable line each.
inline Reason skip_reason(const CaseResult& result) {
  const Reason reason = result.reason ? *result.reason : Reason{"no query given", result.message};
  return {printable(reason.query), printable(reason.answer)};
}

/// A failure outside of cases, as one-line texts.
struct RunFailure {
  std::string kind;      ///< "defect of the suite" or "worker"
  std::string sentence;  ///< what happened
  std::string log;       ///< the main line of the worker's log; may be empty
};

/// The defects of wgcts, then the workers that ended abnormally.
std::vector<RunFailure> run_failures(const Report& report);

/// The cause and its conditions: "restarts every=32 where size>32", "inverted, always". Includes the share of
/// predicted results if that is not all: ", fits 90 %". Empty without a diagnosis.
std::string cause_text(const Bug& bug);

/// The builtins, types, dimensions and forms that show the bug, and the share of failing cases among the
/// tested cases with these: "reduce_add; int, long; 1d; branch: 2 of 5 cases". "every type" stands for all
/// types of the report.
std::string extent_text(const Report& report, const Bug& bug);

/// The number of wrong lanes that the case lists.
inline std::size_t wrong_lanes(const MinimalCase& minimal) {
  std::size_t wrong = 0;
  for (const LaneRun& run : minimal.wrong) wrong += run.last - run.first + 1;
  return wrong;
}

/// "4 of 4 lanes wrong", of the minimal case.
std::string wrong_lanes_text(const Bug& bug);

/// "smallest failing case", or "example" without a diagnosis, which searches for smaller cases.
inline std::string_view minimal_title(const Bug& bug) {
  return is_diagnosed(bug) ? "smallest failing case" : "example";
}

/// The minimal case with its first wrong lane or its message; empty if there is none.
std::string minimal_text(const Bug& bug);

/// The nearest passing case: "reduce_add.int.1d.4.chain passes: form chain instead of branch". Empty if there
/// is none.
inline std::string neighbour_text(const Bug& bug) {
  if (!bug.neighbour) return {};
  return printable(fmt::format("{} passes: {}", bug.neighbour->name, bug.neighbour->differs));
}

/// The command that runs the minimal case again, or the example if there is no minimal case.
std::string bug_command(const Report& report, const Bug& bug);

/// The command that writes a C program for the bug; empty if it has one, or cannot have one.
std::string reproduce_command(const Report& report, const Bug& bug);

/// The C program and the result of running it: "bugs/restarts.c: its kernel shows the bug in wgcts; not
/// compiled as C". Empty if no program was written.
std::string reproducer_text(const Bug& bug);

/// The maximum size in bytes of a program that a text or a page includes. Reproducers have less than 120
/// lines.
inline constexpr std::uintmax_t longest_program = 32768;

/// The text of the bug's C program; empty if it cannot be read. The report may come from an untrusted source
/// and the text may be published, so only C files of this machine may get into it.
std::string c_program_of(const Bug& bug);

/// The kernel of the bug's smallest case, in OpenCL C; empty if there is none, or if it is too long.
std::string smallest_kernel(const Bug& bug);

/// "bug 8fb4af79: scans restart every 32 work-items".
inline std::string bug_headline(const Bug& bug) {
  return printable(fmt::format("bug {}: {}", bug.signature, bug.sentence));
}

/// Whether the baseline expects all failures of the bug.
bool is_known(const Report& report, const Bug& bug);

struct VerdictStyle {
  Verdict verdict;
  char letter;              ///< in the terminal's matrix; the letters suffice without colour
  std::string_view colour;  ///< ANSI "select graphic rendition"
  std::string_view tone;    ///< class in the page's style sheet
  std::string_view word;    ///< in the page's matrix
  std::string_view junit;   ///< element of JUnit; a test without an element has passed
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
