#include <gtest/gtest.h>

#include "reports/words/words.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

// The output of PoCL 6.0 before it aborts: the cause, and a note that contains the word "errors".
TEST(MainLogLine, IsTheCauseAndNotTheNoteAfterIt) {
  EXPECT_EQ(main_log_line(
                "pocl error: lt_dlopen(\"/tmp/a.so\") failed with 'can't close resident module'\n"
                "/tmp/a.so: undefined symbol: __pocl_work_group_alloca\n"
                "note: missing symbols in the kernel binary might be reported as 'file not found' errors.\n"),
            "undefined symbol: __pocl_work_group_alloca");
}

TEST(MainLogLine, IsTheFirstErrorOrElseTheLastLine) {
  EXPECT_EQ(main_log_line("a\n1:2: error: first\n1:3: error: second\nb\n"), "1:2: error: first");
  EXPECT_EQ(main_log_line("a\nb\nnote: c errors\n"), "b");
  EXPECT_EQ(main_log_line("note: alone\n"), "note: alone");
  EXPECT_EQ(main_log_line("\n"), "");
  EXPECT_EQ(main_log_line("my.cl:1:1: warning: old\nint x;\n^\nmy.cl:7:3: error: no 'f'\n  f();\n  ^\n"
                          "fatal error: too many errors emitted, stopping now [-ferror-limit=]\n"
                          "20 errors generated.\n"),
            "my.cl:7:3: error: no 'f'");
}

// Some drivers print a whole kernel in one line.
TEST(MainLogLine, IsTruncatedIfItIsLong) {
  const std::string line = "1:2: error: in " + std::string(8000, 'x');
  const std::string shown = main_log_line(line);
  EXPECT_EQ(shown.size(), 200U);
  EXPECT_TRUE(shown.starts_with("1:2: error: in xxx")) << shown;
  EXPECT_TRUE(shown.ends_with("x...")) << shown;
  const std::string fits = "error: " + std::string(193, 'x');
  EXPECT_EQ(main_log_line(fits), fits);
}

// A message before the crash is more useful than the place of the crash.
TEST(MainLogLine, IsThePlaceOfACrashWithoutAMessage) {
  const std::string frames =
      "backtrace:\n/usr/bin/wgcts(+0x1234)[0x55]\n/lib/x86_64-linux-gnu/libc.so.6(+0x3c050) [0x7f]\n"
      "/lib/x86_64-linux-gnu/libc.so.6(abort+0xd3) [0x7f]\n"
      "/opt/driver/libdriver.so.2(clBuildProgram+0x12) [0x7e]\n/usr/bin/wgcts(main+0x1) [0x56]\n";
  EXPECT_EQ(main_log_line(frames), "in libdriver.so.2(clBuildProgram+0x12)");
  EXPECT_EQ(main_log_line("a\n" + frames), "a");
  EXPECT_EQ(main_log_line("backtrace:\n"), "");
}

TEST(SentenceOf, NamesTheStage) {
  CaseResult result = result_of("all.int.1d.64.chain", Verdict::LaunchError, "clFinish returned X");
  result.stage = Stage::Launch;
  EXPECT_EQ(sentence_of(result), "clFinish returned X; while launching a kernel and waiting for it");
  result.message = "the worker was killed by SIGABRT while launching a kernel and waiting for it";
  EXPECT_EQ(sentence_of(result), result.message) << "the stage is named only once";
}

TEST(ReducedData, IsReportedForCaseAndRun) {
  Report report = sample_report();
  EXPECT_EQ(reduced_data_text(report), "");
  report.cases[0].data_reduced = 4096;
  EXPECT_NE(sentence_of(report.cases[0])
                .find("tested with less data than planned, in buffers of at most 4096 bytes"),
            std::string::npos);
  const std::string rest =
      " tested with less data than planned, in buffers of 4096 bytes or more: the device "
      "refused larger ones";
  EXPECT_EQ(reduced_data_text(report), "1 case was" + rest);
  report.cases[5].data_reduced = 65536;
  EXPECT_EQ(reduced_data_text(report), "2 cases were" + rest);
}

TEST(ReplayCommand, WorksWhenPasted) {
  Report report = sample_report();
  const Case& c = report.cases[0].the_case;
  EXPECT_EQ(replay_command(report, c), "wgcts run --filter all.int.1d.64.chain --seed 7");
  RunSegment& segment = report.run.segments.emplace_back();
  segment.memory = 256;
  segment.launcher = "ssh 'my board'; x";
  segment.baseline = "known to fail.json";  // not in the command: it would make the failure expected
  report.device.index = 3;
  EXPECT_EQ(replay_command(report, c),
            "wgcts run --filter all.int.1d.64.chain --seed 7 --launcher 'ssh '\\''my board'\\''; x' "
            "--device 3");
  segment = {};
  segment.kit = "pocl";
  segment.memory = 64;
  report.device.index = 0;
  EXPECT_EQ(replay_command(report, c),
            "wgcts run --filter all.int.1d.64.chain --seed 7 --kit pocl --memory 64");
  segment.command = {"build/wgcts", "run", "--kit", "pocl"};
  EXPECT_TRUE(replay_command(report, c).starts_with("build/wgcts run --filter "))
      << "the program's path as in the report";
  // Without a kit, the command must set the variables that select the driver.
  segment.environment = {{"OCL_ICD_VENDORS", "my vendors"}, {"POCL_DEBUG", "1"}};
  EXPECT_TRUE(replay_command(report, c).starts_with("build/wgcts run "));
  segment.kit.clear();
  EXPECT_TRUE(replay_command(report, c).starts_with("OCL_ICD_VENDORS='my vendors' build/wgcts run "));
  segment.environment.clear();
  segment.command = {"my tools/wgcts"};
  EXPECT_TRUE(replay_command(report, c).starts_with("'my tools/wgcts' run --filter "));
}

TEST(BrokenText, CountsEachCheckAndNamesEveryClause) {
  Failure failure{"same_bit", "WGC.PR.1"};
  failure.broken = {{"same_bit", {"WGC.PR.1"}, 31, 32}};
  EXPECT_EQ(broken_text(failure), "") << "the message is sufficient";
  failure.broken.push_back({"walk", {"WGC.PR.1", "WGC.PR.3"}, 2, 4});
  EXPECT_EQ(broken_text(failure),
            "same_bit: 31 of 32 work-groups, WGC.PR.1; walk: 2 of 4 work-groups, WGC.PR.1 WGC.PR.3");
}

}  // namespace
}  // namespace wgcts::reports
