#include "reports/compare/diff.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

using enum Verdict;

constexpr const char* id = "all.int.1d.33.chain";

Report with(std::optional<Verdict> verdict) {
  Report report;
  if (verdict) report.cases.push_back(result_of(id, *verdict));
  return report;
}

/// The change between two verdicts of a case, or nothing. No verdict means that the report does not have the
/// case.
std::optional<Change> change(std::optional<Verdict> before, std::optional<Verdict> after) {
  const Report old = with(before), now = with(after);
  const Diff diff = diff_reports(old, now);
  if (diff.cases.empty()) return std::nullopt;
  EXPECT_EQ(diff.cases.size(), 1U);
  EXPECT_EQ(got_worse(diff), info(diff.cases[0].change).worse);
  return diff.cases[0].change;
}

TEST(Diff, EveryPairOfVerdicts) {
  const std::array failing{Fail, Crash, Timeout, BuildError, LaunchError};
  for (const auto same : {Pass, Fail, Crash, Skip, NotRun, Flake})
    EXPECT_EQ(change(same, same), std::nullopt);
  for (const Verdict bad : failing) {
    EXPECT_EQ(change(Pass, bad), Change::Broken);
    EXPECT_EQ(change(Flake, bad), Change::Broken);
    EXPECT_EQ(change(Skip, bad), Change::NewFailing);
    EXPECT_EQ(change(NotRun, bad), Change::NewFailing);
    EXPECT_EQ(change({}, bad), Change::NewFailing);
    EXPECT_EQ(change(bad, Pass), Change::Fixed);
    EXPECT_EQ(change(bad, Flake), Change::Moved);
    EXPECT_EQ(change(bad, Skip), Change::Hidden);
    EXPECT_EQ(change(bad, NotRun), Change::Hidden);
    EXPECT_EQ(change(bad, {}), Change::Gone);
    for (const Verdict other : failing)
      EXPECT_EQ(change(bad, other), bad == other ? std::nullopt : std::optional(Change::Moved));
  }
  EXPECT_EQ(change(Pass, Flake), Change::Broken);
  EXPECT_EQ(change(Flake, Pass), Change::Fixed);
  EXPECT_EQ(change({}, Flake), Change::NewFailing);
  for (const Verdict unjudged : {Skip, NotRun}) {
    EXPECT_EQ(change(Pass, unjudged), Change::Lost);
    EXPECT_EQ(change(Flake, unjudged), Change::Lost);
    EXPECT_EQ(change(unjudged, Pass), Change::NewPassing);
    EXPECT_EQ(change({}, unjudged), Change::New);
    EXPECT_EQ(change(unjudged, {}), Change::Gone);
  }
  EXPECT_EQ(change(Skip, NotRun), std::nullopt);
  EXPECT_EQ(change({}, Pass), Change::NewPassing);
  EXPECT_EQ(change(Pass, {}), Change::Gone);
}

TEST(Diff, TheTableIsInTheOrderOfTheEnumeration) {
  for (const ChangeInfo& row : changes) EXPECT_EQ(&info(row.change), &row);
}

// A baseline changes verdicts, but not the device.
TEST(Diff, IgnoresTheEffectOfBaselines) {
  Report known = with(ExpectedFail);
  known.cases[0].known = Known{Crash, "dies", ""};
  const Report crash = with(Crash), fail = with(Fail), pass = with(Pass);
  EXPECT_TRUE(diff_reports(crash, known).cases.empty());
  EXPECT_EQ(diff_reports(fail, known).cases.at(0).change, Change::Moved);
  EXPECT_EQ(diff_reports(pass, known).cases.at(0).change, Change::Broken);
  known.cases[0].verdict = UnexpectedPass;
  known.cases[0].known->judged = Pass;
  EXPECT_EQ(diff_reports(crash, known).cases.at(0).change, Change::Fixed);
}

TEST(Diff, AnotherBrokenClauseCountsAsMoved) {
  Report before, after;
  before.cases = {failure_of(id, Failure{"a", "WGC.PR.1"})};
  after.cases = {failure_of(id, Failure{"a", "WGC.PR.1"})};
  EXPECT_TRUE(diff_reports(before, after).cases.empty());
  after.cases[0].failure->clause = "WGC.PR.3";
  const Diff diff = diff_reports(before, after);
  EXPECT_EQ(diff.cases.at(0).change, Change::Moved);
  EXPECT_FALSE(got_worse(diff));
  EXPECT_EQ(
      diff_text(diff),
      "moved: failed, and now fails in another way\n    all.int.1d.33.chain: fail WGC.PR.1 -> fail WGC.PR.3\n"
      "not worse: 1 case in both; 1 moved\n");
}

TEST(Diff, ComparesTheProfileOnlyIfBothHaveAnAnswer) {
  Report before, after;
  for (auto [report, answer] : {std::pair{&before, "nan: ignored"}, {&after, "nan: propagated"}})
    for (const char* name : {"reduce_min.float.1d.33.chain", "reduce_max.float.1d.33.chain"}) {
      report->cases.push_back(result_of(name, Pass));
      report->cases.back().observed = {answer};
    }
  before.cases[0].observed.insert("true value: 1");
  const Diff diff = diff_reports(before, after);
  ASSERT_EQ(diff.profile.size(), 1U);
  EXPECT_EQ(diff.profile[0].what, "nan");
  EXPECT_EQ(diff.profile[0].before, "ignored");
  EXPECT_EQ(diff.profile[0].after, "propagated");
  EXPECT_EQ(diff.profile[0].where, (std::vector<std::string>{"reduce_max.float", "reduce_min.float"}));
  EXPECT_FALSE(got_worse(diff)) << "observed behaviour cannot get worse";
}

TEST(Diff, SpeedIsARemark) {
  Report before = with(Pass), after = with(Pass);
  before.cases[0].seconds = 1;
  after.cases[0].seconds = 100;
  const Diff diff = diff_reports(before, after);
  EXPECT_FALSE(got_worse(diff));
  EXPECT_EQ(diff.remarks,
            (std::vector<std::string>{"speed: cases that pass in both took 1.00 s before and 100.00 s now"}));
}

TEST(Diff, RemarksOnDifferencesOfTheRuns) {
  Report before = with(Pass), after = with(Pass);
  after.device.driver = "7.1";
  after.run.seed = 2;
  after.run.complete = false;
  EXPECT_EQ(diff_reports(before, after).remarks.size(), 3U);
}

// A larger selection does not make the driver worse. A single common case must not look like a full
// comparison.
TEST(Diff, ComparesOnlyCommonCasesOfDifferentSelections) {
  Report before = with(Pass), after = with(Pass);
  after.cases.push_back(result_of("any.int.1d.33.chain", Fail));
  after.cases.push_back(result_of("any.int.1d.7.chain", Fail));
  before.cases.push_back(result_of("reduce_add.int.1d.33.chain", Pass));
  EXPECT_TRUE(got_worse(diff_reports(before, after)))
      << "with the same selection, a new case that fails counts";
  before.run.selection = "--op all,reduce";
  const Diff diff = diff_reports(before, after);
  EXPECT_FALSE(got_worse(diff));
  EXPECT_TRUE(diff.cases.empty());
  EXPECT_EQ(diff.only_before, 1U);
  EXPECT_EQ(diff.only_after, 2U);
  EXPECT_TRUE(diff_text(diff).starts_with(
      "the runs have different selections; only common cases are compared: 1 common, "
      "1 only in the old report, 2 only in the new\n"))
      << diff_text(diff);
  EXPECT_EQ(diff_json(diff)["same_selection"], false);
  after.cases[0].verdict = Fail;
  EXPECT_TRUE(got_worse(diff_reports(before, after))) << "common cases count";
}

TEST(Diff, RemarksOnDifferencesOfTheRunSegments) {
  Report before = with(Pass), after = with(Pass);
  RunSegment segment;
  segment.kit = "pocl";
  segment.jobs = 2;
  segment.environment = {{"POCL_DEVICES", "cpu"}};
  before.run.segments = {segment};
  segment.kit = "pocl7";
  segment.environment = {{"OCL_ICD_VENDORS", "/v"}};
  after.run.segments = {segment};
  after.device.driver_sha256 = "ab";
  EXPECT_EQ(diff_reports(before, after).remarks,
            (std::vector<std::string>{"driver's SHA-256:  -> ab", "OCL_ICD_VENDORS: none -> /v",
                                      "POCL_DEVICES: cpu -> none", "kit: pocl -> pocl7"}));
}

TEST(Diff, SimilarCasesShareALine) {
  Report before, after;
  for (const char* type : {"int", "float"})
    for (int n = 1; n < 200; ++n) {
      const auto name = "reduce_add." + std::string(type) + ".1d." + std::to_string(n) + ".chain";
      before.cases.push_back(result_of(name, Crash));
      after.cases.push_back(result_of(name, Pass));
    }
  const auto text = diff_text(diff_reports(before, after));
  EXPECT_NE(
      text.find("    reduce_add (int, float): crash -> pass, 398 cases: reduce_add.int.1d.1.chain, ...\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 3);
}

/// Every case changes in another way, with texts from a hostile driver.
TEST(Diff, MarkdownStaysUnder60KiB) {
  Report before, after;
  for (const Builtin& builtin : builtins)
    for (int n = 1; n < 400; ++n) {
      const auto name = std::string(builtin.name) + ".int.1d." + std::to_string(n) + ".chain";
      const auto clause = "`<b>\n\x1b[31m" + std::to_string(n) + std::string(500, 'x');
      before.cases.push_back(result_of(name, std::array{Pass, Skip, Fail}[static_cast<std::size_t>(n % 3)]));
      after.cases.push_back(failure_of(name, Failure{"a", clause}));
      before.cases.back().observed = {"a" + std::to_string(n) + ": " + std::string(500, 'y')};
      after.cases.back().observed = {"a" + std::to_string(n) + ": " + std::string(500, 'z')};
    }
  const auto text = diff_markdown(diff_reports(before, after));
  EXPECT_LT(text.size(), 60U * 1024);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_TRUE(text.starts_with("**wgcts diff: worse**")) << text.substr(0, 100);
}

TEST(Diff, JsonContainsEverything) {
  Report before, after;
  before.cases = {result_of(id, Pass), result_of("any.int.1d.33.chain", Pass)};
  after.cases = {failure_of(id, Failure{"a", "WGC.PR.1"})};
  const auto json = diff_json(diff_reports(before, after));
  EXPECT_EQ(json["worse"], true);
  EXPECT_EQ(json["counts"]["broken"], 1);
  EXPECT_EQ(json["counts"]["gone"], 1);
  EXPECT_EQ(nlohmann::json(json["cases"]), nlohmann::json::parse(R"([
      {"id": "all.int.1d.33.chain", "change": "broken", "old": {"verdict": "pass"},
       "new": {"verdict": "fail", "clause": "WGC.PR.1"}},
      {"id": "any.int.1d.33.chain", "change": "gone", "old": {"verdict": "pass"}, "new": null}])"));
}

// "not worse" would be wrong if there is nothing to compare.
TEST(DiffText, ReportsThatNoCaseIsInBoth) {
  Report before, after;
  before.cases = {result_of("all.int.1d.64.chain", Verdict::Pass)};
  after.cases = {result_of("any.int.1d.64.chain", Verdict::Pass)};
  before.run.selection = "--op all", after.run.selection = "--op any";
  const Diff diff = diff_reports(before, after);
  EXPECT_NE(diff_text(diff).find("cannot be compared: no case is in both reports\n"), std::string::npos)
      << diff_text(diff);
  EXPECT_NE(diff_markdown(diff).find("**wgcts diff: cannot be compared**"), std::string::npos);
  EXPECT_EQ(diff_text(diff).find("not worse"), std::string::npos);
}

}  // namespace
}  // namespace wgcts::reports
