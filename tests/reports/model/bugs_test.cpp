#include "reports/model/json.hpp"
#include "reports/model/report.hpp"
#include "tests/reports/bug_sample.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/refusals.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::json;

class BugsTest : public FolderTest {
 protected:
  std::string refusal(const json& report) const {
    put(path("r.json"), report.dump());
    const auto sentence = refusal_of([&] { (void)validated_report(path("r.json")); });
    return sentence.empty() ? "" : sentence.substr(path("r.json").size() + 2);
  }
};

TEST_F(BugsTest, AReportWithThreeBugsSurvivesARoundTrip) {
  const std::string golden = content(WGCTS_TEST_REPORTS "/bugs.json");
  json report = json::parse(text_of(report_with_bugs()));
  json held = json::parse(golden);
  for (json* one : {&report, &held}) one->erase("tool");  // version and commit change
  EXPECT_EQ(held, report) << "tests/reports/bugs.json differs from report_with_bugs()";
  const Report read = validated_report(WGCTS_TEST_REPORTS "/bugs.json");
  EXPECT_EQ(read.bugs, report_with_bugs().bugs);
  EXPECT_EQ(read.cases.back().bugs.size(), 2U);
}

TEST_F(BugsTest, EachBugIsALine) {
  const std::string text = text_of(report_with_bugs());
  EXPECT_NE(text.find("\"bugs\": [\n{\"signature\":\"" + report_with_bugs().bugs[0].signature +
                      "\",\"sentence\":\"every lane counts twice"),
            std::string::npos);
  EXPECT_EQ(text_of(sample_report()).find("\"bugs\""), std::string::npos)
      << "the member is absent without bugs";
}

TEST_F(BugsTest, ValidateChecksThatBugsAndCasesListEachOther) {
  const json good = json::parse(text_of(report_with_bugs()));
  ASSERT_EQ(refusal(good), "");
  const std::string twice = report_with_bugs().bugs[0].signature;
  json broken = good;
  broken["cases"][0].erase("bugs");
  EXPECT_EQ(refusal(broken), "the bug " + report_with_bugs().bugs[1].signature +
                                 " lists the case all.int.1d.64.chain, which does not list the bug");
  broken = good;
  broken["bugs"][0]["cases"].erase(0);
  EXPECT_EQ(refusal(broken),
            "the case reduce_add.int.1d.4.branch lists the bug " + twice + ", which does not list the case");
  broken = good;
  broken["bugs"][0]["cases"].push_back("any.int.1d.4.branch");
  EXPECT_EQ(refusal(broken),
            "the bug " + twice + " lists the case any.int.1d.4.branch, which is not in the report");
  broken = good;
  broken["bugs"].push_back(broken["bugs"][0]);
  EXPECT_EQ(refusal(broken), "the bug " + twice + " is listed twice");
  broken = good;
  broken["bugs"][0]["signature"] = "1A2B3C4D";
  EXPECT_TRUE(refusal(broken).starts_with("bugs[0].signature must match")) << refusal(broken);
  json dotted = good;
  dotted["bugs"][0]["where"][0] = {{"code", "extent.x"}, {"parameters", {{{"name", ">"}, {"value", "4"}}}}};
  EXPECT_EQ(refusal(dotted), "");
  broken = good;
  broken["bugs"][0]["fit"] = 2;
  EXPECT_TRUE(refusal(broken).starts_with("bugs[0].fit must be at most 1")) << refusal(broken);
  broken = good;
  broken["bugs"][0]["minimal"]["lanes"][3]["lane"] = 4;
  EXPECT_EQ(refusal(broken), "the minimal case has lanes beyond its local size");
}

TEST_F(BugsTest, LinkingFollowsTheBugs) {
  Report report = report_with_bugs();
  report.cases[0].bugs = {"00000000"};
  report.bugs[0].cases = {"reduce_add.long.1d.4.branch", "any.int.1d.4.branch", "reduce_add.int.1d.4.branch"};
  report.bugs[2].cases = {"any.int.1d.4.branch"};
  link_bugs(report);
  ASSERT_EQ(report.bugs.size(), 2U) << "bugs without cases are removed";
  EXPECT_EQ(report.bugs[0].cases,
            (std::vector<std::string>{"reduce_add.int.1d.4.branch", "reduce_add.long.1d.4.branch"}));
  EXPECT_EQ(report.bugs[0].example, "reduce_add.int.1d.4.branch");
  EXPECT_EQ(report.cases[0].bugs, std::vector{report.bugs[1].signature});
  EXPECT_NO_THROW(require_linked_bugs(report));
  EXPECT_EQ(find_bug(report, report.bugs[1].signature), &report.bugs[1]);
  EXPECT_EQ(find_bug(report, "00000000"), nullptr);
  ASSERT_EQ(bugs_of(report, report.cases[0]).size(), 1U);
  EXPECT_EQ(bugs_of(report, report.cases[0])[0], &report.bugs[1]);
}

TEST_F(BugsTest, EqualBugsOfTwoPartsAreMerged) {
  const Bug whole = report_with_bugs().bugs[0];
  Bug first = bug_of(whole.what, whole.where, whole.sentence, {"reduce_add.int.1d.4.branch"});
  first.minimal = whole.minimal;
  first.minimal->groups = 2;
  first.fit = 0.5;
  Bug second = bug_of(whole.what, whole.where, whole.sentence, {"reduce_add.long.2d.2x2.branch"});
  second.minimal = whole.minimal;
  second.neighbour = whole.neighbour;
  second.reproducer = whole.reproducer;
  second.reproduced = true;
  ASSERT_EQ(first.signature, second.signature);
  std::vector<Bug> bugs;
  add_bugs(bugs, {first});
  add_bugs(bugs, {second});
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].cases.size(), 2U);
  EXPECT_EQ(bugs[0].types, (std::set<std::string>{"int", "long"}));
  EXPECT_EQ(bugs[0].dimensions, (std::set<std::string>{"1d", "2d"}));
  EXPECT_EQ(bugs[0].minimal, second.minimal) << "the smaller one is kept";
  EXPECT_EQ(bugs[0].neighbour, second.neighbour);
  EXPECT_EQ(bugs[0].fit, 0.5);
  EXPECT_TRUE(bugs[0].reproduced);

  // The second part has another builtin. The merged bug has the signature that a single run would give.
  const Bug maximum = bug_of(whole.what, whole.where, whole.sentence, {"reduce_max.int.1d.4.branch"});
  ASSERT_NE(maximum.signature, first.signature);
  add_bugs(bugs, {maximum});
  ASSERT_EQ(bugs.size(), 1U);
  EXPECT_EQ(bugs[0].signature, signature_of(whole.what, {"reduce_add", "reduce_max"}));

  // Bugs of unknown cause are not merged.
  Bug unknown = bug_of({"unknown"}, {}, "", {"all.int.1d.4.branch"});
  add_bugs(bugs, {unknown});
  add_bugs(bugs, {bug_of({"unknown"}, {}, "", {"any.int.1d.4.branch"})});
  EXPECT_EQ(bugs.size(), 3U);
  add_bugs(bugs, {unknown});
  EXPECT_EQ(bugs.size(), 3U);
}

}  // namespace
}  // namespace wgcts::reports
