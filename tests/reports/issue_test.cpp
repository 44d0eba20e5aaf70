// The issue text of a bug.
#include <gtest/gtest.h>

#include <algorithm>

#include "reports/formats.hpp"

using namespace wgcts;
using namespace wgcts::reports;

namespace {

Report report_of_a_bug() {
  Report report;
  report.device.platform = "A platform";
  report.device.name = "A `device`";
  report.device.driver = "1.2";
  report.device.version = "OpenCL 3.0";
  Bug bug{.signature = "1a2b3c4d", .what = {"unknown"}, .sentence = "a whole program writes wrong results"};
  bug.cases = {"program.int.1d.4.5"};
  bug.example = bug.cases.front();
  bug.clauses = {"WGC.CF.2"};
  bug.minimal = MinimalCase{"program.int.1d.2.x1a2b3c4d", {2, 1, 1}, 1};
  bug.minimal->lanes = {{0, {"none", ""}, {"1", ""}, {"0", ""}}, {1, {"none", ""}, {"1", ""}, {"1", ""}}};
  bug.minimal->wrong = {{0, 0}};
  bug.ingredients = {{"a break", "program.int.1d.2.x00000001"}};
  report.bugs = {bug};
  CaseResult result{parse_case("program.int.1d.4.5").value(), Verdict::Crash};
  result.log = "warning: nothing\nerror: ``` is no code\n";
  result.bugs = {bug.signature};
  report.cases = {result};
  return report;
}

TEST(Issue, ContainsAllThatAMaintainerNeeds) {
  const Report report = report_of_a_bug();
  const std::string text = issue_text(report, report.bugs[0], "int main(void) { return 1; }\n");
  for (const char* part :
       {"# A whole program writes wrong results\n", "Platform: A platform", "Driver: 1.2",
        "work-item 0: input none, expected 1, got 0", "Without a break it passes.",
        "```c\nint main(void) { return 1; }\n```", "Found by wgcts (bug 1a2b3c4d): 1 of 1 case"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  EXPECT_NE(text.find("## Rule"), std::string::npos);
  EXPECT_LE(std::ranges::count(text, '\n'), 70) << text;
}

TEST(Issue, ContainsTheKernelIfThereIsNoCProgram) {
  Report report = report_of_a_bug();
  report.bugs[0].minimal->name = "reduce_add.int.1d.2.solo";
  const std::string text = issue_text(report, report.bugs[0], "");
  EXPECT_NE(text.find("## Kernel\n\n```c\n"), std::string::npos) << text;
  EXPECT_NE(text.find("work_group_reduce_add("), std::string::npos) << text;
}

// A driver's text must not end its code block.
TEST(Issue, AFenceIsLongerThanThoseInTheText) {
  const Report report = report_of_a_bug();
  const std::string text = issue_text(report, report.bugs[0], "");
  EXPECT_NE(text.find("````\nerror: ``` is no code\n````"), std::string::npos) << text;
}

}  // namespace
