#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/compare/diff.hpp"
#include "tests/reports/bug_sample.hpp"

namespace wgcts::reports {
namespace {

/// Reports of PoCL with three bugs, of another version with one of these and one other, of a run without
/// diagnosis, and of a run that passes.
std::vector<NamedReport> four_reports() {
  Report newer = report_with_bugs();
  newer.device.driver = "7.0";
  newer.bugs = {bug_of({"constant", {{"value", "0"}}}, {}, "all zero", {"all.int.1d.64.chain"}),
                newer.bugs[2]};
  newer.bugs[1].cases.pop_back();
  link_bugs(newer);
  Report good;
  good.device.platform = "Good", good.device.driver = "1", good.device.name = "dev";
  return {{"a.json", report_with_bugs()}, {"b.json", newer}, {"c.json", sample_report()}, {"d.json", good}};
}

TEST(BugTable, HasARowForEachBugAndAColumnForEachDriver) {
  EXPECT_EQ("\n" + bug_table_text(four_reports(), 100), R"(
a  a.json: Portable Computing Language, driver 6.0, cpu-haswell
b  b.json: Portable Computing Language, driver 7.0, cpu-haswell
c  c.json: Portable Computing Language, driver 6.0, cpu-haswell
d  d.json: Good, driver 1, dev

a  b  c  d  bug
2  1  ?  -  ae8b5894  the driver aborts when it launches work-groups of one or two work-items
                      crash stage=launch signal=SIGABRT where size<3
3  -  ?  -  93653ea8  every lane counts twice in a reduction inside a branch
                      lanes_doubled set=all where form=branch
3  -  ?  -  49c1640b  work_group_all answers the opposite of what it should
                      inverted where builtin=all
-  1  ?  -  )" + signature_of({"constant", {{"value", "0"}}}, {"all"}) +
                                                            R"(  all zero
                      constant value=0, always
)");
}

// Bugs of unknown cause of different drivers can have the same signature.
TEST(BugTable, BugsOfUnknownCauseMatchOnlyOnTheSamePlatform) {
  Report mine = report_with_bugs();
  mine.bugs = {bug_of({"unknown", {}}, {}, "lanes are wrong", {"all.int.1d.64.chain"})};
  Report newer = mine, other = mine;
  newer.device.driver = "7.0";
  other.device.platform = "Another";
  const std::vector<NamedReport> reports{{"a.json", mine}, {"b.json", newer}, {"c.json", other}};
  const auto rows = bug_rows(reports);
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].cases, (std::vector<std::size_t>{1, 1, 0}));
  EXPECT_EQ(rows[1].cases, (std::vector<std::size_t>{0, 0, 1}));
}

TEST(BugTable, ReportsThatThereAreNoBugs) {
  EXPECT_EQ(bug_table_text({{"x.json", Report{}}}, 100), "a  x.json: no device\n\nno bugs\n");
}

TEST(BugTable, EachRowIsOneLine) {
  std::vector<NamedReport> reports(30, {"x.json", report_with_bugs()});
  for (NamedReport& one : reports) one.report.bugs[0].sentence = std::string(500, 'w') + "\n\x1b[2J";
  const std::string text = bug_table_text(reports, 120);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("\nad x.json"), std::string::npos);
  EXPECT_EQ(std::ranges::count(text, '\n'), 30 + 1 + 1 + 6);
}

TEST(BugTable, JsonContainsCountsAndTexts) {
  const nlohmann::json table = bug_table_json(four_reports());
  EXPECT_EQ(table["schema"]["name"], "wgcts-bugs");
  EXPECT_EQ(table["reports"][1]["driver"], "7.0");
  EXPECT_EQ(table["reports"][2]["lists_bugs"], false);
  ASSERT_EQ(table["bugs"].size(), 4U);
  EXPECT_EQ(table["bugs"][0]["signature"], "ae8b5894");
  EXPECT_EQ(table["bugs"][0]["cases"], nlohmann::json::parse("[2, 1, null, 0]"));
  EXPECT_EQ(table["bugs"][0]["what"]["code"], "crash");
  EXPECT_EQ(table["bugs"][0]["where"][0]["parameters"][0]["value"], "3");
}

}  // namespace
}  // namespace wgcts::reports
