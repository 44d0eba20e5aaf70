#include <gtest/gtest.h>

#include "reports/words/words.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

Failure wrong(std::string clause, std::string message) {
  return {"exact",    std::move(clause), {},         0,          {},
          {64, 1, 1}, {"1", "1"},        {"2", "2"}, {"3", "3"}, std::move(message)};
}

std::vector<std::size_t> sizes_of(std::vector<CaseResult> cases) {
  Report report;
  report.cases = std::move(cases);
  std::vector<std::size_t> sizes;
  for (const Bug& group : unexplained(report)) sizes.push_back(group.cases.size());
  return sizes;
}

TEST(Unexplained, IgnoreNumbersAndTheRestOfTheSentence) {
  EXPECT_EQ(
      sizes_of({failure_of("all.int.1d.7.chain", wrong("WGC.PR.1", "7 of 7 lanes are wrong: like zero")),
                failure_of("all.int.3d.4x3x5.chain",
                           wrong("WGC.PR.1", "12 of 60 lanes are wrong: like zero; alone: fail"))}),
      (std::vector<std::size_t>{2}));
}

TEST(Unexplained, DependOnBuiltinTypeClauseAndKindOfFailure) {
  const auto one = failure_of("reduce_add.int.1d.7.solo", wrong("WGC.RD.1", "1 lane: like zero"));
  for (const auto& other :
       {failure_of("reduce_min.int.1d.7.solo", wrong("WGC.RD.1", "1 lane: like zero")),
        failure_of("reduce_add.uint.1d.7.solo", wrong("WGC.RD.1", "1 lane: like zero")),
        failure_of("reduce_add.int.1d.8.solo", wrong("WGC.CF.2", "1 lane: like zero")),
        failure_of("reduce_add.int.1d.8.solo", wrong("WGC.RD.1", "1 lane: like NaN")),
        failure_of("reduce_add.int.1d.8.solo", wrong("WGC.RD.1", "1 lane: like zero"), Verdict::Flake)})
    EXPECT_EQ(sizes_of({one, other}).size(), 2U) << name(other.the_case);
}

TEST(Unexplained, CrashesOfDifferentBuiltinsShareAGroup) {
  Report report;
  report.cases = {result_of("all.int.1d.1.chain", Verdict::Crash, "killed by signal 6"),
                  result_of("any.int.1d.2.chain", Verdict::Crash, "killed by signal 11; not run alone"),
                  result_of("any.int.1d.3.chain", Verdict::Pass),
                  result_of("any.int.1d.1.chain", Verdict::Timeout, "killed by signal 6")};
  const auto groups = unexplained(report);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].cases, (std::vector<std::string>{"all.int.1d.1.chain", "any.int.1d.2.chain"}));
  EXPECT_EQ(extent_text(report, groups[0]), "every builtin; int; 1d; chain: 2 of 4 cases");
  EXPECT_EQ(verdict_of(report, groups[0]), Verdict::Crash);
}

TEST(Unexplained, AreSortedByVerdictThenByNumberOfCases) {
  Report report;
  report.cases = {result_of("any.int.1d.1.chain", Verdict::Crash, "killed"),
                  result_of("any.int.1d.2.chain", Verdict::Crash, "killed"),
                  failure_of("all.int.1d.7.chain", wrong("WGC.PR.1", "one")),
                  failure_of("all.int.1d.8.chain", wrong("WGC.PR.3", "more")),
                  failure_of("all.int.1d.9.chain", wrong("WGC.PR.3", "more"))};
  const auto groups = unexplained(report);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].clauses, std::set<std::string>{"WGC.PR.3"});
  EXPECT_EQ(groups[1].clauses, std::set<std::string>{"WGC.PR.1"});
  EXPECT_EQ(groups[2].example, "any.int.1d.1.chain");
}

// The table has only wrong lanes, and a failure outside of the results has none.
TEST(Unexplained, HaveTheFirstFailureAsTheirMinimalCase) {
  Report report;
  Failure lanes = wrong("WGC.RD.1", "2 of 64 lanes are wrong");
  lanes.wrong = 2;
  lanes.wrong_runs = {{3, 4}};
  lanes.lanes = {{3, lanes.input, lanes.expected, lanes.got}, {4, lanes.input, lanes.expected, lanes.got}};
  Failure outside = wrong("WGC.RD.1", "the kernel wrote outside of its output");
  outside.local_size = {};
  report.cases = {failure_of("reduce_add.int.1d.64.solo", lanes),
                  failure_of("reduce_add.int.1d.64.chain", outside)};
  const auto groups = unexplained(report);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(minimal_text(groups[0]),
            "reduce_add.int.1d.64.solo: 2 of 64 lanes wrong; lane 3: input 1, expected 2, got 3");
  EXPECT_EQ(minimal_text(groups[1]), "reduce_add.int.1d.64.chain: the kernel wrote outside of its output");
  EXPECT_EQ(cause_text(groups[0]), "");
}

TEST(Unexplained, HaveNoBrokenClauseIfTheyPassUnexpectedly) {
  Report report;
  report.cases = {result_of("any.int.1d.1.chain", Verdict::UnexpectedPass),
                  result_of("any.int.1d.2.chain", Verdict::NotRun, "interrupted")};
  report.cases[0].clauses = {"WGC.PR.2"};
  const auto groups = unexplained(report);
  ASSERT_EQ(groups.size(), 2U);
  for (const Bug& group : groups) {
    EXPECT_TRUE(group.clauses.empty()) << group.sentence;
    EXPECT_FALSE(group.sentence.ends_with(": ")) << group.sentence;
    EXPECT_EQ(extent_text(report, group), "any; int; 1d; chain: 1 of 1 case");
  }
}

TEST(Unexplained, AreNoneIfNothingFails) {
  EXPECT_TRUE(sizes_of({result_of("any.int.1d.1.chain", Verdict::Pass),
                        result_of("any.int.1d.2.chain", Verdict::Skip),
                        result_of("any.int.1d.3.chain", Verdict::ExpectedFail)})
                  .empty());
}

}  // namespace
}  // namespace wgcts::reports
