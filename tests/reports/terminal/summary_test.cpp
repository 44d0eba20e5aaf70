#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reports/model/text.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/words.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"
#include "tests/reports/bug_sample.hpp"

namespace wgcts::reports {
namespace {

constexpr TerminalStyle plain{};

std::size_t widest(std::string_view text) {
  std::size_t width = 0;
  for (const auto line : split(text, '\n')) width = std::max(width, columns(line));
  return width;
}

TEST(Terminal, Golden) {
  EXPECT_EQ("\n" + terminal_text(sample_report(), "build/report.json", plain), R"(
                    half    int     double
all                         F F -
scan_inclusive_add  s s -           C - F
1, 2 and 3 dimensions, with the worst verdict of each:  F fail  C crash  s skip  - no case

fail  work_group_all of int: 64 of 64 lanes are wrong
    extent   all; int; 1d, 2d; chain: 2 of 3 cases
    clause   WGC.PR.1: work_group_all is non-zero if the predicate is non-zero for all work-items.
    example  all.int.1d.64.chain: 64 of 64 lanes are wrong
    rerun    wgcts run --filter all.int.1d.64.chain --seed 7
fail  work_group_scan_inclusive_add of double: 60 of 60 lanes are wrong: answers like NaN
    extent   scan_inclusive_add; double; 3d; solo: 1 of 1 case
    clause   WGC.FP.2
    example  scan_inclusive_add.double.3d.4x3x5.solo.offset: 60 of 60 lanes are wrong: answers li...
    rerun    wgcts run --filter scan_inclusive_add.double.3d.4x3x5.solo.offset --seed 7
crash  killed by signal 6
    extent   every builtin; every type; 1d; chain: 2 of 4 cases
    clause   WGC.LA.2
    example  all.int.1d.1.chain: killed by signal 6
    log      undefined symbol: __pocl_work_group_alloca
    rerun    wgcts run --filter all.int.1d.1.chain --seed 7

skip  2 cases: CL_DEVICE_EXTENSIONS: no cl_khr_fp16

device   cpu-haswell, OpenCL 3.0 PoCL, driver 6.0
cases    8: 1 pass, 3 fail, 2 crash, 2 skip
time     45.2 s, seed 7
report   build/report.json
verdict  fail: 5 cases fail
)");
}

// The bugs, then the matrix, then failures that no bug explains.
TEST(Terminal, BugsGolden) {
  EXPECT_EQ("\n" + terminal_text(report_with_bugs(), "build/report.json", plain), R"(
bug 1  93653ea8  every lane counts twice in a reduction inside a branch
    cause    lanes_doubled set=all where form=branch
    extent   all, reduce_add; int, long; 1d; branch: 3 of 3 cases
    clause   WGC.RD.1: A reduce gives every work-item the reduction of all values of x.
    smallest reduce_add.int.1d.4.branch: 4 of 4 lanes wrong; lane 0: input 1, expected 4, got 8
    passing  reduce_add.int.1d.4.chain passes: form chain instead of branch
    program  bugs/lanes_doubled.c: its kernel shows the bug in wgcts; not compiled as C
bug 2  49c1640b  work_group_all answers the opposite of what it should
    cause    inverted where builtin=all
    extent   all; int; 1d, 2d; branch, chain: 3 of 4 cases
    clause   WGC.PR.1: work_group_all is non-zero if the predicate is non-zero for all work-items.
    rerun    wgcts run --filter all.int.1d.64.chain --seed 7
bug 3  ae8b5894  the driver aborts when it launches work-groups of one or two work-items
    cause    crash stage=launch signal=SIGABRT where size<3
    extent   all, scan_inclusive_add; double, int; 1d; chain: 2 of 4 cases
    smallest all.int.1d.1.chain: the worker was killed by SIGABRT while launching a kernel
    log      undefined symbol: __pocl_work_group_alloca
    rerun    wgcts run --filter all.int.1d.1.chain --seed 7

                    half    int     long    double
all                         2 2 -
reduce_add                  1 - -   1 - -
scan_inclusive_add  s s -                   3 - F
1, 2 and 3 dimensions, with the most specific bug or the worst verdict of each:  1 bug 93653ea8
  2 bug 49c1640b  3 bug ae8b5894  F fail  s skip  - no case

fail  work_group_scan_inclusive_add of double: 60 of 60 lanes are wrong: answers like NaN
    extent   scan_inclusive_add; double; 3d; solo: 1 of 1 case
    clause   WGC.FP.2
    example  scan_inclusive_add.double.3d.4x3x5.solo.offset: 60 of 60 lanes are wrong: answers li...
    rerun    wgcts run --filter scan_inclusive_add.double.3d.4x3x5.solo.offset --seed 7

skip  2 cases: CL_DEVICE_EXTENSIONS: no cl_khr_fp16

device   cpu-haswell, OpenCL 3.0 PoCL, driver 6.0
cases    12: 2 pass, 6 fail, 2 crash, 2 skip
bugs     3 explain 7 of 8 failing cases
time     45.2 s, seed 7
report   build/report.json
verdict  fail: 8 cases fail
)");
}

TEST(Terminal, KnownBugsAreNotListed) {
  Report report = report_with_bugs();
  for (CaseResult& result : report.cases)
    if (!info(result.verdict).good) {
      result.known = Known{result.verdict, "dies", "#1"};
      result.verdict = Verdict::ExpectedFail;
    }
  EXPECT_EQ(bugs_text(report, plain), "");
  EXPECT_NE(summary_text(report, "", plain).find("bugs     3, all in the baseline\n"), std::string::npos);
  EXPECT_NE(matrix_text(report, plain).find("x x -"), std::string::npos);
}

TEST(Terminal, KnownBugsAreCountedSeparately) {
  Report report = report_with_bugs();
  for (CaseResult& result : report.cases)
    if (is_in(report.bugs[2].signature, result.bugs)) result.verdict = Verdict::ExpectedFail;
  EXPECT_NE(summary_text(report, "", plain)
                .find("bugs     2 explain 5 of 6 failing cases; 1 more in the baseline\n"),
            std::string::npos);
}

TEST(Terminal, ManyBugsStayReadable) {
  Report report = report_with_bugs();
  const Bug bug = report.bugs[0];
  report.bugs.assign(30, bug);
  for (std::size_t i = 0; i < report.bugs.size(); ++i) {
    report.bugs[i].sentence = std::string(300, 'w') + "\x1b[2J";
    report.bugs[i].signature = fmt::format("{:08}", i);
  }
  link_bugs(report);
  const auto text = bugs_text(report, plain);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("... and 10 more bugs; the JSON report lists all\n"), std::string::npos);
  EXPECT_LE(widest(text), plain.width) << text;
}

TEST(Terminal, OnlyPasses) {
  Report report = sample_report();
  report.cases = {result_of("broadcast.uint.2d.8x8.chain", Verdict::Pass)};
  EXPECT_EQ("\n" + terminal_text(report, "", plain), R"(
                    uint
broadcast           - . -
1, 2 and 3 dimensions, with the worst verdict of each:  . pass  - no case

device   cpu-haswell, OpenCL 3.0 PoCL, driver 6.0
cases    1: 1 pass
time     45.2 s, seed 7
verdict  pass: every case that the device supports passes
)");
}

TEST(Terminal, EmptyReport) {
  EXPECT_EQ("\n" + terminal_text(Report{}, "", plain), R"(
device   none
cases    0
time     0.0 s, seed 0
verdict  nothing judged: the selection has no case
)");
}

// The whole plan, with every verdict.
TEST(Terminal, MatrixOfTheWholePlanFits) {
  Report report;
  for (const auto& c : plan(Profile::Standard)) {
    report.cases.push_back({});
    report.cases.back().the_case = c;
    report.cases.back().verdict =
        verdicts[(static_cast<std::size_t>(c.type) + c.dim * 4) % verdicts.size()].verdict;
  }
  const auto text = matrix_text(report, plain);
  EXPECT_LE(widest(text), plain.width) << text;
  EXPECT_TRUE(text.starts_with(
      "                            half    int     uint    long    ulong   float   double\n"))
      << text;
  EXPECT_NE(text.find("\nscan_exclusive_max  "), std::string::npos) << text;
  EXPECT_NE(text.find("\nscan_exclusive_logical_xor  "), std::string::npos) << text;
  EXPECT_NE(text.find("\nprogram  "), std::string::npos) << text;
  for (const auto& verdict : verdicts)
    EXPECT_NE(
        text.find(std::string("  ") + style_of(verdict.verdict).letter + " " + std::string(verdict.name)),
        std::string::npos)
        << verdict.name;
  for (const auto line : split(text, '\n')) EXPECT_FALSE(line.ends_with(' ')) << line;
}

TEST(Terminal, MarksDiffer) {
  // No case, bugs 1 to 9, and other bugs.
  std::set<char> letters{'-', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+'};
  for (const auto& row : verdict_styles) EXPECT_TRUE(letters.insert(row.letter).second) << row.letter;
}

TEST(Terminal, ColoursDoNotChangeTheText) {
  TerminalStyle coloured;
  coloured.colour = true;
  auto text = terminal_text(sample_report(), "build/report.json", coloured);
  EXPECT_NE(text.find("\x1b[1;31mF\x1b[0m \x1b[1;31mF\x1b[0m -"), std::string::npos);
  for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;)
    text.erase(at, text.find('m', at) - at + 1);
  EXPECT_EQ(text, terminal_text(sample_report(), "build/report.json", plain));
  text = terminal_text(report_with_bugs(), "", coloured);
  EXPECT_NE(text.find("\x1b[1;31mbug 1\x1b[0m"), std::string::npos);
  for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;)
    text.erase(at, text.find('m', at) - at + 1);
  EXPECT_EQ(text, terminal_text(report_with_bugs(), "", plain));
}

TEST(Terminal, ThousandsOfFailuresStayReadable) {
  Report report;
  for (const auto& c : plan(Profile::Standard)) {
    auto result = failure_of(
        name(c), Failure{"walk", "WGC.RD.1", {}, 0, {}, {1, 1, 1}, {}, {}, {}, "1 of 1 lanes is wrong"});
    if (c.local.extents[0] == 1) result = result_of(name(c), Verdict::Crash, "killed by signal 6");
    if (c.form->name == "nested") result = result_of(name(c), Verdict::Timeout, "no answer to " + name(c));
    report.cases.push_back(std::move(result));
  }
  ASSERT_GT(report.cases.size(), 2000U);
  const auto text = failures_text(report, plain);
  EXPECT_LE(std::ranges::count(text, '\n'), 6 * 20 + 1) << text;
  EXPECT_NE(text.find("fail  work_group_all of int: 1 of 1 lanes is wrong\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" cases; the JSON report lists all\n"), std::string::npos) << text;
  EXPECT_LT(text.find("fail  "), text.find("crash  ")) << text;
}

TEST(Terminal, HiddenFailuresAreCounted) {
  Report report;
  for (const char* message : {"a", "b", "a", "c", "c", "c"})
    report.cases.push_back(result_of("any.int.1d.1.chain", Verdict::BuildError, message));
  TerminalStyle style;
  style.groups = 1;
  const auto text = failures_text(report, style);
  EXPECT_TRUE(
      text.starts_with("build_error  work_group_any of int: c\n"
                       "    extent   any; int; 1d; chain: 3 of 6 cases\n"))
      << text;
  EXPECT_TRUE(
      text.ends_with("    rerun    wgcts run --filter any.int.1d.1.chain --seed 0\n"
                     "... and 2 more groups of failures, 3 cases; the JSON report lists all\n"))
      << text;
}

TEST(Terminal, ShowsTheTextOfAClauseIfItFits) {
  Report report;
  report.cases = {
      failure_of("scan_inclusive_add.int.1d.7.solo",
                 Failure{"true", "WGC.SC.2", {}, 0, {}, {7, 1, 1}, {}, {}, {}, ""}),
      failure_of("any.int.1d.7.solo", Failure{"true", "XYZ.1", {}, 0, {}, {7, 1, 1}, {}, {}, {}, ""})};
  const auto text = failures_text(report, plain);
  EXPECT_NE(text.find("    clause   WGC.SC.2: Inclusive scan: a0, a0 op a1, ...\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("    clause   XYZ.1\n"), std::string::npos) << text;
}

TEST(Terminal, ValuesThatLookEqualHaveTheirBits) {
  Failure failure{"exact",           "WGC.RD.1",          {2, 1, 0},           6, {1, 1, 0}, {5, 3, 1},
                  {"1", "3f800000"}, {"nan", "7fc00000"}, {"nan", "ffc00001"}, ""};
  failure.wrong = 1;
  failure.wrong_runs = {{6, 6}};
  failure.lanes = {{6, failure.input, failure.expected, failure.got}};
  Report report;
  report.cases = {failure_of("reduce_add.float.2d.5x3.solo", failure)};
  const auto text = failures_text(report, {.width = unlimited_width});
  EXPECT_NE(text.find("    example  reduce_add.float.2d.5x3.solo: 1 of 15 lanes wrong; lane 6: input 1, "
                      "expected nan [7fc00000], got nan [ffc00001]\n"),
            std::string::npos)
      << text;
}

TEST(Terminal, ShowsTheMainLineOfALog) {
  Report report;
  report.cases = {result_of("broadcast.half.1d.7.solo", Verdict::BuildError, "clBuildProgram: -11")};
  report.cases[0].log =
      "In file included\n<source>:3:1: error: unknown type name\n  half x;\n1 error generated.\n";
  const auto text = failures_text(report, plain);
  EXPECT_NE(text.find("\n    log      <source>:3:1: error: unknown type name\n"), std::string::npos) << text;
}

// A pass with less data than planned is weaker.
TEST(Terminal, ReportsLessDataThanPlanned) {
  Report report = sample_report();
  report.cases[5].data_reduced = 4096;
  EXPECT_NE(terminal_text(report, "", {}).find("data     1 case was tested with less data"),
            std::string::npos);
}

TEST(Terminal, RemovesControlCharactersOfDrivers) {
  Report report = sample_report();
  report.device.name = "GPU\x1b]0;title\x07\r";
  report.cases[1].message = std::string("killed\x1b[2J\n") + std::string(500, 'x');
  report.cases[1].log = "\x1b[H\x1b[31m";
  report.cases[0].failure->message = "wrong\r\x1b[K";
  report.cases[3].reason = Reason{"CL_DEVICE_EXTENSIONS", std::string(1000, 'e') + "\x1b"};
  const auto text = terminal_text(report, "", plain);
  for (const char c : {'\x1b', '\r', '\x07'}) EXPECT_EQ(text.find(c), std::string::npos);
  for (const auto line : split(text, '\n'))
    if (line.find("expected") == std::string_view::npos) {
      EXPECT_LE(columns(line), plain.width) << line;
    }
}

TEST(Terminal, SkipsByReason) {
  Report report;
  report.cases = {skip_of("all.int.1d.7.solo", "CL_DEVICE_MAX_WORK_GROUP_SIZE", "4"),
                  skip_of("reduce_add.half.1d.7.solo", "CL_DEVICE_EXTENSIONS", "no cl_khr_fp16"),
                  skip_of("reduce_min.half.1d.7.solo", "CL_DEVICE_EXTENSIONS", "no cl_khr_fp16"),
                  result_of("any.int.1d.7.solo", Verdict::Skip)};
  EXPECT_EQ(skips_text(report, plain),
            "skip  2 cases: CL_DEVICE_EXTENSIONS: no cl_khr_fp16\n"
            "skip  1 case: CL_DEVICE_MAX_WORK_GROUP_SIZE: 4\n"
            "skip  1 case: no query given: \n");
  TerminalStyle style;
  style.groups = 1;
  EXPECT_TRUE(
      skips_text(report, style).ends_with("... and 2 more for 2 other reasons; the JSON report lists all\n"));
}

TEST(Terminal, InterruptedRun) {
  Report report = sample_report();
  report.run.complete = false;
  report.run.interrupted = true;
  report.cases.push_back(result_of("any.int.1d.7.solo", Verdict::NotRun, "interrupted"));
  const auto text = summary_text(report, "r.json", plain);
  EXPECT_NE(text.find("2 skip, 1 not_run\n"), std::string::npos) << text;
  EXPECT_NE(text.find("verdict  incomplete: the run was stopped before every case was tested\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("resume   wgcts run --resume r.json\n"), std::string::npos) << text;
  report.run.interrupted = false;
  EXPECT_EQ(summary_text(report, "r.json", plain).find("resume "), std::string::npos);
}

TEST(Matrix, FitsANarrowTerminal) {
  Report report;
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes)
      if (takes(builtin, type.type))
        report.cases.push_back({{&builtin, type.type, 1, {{33, 1, 1}}}, Verdict::Pass});
  for (const std::size_t width : {20, 30, 40, 52, 76, 100}) {
    const std::string text = matrix_text(report, {.width = width});
    std::size_t marks_shown = 0;
    for (const auto line : split(text, '\n')) {
      if (line.starts_with("1, 2 and 3")) break;
      // The minimum is the longest name, a gap and one type.
      const std::size_t least = std::string_view("scan_exclusive_logical_xor  double").size();
      EXPECT_LE(line.size(), std::max(width, least)) << line;
      marks_shown += static_cast<std::size_t>(std::ranges::count(line, '.'));
    }
    EXPECT_EQ(marks_shown, report.cases.size()) << width;
  }
}

TEST(CaseText, IsOneLineWithTheReason) {
  const auto crash = result_of("all.int.1d.1.chain", Verdict::Crash, "killed\x1b[2J by\nsignal 6");
  EXPECT_EQ(case_text(crash, {}), "crash        all.int.1d.1.chain  killed [2J by signal 6\n");
  EXPECT_EQ(case_text(result_of("any.int.1d.1.chain", Verdict::Pass), {}),
            "pass         any.int.1d.1.chain\n");
  EXPECT_LE(
      case_text(result_of("any.int.1d.1.chain", Verdict::Crash, std::string(500, 'x')), {.width = 80}).size(),
      81U);
}

TEST(VerdictText, IsTheLastLineOfTheSummary) {
  const auto report = sample_report();
  EXPECT_TRUE(summary_text(report, "", {}).ends_with(verdict_text(report, {})));
}

TEST(Terminal, ListsTheFirstFailingCases) {
  Report report;
  report.cases = {result_of("all.int.1d.64.chain", Verdict::ExpectedFail),
                  result_of("any.int.1d.64.chain", Verdict::UnexpectedPass),
                  result_of("any.int.1d.2.chain", Verdict::NotRun)};
  EXPECT_EQ(unexpected_text(report, {}), "unexpected_pass any.int.1d.64.chain\n");
  report.cases.assign(11, result_of("any.int.1d.64.chain", Verdict::Crash, "died"));
  EXPECT_TRUE(
      unexpected_text(report, {}).ends_with("crash        any.int.1d.64.chain  died\n... and 1 more case\n"))
      << unexpected_text(report, {});
  EXPECT_EQ(unexpected_text({}, {}), "");
}

}  // namespace
}  // namespace wgcts::reports
