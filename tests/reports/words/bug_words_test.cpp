#include <gtest/gtest.h>

#include "reports/words/words.hpp"
#include "suites/programs/draw_program.hpp"
#include "tests/reports/bug_sample.hpp"

namespace wgcts::reports {
namespace {

TEST(BugWords, Cause) {
  Report report = report_with_bugs();
  EXPECT_EQ(cause_text(report.bugs[0]), "lanes_doubled set=all where form=branch");
  Bug bug = report.bugs[1];
  bug.where.clear();
  bug.fit = 0.875;
  EXPECT_EQ(cause_text(bug), "inverted, always, fits 87.5 % of the wrong work-groups");
  bug.what.parameters = {{"as", "any\x1b[1m"}};
  EXPECT_EQ(cause_text(bug).find('\x1b'), std::string::npos);
}

// The extent counts only tested cases, not skips.
TEST(BugWords, Extent) {
  Report report = report_with_bugs();
  EXPECT_EQ(extent_text(report, report.bugs[1]), "all; int; 1d, 2d; branch, chain: 3 of 4 cases");
  report.cases.push_back(skip_of("all.int.1d.7.chain", "q", "a"));
  EXPECT_EQ(extent_text(report, report.bugs[1]), "all; int; 1d, 2d; branch, chain: 3 of 4 cases");
  report.cases.push_back(result_of("all.int.1d.7.branch", Verdict::Pass));
  EXPECT_EQ(extent_text(report, report.bugs[1]), "all; int; 1d, 2d; branch, chain: 3 of 5 cases");
  Bug& bug = report.bugs[0];
  bug.builtins = {"all", "reduce_add", "scan_inclusive_add"};
  bug.types = {"a", "b", "c", "d", "e", "f"};
  bug.dimensions = {"1d", "2d", "3d"};
  EXPECT_EQ(extent_text(report, bug), "every builtin; 6 of 3 types; every dimension; branch: 3 of 0 cases")
      << "an inconsistent report is shown as it is";
}

// A whole program is no builtin, and its form is no form of single calls.
TEST(BugWords, ExtentCountsProgramsSeparately) {
  Report report = report_with_bugs();
  Bug& bug = report.bugs[0];
  bug.builtins = {"all", "reduce_add", "scan_inclusive_add"};
  bug.forms.insert("program");
  const std::string extent = extent_text(report, bug);
  report.cases.push_back(result_of("program.int.1d.4.1", Verdict::Pass));
  EXPECT_EQ(extent_text(report, bug), extent);
  EXPECT_TRUE(extent.starts_with("every builtin;")) << extent;
  EXPECT_EQ(extent.find("program"), std::string::npos) << extent;
}

TEST(BugWords, MinimalCaseAndItsNeighbour) {
  const Report report = report_with_bugs();
  EXPECT_EQ(minimal_text(report.bugs[0]),
            "reduce_add.int.1d.4.branch: 4 of 4 lanes wrong; lane 0: input 1, expected 4, got 8");
  EXPECT_EQ(minimal_text(report.bugs[1]), "");
  EXPECT_EQ(minimal_text(report.bugs[2]),
            "all.int.1d.1.chain: the worker was killed by SIGABRT while launching a kernel");
  EXPECT_EQ(neighbour_text(report.bugs[0]), "reduce_add.int.1d.4.chain passes: form chain instead of branch");
  EXPECT_EQ(neighbour_text(report.bugs[1]), "");
}

TEST(BugWords, CommandsThatRunItAgain) {
  Report report = report_with_bugs();
  EXPECT_EQ(bug_command(report, report.bugs[0]), "wgcts run --filter reduce_add.int.1d.4.branch --seed 7");
  EXPECT_EQ(bug_command(report, report.bugs[1]), "wgcts run --filter all.int.1d.64.chain --seed 7");
  report.bugs[1].example = "a program";
  EXPECT_EQ(bug_command(report, report.bugs[1]), "");
  EXPECT_EQ(reproducer_text(report.bugs[0]),
            "bugs/lanes_doubled.c: its kernel shows the bug in wgcts; not compiled as C");
  report.bugs[0].reproduced = false;
  EXPECT_EQ(reproducer_text(report.bugs[0]),
            "bugs/lanes_doubled.c: its kernel shows the bug in wgcts, but not in a separate process; "
            "not compiled as C");
  EXPECT_EQ(reproducer_text(report.bugs[1]), "");
}

// Only the report contains a reduced program. Without a report, the command names the program that was
// reduced.
TEST(BugWords, CommandsNameTheReportOfAReducedProgramIfThereIsOne) {
  const Case whole = parse_case("program.int.1d.4.5").value();
  const Case reduced = given_case(draw_program(key_of(whole)), plain_variant);
  Bug bug = bug_of({"unknown"}, {}, "a program is wrong", {name(whole)});
  bug.minimal = MinimalCase{name(reduced)};
  bug.programs = {reduced.given};
  Report report;
  const auto command = [&](std::vector<std::string> words) {
    report.run.segments.push_back({.command = std::move(words), .memory = 256});
    return bug_command(report, bug);
  };
  EXPECT_EQ(command({"wgcts", "run"}), "wgcts run --filter program.int.1d.4.5 --seed 0");
  EXPECT_EQ(command({"wgcts", "run", "--json", "-"}), "wgcts run --filter program.int.1d.4.5 --seed 0");
  const std::string of_reduced = "wgcts run --filter " + name(reduced) + " --seed 0 --program r.json";
  EXPECT_EQ(command({"wgcts", "reproduce", "1a2b3c4d", "--report", "r.json"}), of_reduced);
  EXPECT_EQ(command({"wgcts", "run", "--json=r.json"}), of_reduced);
  EXPECT_EQ(command({"wgcts", "run", "--resume", "r.json.journal"}), of_reduced)
      << "the file of the first segment";
}

// Bugs without a C program have a command that writes one, except for whole programs.
TEST(BugWords, CommandThatWritesAProgram) {
  Report report = report_with_bugs();
  report.run.segments.push_back({.command = {"build/wgcts", "run"}, .kit = "intel"});
  EXPECT_EQ(reproduce_command(report, report.bugs[0]), "") << "it has a program";
  report.bugs[0].reproducer.clear();
  report.bugs[0].signature = "1bb06034";
  EXPECT_EQ(reproduce_command(report, report.bugs[0]),
            "build/wgcts reproduce reduce_add.int.1d.4.branch -o 1bb06034.c --seed 7 --kit intel");
  report.bugs[0].minimal->name = "program.uint.1d.3.18022";
  EXPECT_EQ(reproduce_command(report, report.bugs[0]), "");
  report.bugs[0].minimal.reset();
  EXPECT_EQ(reproduce_command(report, report.bugs[0]), "") << "it has no minimal case";
}

TEST(BugWords, ABugIsKnownIfTheBaselineExpectsAllItsCases) {
  Report report = report_with_bugs();
  EXPECT_FALSE(is_known(report, report.bugs[0]));
  for (CaseResult& result : report.cases)
    if (result.the_case.builtin->family == "reduce" && result.failure) result.verdict = Verdict::ExpectedFail;
  EXPECT_FALSE(is_known(report, report.bugs[0])) << "one of its cases is in another bug too";
  report.cases.back().verdict = Verdict::ExpectedFail;
  EXPECT_TRUE(is_known(report, report.bugs[0]));
}

}  // namespace
}  // namespace wgcts::reports
