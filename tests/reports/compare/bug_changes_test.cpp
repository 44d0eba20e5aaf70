#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reports/compare/diff.hpp"
#include "tests/reports/bug_sample.hpp"

namespace wgcts::reports {
namespace {

TEST(BugChanges, AreNoneBetweenEqualReports) {
  EXPECT_TRUE(bug_changes(report_with_bugs(), report_with_bugs()).empty());
}

TEST(BugChanges, AppearedGoneAndChangedExtent) {
  const Report before = report_with_bugs();
  Report after = before;
  after.cases.push_back(result_of("reduce_add.float.1d.4.loop", Verdict::Fail));
  after.bugs[0].cases.push_back("reduce_add.float.1d.4.loop");
  after.bugs[0].types.insert("float");
  after.bugs[0].types.erase("long");
  after.bugs[1] = bug_of({"constant", {{"value", "0"}}}, {}, "all zero", {"all.int.1d.64.chain"});
  link_bugs(after);
  const auto changes = bug_changes(before, after);
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].kind, BugChangeKind::Appeared);
  EXPECT_EQ(changes[0].after, &after.bugs[1]);
  EXPECT_EQ(changes[0].before, nullptr);
  EXPECT_EQ(changes[1].kind, BugChangeKind::Extent);
  EXPECT_EQ(changes[1].extent, "types: also float, no longer long; cases: 3 -> 4");
  EXPECT_EQ(changes[2].kind, BugChangeKind::Gone);
  EXPECT_EQ(&changes[2].bug(), &before.bugs[1]);
}

// The signature depends on the builtins, but a bug with more builtins is the same bug.
TEST(BugChanges, MoreBuiltinsChangeTheExtent) {
  const Report before = report_with_bugs();
  Report after = before;
  after.bugs[0].builtins.insert("reduce_max");
  after.bugs[0].signature = signature_of(after.bugs[0].what, after.bugs[0].builtins);
  const auto changes = bug_changes(before, after);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].extent, "builtins: also reduce_max");
  EXPECT_NE(changes[0].before->signature, changes[0].after->signature);
}

TEST(BugChanges, ReportsWithoutDiagnosisAreNotCompared) {
  EXPECT_TRUE(lists_bugs(report_with_bugs()));
  EXPECT_TRUE(lists_bugs(Report{}));
  EXPECT_FALSE(lists_bugs(sample_report()));
  Report known = sample_report();
  for (CaseResult& result : known.cases)
    if (!info(result.verdict).good) {
      result.known = Known{result.verdict, "dies", ""};
      result.verdict = Verdict::ExpectedFail;
    }
  EXPECT_FALSE(lists_bugs(known)) << "a baseline hides failures, but lists no bugs";
  EXPECT_TRUE(bug_changes(sample_report(), report_with_bugs()).empty());
  Report old = sample_report();
  const Report now = report_with_bugs();
  old.run.selection = now.run.selection;
  const Diff diff = diff_reports(old, now);
  EXPECT_TRUE(diff.bugs.empty());
  EXPECT_TRUE(std::ranges::count(diff.remarks,
                                 "bugs: not compared, as the old report has failures but lists no bugs"));
  EXPECT_EQ(bug_changes(Report{}, report_with_bugs()).size(), 3U) << "nothing failed before";
}

TEST(BugChanges, OtherSelectionsAreNotCompared) {
  Report before = report_with_bugs();
  before.bugs.pop_back();
  link_bugs(before);
  const Report after = report_with_bugs();
  EXPECT_EQ(diff_reports(before, after).bugs.size(), 1U);
  before.run.selection = "--op all";
  EXPECT_TRUE(diff_reports(before, after).bugs.empty());
}

TEST(BugChanges, ComeFirstInTheText) {
  const Report before = report_with_bugs();
  Report after = before;
  after.bugs.erase(after.bugs.begin());
  after.bugs[0].cases.pop_back();
  link_bugs(after);
  const Diff diff = diff_reports(before, after);
  EXPECT_FALSE(got_worse(diff)) << "only cases count";
  const std::string inverted = before.bugs[1].signature, twice = before.bugs[0].signature;
  EXPECT_TRUE(diff_text(diff).starts_with(
      "bugs changed extent: a bug that shows in other cases than before\n    " + inverted +
      ": cases: 3 -> 2: work_group_all answers the opposite of what it should\n"
      "bugs gone: a bug that is only in the old report\n    " +
      twice + ": 3 cases, every lane counts twice in a reduction inside a branch\n"))
      << diff_text(diff);
  EXPECT_NE(diff_markdown(diff).find("### bugs gone\n"), std::string::npos);
  const nlohmann::json json = diff_json(diff);
  ASSERT_EQ(json["bugs"].size(), 2U);
  EXPECT_EQ(json["bugs"][0]["change"], "changed extent");
  EXPECT_EQ(json["bugs"][0]["old"].size(), 3U);
  EXPECT_EQ(json["bugs"][0]["new"].size(), 2U);
  EXPECT_EQ(json["bugs"][1]["signature"], twice);
  EXPECT_TRUE(json["bugs"][1]["new"].is_null());
}

}  // namespace
}  // namespace wgcts::reports
