#include "reports/words/failure_words.hpp"

#include <gtest/gtest.h>

#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

// What PoCL 6.0 prints before it aborts: the cause, and a note that holds the word "errors".
TEST(TellingLine, IsTheCauseAndNotTheNoteBehindIt) {
  EXPECT_EQ(telling_line(
                "pocl error: lt_dlopen(\"/tmp/a.so\") failed with 'can't close resident module'\n"
                "/tmp/a.so: undefined symbol: __pocl_work_group_alloca\n"
                "note: missing symbols in the kernel binary might be reported as 'file not found' errors.\n"),
            "undefined symbol: __pocl_work_group_alloca");
}

TEST(TellingLine, ElseTheFirstErrorElseTheLastWords) {
  EXPECT_EQ(telling_line("a\n1:2: error: first\n1:3: error: second\nb\n"), "1:2: error: first");
  EXPECT_EQ(telling_line("a\nb\nnote: c errors\n"), "b");
  EXPECT_EQ(telling_line("note: alone\n"), "note: alone");
  EXPECT_EQ(telling_line("\n"), "");
}

TEST(ReplayCommand, WorksWhenPasted) {
  Report report = sample_report();
  const Case& c = report.cases[0].the_case;
  EXPECT_EQ(replay_command(report, c), "wgcts run --filter all.int.1d.64.chain --seed 7");
  Leg& leg = report.run.legs.emplace_back();
  leg.memory = 256;
  leg.launcher = "ssh 'my board'; x";
  leg.baseline = "known to fail.json";
  report.device.index = 3;
  EXPECT_EQ(replay_command(report, c),
            "wgcts run --filter all.int.1d.64.chain --seed 7 --launcher 'ssh '\\''my board'\\''; x' "
            "--baseline 'known to fail.json' --device 3");
  leg = {};
  leg.kit = "pocl";
  leg.memory = 64;
  report.device.index = 0;
  EXPECT_EQ(replay_command(report, c),
            "wgcts run --filter all.int.1d.64.chain --seed 7 --kit pocl --memory 64");
}

TEST(BrokenText, CountsEachCheckAndNamesEveryClause) {
  Failure failure{"same_bit", "WGC.PR.1"};
  failure.broken = {{"same_bit", {"WGC.PR.1"}, 31, 32}};
  EXPECT_EQ(broken_text(failure), "") << "the message says it";
  failure.broken.push_back({"walk", {"WGC.PR.1", "WGC.PR.3"}, 2, 4});
  EXPECT_EQ(broken_text(failure),
            "same_bit: 31 of 32 work-groups, WGC.PR.1; walk: 2 of 4 work-groups, WGC.PR.1 WGC.PR.3");
}

}  // namespace
}  // namespace wgcts::reports
