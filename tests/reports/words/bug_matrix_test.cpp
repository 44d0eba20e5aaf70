#include "reports/words/bug_matrix.hpp"

#include <gtest/gtest.h>

#include "tests/reports/bug_sample.hpp"

namespace wgcts::reports {
namespace {

std::optional<CellMark> mark_in(const Report& report, const char* builtin, GenType type, unsigned dim) {
  return BugMatrix(report).mark(*builtin_named(builtin), type, dim);
}

TEST(BugMatrix, ACellShowsTheBugWithTheFewestCells) {
  Report report = report_with_bugs();
  // The crash is in two cells, the inversion in two, the doubling in three: all.int.1d has all of them.
  report.bugs[1].cases.push_back("reduce_add.long.1d.4.branch");
  report.bugs[1].cases.push_back("reduce_add.int.1d.4.branch");
  link_bugs(report);
  const auto all = mark_in(report, "all", GenType::Int, 1);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->number, 3U) << "not the most frequent bug";
  EXPECT_EQ(all->bug, &report.bugs[2]);
  EXPECT_EQ(mark_in(report, "all", GenType::Int, 2)->number, 2U);
  EXPECT_EQ(mark_in(report, "reduce_add", GenType::Int, 1)->number, 1U);
  EXPECT_FALSE(mark_in(report, "any", GenType::Int, 1));
}

TEST(BugMatrix, UnexplainedFailuresComeFirst) {
  Report report = report_with_bugs();
  const auto mark = mark_in(report, "scan_inclusive_add", GenType::Double, 3);
  EXPECT_EQ(mark->bug, nullptr);
  EXPECT_EQ(mark->verdict, Verdict::Fail);
  report.cases.push_back(result_of("all.int.2d.7x7.chain", Verdict::Timeout));
  EXPECT_EQ(mark_in(report, "all", GenType::Int, 2)->bug, nullptr);
  EXPECT_EQ(mark_in(report, "all", GenType::Int, 2)->verdict, Verdict::Timeout);
}

TEST(BugMatrix, WithoutBugsTheWorstVerdictShows) {
  const Report report = sample_report();
  EXPECT_EQ(mark_in(report, "all", GenType::Int, 1)->verdict, Verdict::Fail);
  EXPECT_EQ(mark_in(report, "scan_inclusive_add", GenType::Half, 1)->verdict, Verdict::Skip);
}

// Expected failures are good, so their bugs are not shown.
TEST(BugMatrix, KnownFailuresShowNoBug) {
  Report report = report_with_bugs();
  for (CaseResult& result : report.cases)
    if (result.failure) result.verdict = Verdict::ExpectedFail;
  EXPECT_EQ(mark_in(report, "all", GenType::Int, 2)->bug, nullptr);
  EXPECT_EQ(mark_in(report, "all", GenType::Int, 2)->verdict, Verdict::ExpectedFail);
}

TEST(BugMatrix, NotRunIsNotAFailure) {
  Report report = report_with_bugs();
  report.cases.push_back(result_of("all.int.2d.7x7.chain", Verdict::NotRun));
  report.cases.push_back(result_of("any.int.2d.7x7.chain", Verdict::NotRun));
  EXPECT_NE(mark_in(report, "all", GenType::Int, 2)->bug, nullptr);
  EXPECT_EQ(mark_in(report, "any", GenType::Int, 2)->verdict, Verdict::NotRun);
  EXPECT_EQ(failures_by_form(report).rows.size(), failures_by_form(report_with_bugs()).rows.size());
}

TEST(FailureTables, CountByFormAndSize) {
  const Report report = report_with_bugs();
  const FailureTable forms = failures_by_form(report);
  ASSERT_EQ(forms.rows.size(), 3U);
  std::map<std::string, std::optional<std::size_t>> of_all;
  for (std::size_t i = 0; i < forms.columns.size(); ++i) of_all[forms.columns[i]] = forms.rows[0].failing[i];
  EXPECT_EQ(forms.rows[0].builtin->name, "all");
  EXPECT_EQ(of_all, (decltype(of_all){{"branch", 1}, {"chain", 3}, {"solo", std::nullopt}}));

  Report sizes;
  for (const char* id :
       {"all.int.1d.1.chain", "all.int.1d.2.chain", "all.int.1d.3.chain", "all.int.2d.2x2.chain",
        "all.int.1d.5.chain", "all.int.3d.8x4x8.chain", "all.int.1d.257.chain",
        "all.int.3d.4294967296x4294967296x2.chain", "all.int.2d.max.chain"})
    sizes.cases.push_back(result_of(id, Verdict::Fail));
  sizes.cases.push_back(result_of("all.int.1d.33.chain", Verdict::Pass));
  sizes.cases.push_back(skip_of("all.int.1d.32.chain", "q", "a"));
  const FailureTable by_size = failures_by_size(sizes);
  EXPECT_EQ(by_size.columns,
            (std::vector<std::string>{"1", "2", "3-4", "5-8", "33-64", "129-256", "257+", "max"}));
  ASSERT_EQ(by_size.rows.size(), 1U);
  EXPECT_EQ(by_size.rows[0].failing, (std::vector<std::optional<std::size_t>>{1, 1, 2, 1, 0, 1, 2, 1}));
  EXPECT_TRUE(failures_by_form(Report{}).rows.empty());
}

}  // namespace
}  // namespace wgcts::reports
