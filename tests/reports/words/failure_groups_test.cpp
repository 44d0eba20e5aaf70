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
  for (const auto& group : failure_groups(report)) sizes.push_back(group.size());
  return sizes;
}

TEST(FailureGroups, IgnoreNumbersAndTheRestOfTheSentence) {
  EXPECT_EQ(
      sizes_of({failure_of("all.int.1d.7.chain", wrong("WGC.PR.1", "7 of 7 lanes are wrong: like zero")),
                failure_of("all.int.3d.4x3x5.chain",
                           wrong("WGC.PR.1", "12 of 60 lanes are wrong: like zero; alone: fail"))}),
      (std::vector<std::size_t>{2}));
}

TEST(FailureGroups, DependOnBuiltinTypeClauseAndKindOfFailure) {
  const auto one = failure_of("reduce_add.int.1d.7.solo", wrong("WGC.RD.1", "1 lane: like zero"));
  for (const auto& other :
       {failure_of("reduce_min.int.1d.7.solo", wrong("WGC.RD.1", "1 lane: like zero")),
        failure_of("reduce_add.uint.1d.7.solo", wrong("WGC.RD.1", "1 lane: like zero")),
        failure_of("reduce_add.int.1d.8.solo", wrong("WGC.CF.2", "1 lane: like zero")),
        failure_of("reduce_add.int.1d.8.solo", wrong("WGC.RD.1", "1 lane: like NaN")),
        failure_of("reduce_add.int.1d.8.solo", wrong("WGC.RD.1", "1 lane: like zero"), Verdict::Flake)})
    EXPECT_EQ(sizes_of({one, other}).size(), 2U) << name(other.the_case);
}

TEST(FailureGroups, CrashesOfDifferentBuiltinsShareAGroup) {
  Report report;
  report.cases = {result_of("all.int.1d.1.chain", Verdict::Crash, "killed by signal 6"),
                  result_of("any.int.1d.2.chain", Verdict::Crash, "killed by signal 11; not run alone"),
                  result_of("any.int.1d.3.chain", Verdict::Pass),
                  result_of("any.int.1d.1.chain", Verdict::Timeout, "killed by signal 6")};
  const auto groups = failure_groups(report);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0], (std::vector<const CaseResult*>{&report.cases[0], &report.cases[1]}));
  EXPECT_EQ(pairs_in(groups[0]), 2U);
}

TEST(FailureGroups, AreSortedByVerdictThenByNumberOfCases) {
  Report report;
  report.cases = {result_of("any.int.1d.1.chain", Verdict::Crash, "killed"),
                  result_of("any.int.1d.2.chain", Verdict::Crash, "killed"),
                  failure_of("all.int.1d.7.chain", wrong("WGC.PR.1", "one")),
                  failure_of("all.int.1d.8.chain", wrong("WGC.PR.3", "more")),
                  failure_of("all.int.1d.9.chain", wrong("WGC.PR.3", "more"))};
  const auto groups = failure_groups(report);
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].front()->failure->clause, "WGC.PR.3");
  EXPECT_EQ(groups[1].front()->failure->clause, "WGC.PR.1");
  EXPECT_EQ(groups[2].front()->verdict, Verdict::Crash);
}

TEST(FailureGroups, AreNoneIfNothingFails) {
  EXPECT_TRUE(sizes_of({result_of("any.int.1d.1.chain", Verdict::Pass),
                        result_of("any.int.1d.2.chain", Verdict::Skip),
                        result_of("any.int.1d.3.chain", Verdict::ExpectedFail)})
                  .empty());
}

}  // namespace
}  // namespace wgcts::reports
