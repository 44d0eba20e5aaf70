#include <gtest/gtest.h>

#include "reports/model/report.hpp"
#include "tests/reports/bug_sample.hpp"

namespace wgcts::reports {
namespace {

std::optional<MatrixCell> mark_in(const Report& report, const char* builtin, GenType type, unsigned dim) {
  const auto rows = matrix_of(report);
  const MatrixRow* row = row_of(rows, builtin_named(builtin), type);
  if (row == nullptr || !worst(row->cells[dim - 1].counts)) return std::nullopt;
  return row->cells[dim - 1];
}

TEST(Matrix, CountsEachCellAndLeavesOutEmptyRows) {
  const auto rows = matrix_of(sample_report());
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].builtin->name, "all");
  EXPECT_EQ(rows[1].builtin->name, "scan_inclusive_add");
  EXPECT_EQ(rows[1].type, GenType::Half);
  EXPECT_EQ(rows[2].type, GenType::Double);
  EXPECT_EQ(rows[0].cells[0].counts[Verdict::Fail], 1U);
  EXPECT_EQ(rows[0].cells[0].counts[Verdict::Crash], 1U);
  EXPECT_EQ(worst(rows[0].cells[0].counts), Verdict::Fail);
  EXPECT_EQ(worst(rows[0].cells[2].counts), std::nullopt);
  EXPECT_EQ(worst(rows[1].cells[1].counts), Verdict::Skip);
  EXPECT_TRUE(matrix_of(Report{}).empty());
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
}

}  // namespace
}  // namespace wgcts::reports
