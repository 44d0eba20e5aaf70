#include "reports/compare/baseline.hpp"

#include "tests/reports/bug_sample.hpp"
#include "tests/reports/refusals.hpp"

namespace wgcts::reports {
namespace {

const KnownFailure all_fails{"all.int.*", {Verdict::Fail}, "inverted", "https://example.org/1"};

Report report_of(std::vector<CaseResult> cases) {
  Report report;
  report.cases = std::move(cases);
  return report;
}

/// The verdict after the baseline is applied.
CaseResult after(const std::vector<KnownFailure>& lines, Verdict verdict, bool allow_pass = false) {
  Report report = report_of({result_of("all.int.1d.33.chain", verdict)});
  apply({"", lines}, allow_pass, report);
  return report.cases[0];
}

TEST(Baseline, AKnownFailureIsExpectedAndHasItsReason) {
  const auto result = after({all_fails}, Verdict::Fail);
  EXPECT_EQ(result.verdict, Verdict::ExpectedFail);
  EXPECT_EQ(result.known->judged, Verdict::Fail);
  EXPECT_EQ(result.known->reason, "inverted");
  EXPECT_EQ(result.known->bug, "https://example.org/1");
}

// A crash instead of a wrong result is a new failure.
TEST(Baseline, AnotherKindOfFailureIsNotExpected) {
  for (const Verdict verdict :
       {Verdict::Crash, Verdict::Timeout, Verdict::BuildError, Verdict::LaunchError, Verdict::Flake}) {
    EXPECT_EQ(after({all_fails}, verdict).verdict, verdict);
    EXPECT_FALSE(after({all_fails}, verdict).known);
    EXPECT_EQ(after({{"all.int.*", {Verdict::Fail, verdict}, "both", ""}}, verdict).verdict,
              Verdict::ExpectedFail);
  }
}

TEST(Baseline, SkipAndNotRunAreUnchanged) {
  for (const Verdict verdict : {Verdict::Skip, Verdict::NotRun})
    EXPECT_EQ(after({all_fails}, verdict).verdict, verdict);
}

TEST(Baseline, APassIsUnexpected) {
  EXPECT_EQ(after({all_fails}, Verdict::Pass).verdict, Verdict::UnexpectedPass);
  EXPECT_EQ(after({all_fails}, Verdict::Pass).known->reason, "inverted");
  EXPECT_EQ(after({all_fails}, Verdict::Pass, true).verdict, Verdict::Pass);
  EXPECT_EQ(after({all_fails}, Verdict::Pass, true).known->judged, Verdict::Pass);
  EXPECT_EQ(after({{"all.int.*", {Verdict::Fail, Verdict::Pass}, "by its data", ""}}, Verdict::Pass).verdict,
            Verdict::Pass);
}

TEST(Baseline, OneOfSeveralLinesIsEnough) {
  const KnownFailure crashes{"all.int.1d.33.chain", {Verdict::Crash}, "dies", ""};
  for (const auto& lines : {std::vector{all_fails, crashes}, std::vector{crashes, all_fails}}) {
    EXPECT_EQ(after(lines, Verdict::Crash).known->reason, "dies");
    EXPECT_EQ(after(lines, Verdict::Fail).known->reason, "inverted");
    EXPECT_EQ(after(lines, Verdict::Timeout).verdict, Verdict::Timeout);
  }
}

TEST(Baseline, UnlistedCasesAreUnchanged) {
  EXPECT_EQ(after({{"any.int.*", {Verdict::Fail}, "x", ""}}, Verdict::Fail).verdict, Verdict::Fail);
  EXPECT_EQ(after({}, Verdict::Fail).verdict, Verdict::Fail);
  EXPECT_EQ(after({{"all.int.1d.3", {Verdict::Fail}, "part of a name", ""}}, Verdict::Fail).verdict,
            Verdict::Fail);
}

CaseResult failing(const char* clause, const char* check) {
  Failure failure{check, clause};
  failure.broken = {{check, {clause}, 1, 2}};
  return failure_of("all.int.1d.33.chain", failure);
}

Verdict after_line(const KnownFailure& line, const CaseResult& result,
                   const std::string& today = "2026-06-01") {
  Report report = report_of({result});
  report.device.driver = "6.0+debian";
  apply({"", {line}}, false, report, today);
  return report.cases[0].verdict;
}

TEST(Baseline, ALineExpectsOnlyItsClausesAndChecks) {
  KnownFailure line = all_fails;
  line.clauses = {"WGC.PR.1"};
  EXPECT_EQ(after_line(line, failing("WGC.PR.1", "walk@2")), Verdict::ExpectedFail);
  EXPECT_EQ(after_line(line, failing("WGC.PR.3", "walk@2")), Verdict::Fail);
  CaseResult both = failing("WGC.PR.1", "walk");
  both.failure->broken.push_back({"exact", {"WGC.CF.1"}, 1, 2});
  EXPECT_EQ(after_line(line, both), Verdict::Fail) << "another clause is broken too";
  line.clauses.clear();
  line.checks = {"wal*"};
  EXPECT_EQ(after_line(line, failing("WGC.PR.3", "walk@2")), Verdict::ExpectedFail);
  EXPECT_EQ(after_line(line, failing("WGC.PR.3", "exact")), Verdict::Fail);
}

TEST(Baseline, ALineExpires) {
  KnownFailure line = all_fails;
  line.expires = "2026-05-31";
  EXPECT_EQ(after_line(line, failing("WGC.PR.1", "walk"), "2026-05-31"), Verdict::ExpectedFail);
  EXPECT_EQ(after_line(line, failing("WGC.PR.1", "walk"), "2026-06-01"), Verdict::Fail);
  EXPECT_EQ(expired({"", {all_fails, line}}, "2026-06-01").size(), 1U);
}

TEST(Baseline, ALineCanBeForSomeDriverVersions) {
  KnownFailure line = all_fails;
  line.driver = "6.*";
  EXPECT_EQ(after_line(line, failing("WGC.PR.1", "walk")), Verdict::ExpectedFail);
  line.driver = "7.*";
  EXPECT_EQ(after_line(line, failing("WGC.PR.1", "walk")), Verdict::Fail);
}

// PoCL's inverted all must not hide Intel's low-bit all.
TEST(Baseline, IsForOneDriver) {
  DeviceFacts pocl, intel;
  pocl.platform = "Portable Computing Language";
  pocl.driver = "6.0+debian";
  intel.platform = "Intel(R) OpenCL [x]";
  intel.driver = "2026.20.3";
  const Baseline of_pocl{"", {}, {"Portable*", "6.0*"}};
  EXPECT_EQ(why_not_for(of_pocl, pocl), "");
  EXPECT_EQ(why_not_for(of_pocl, intel),
            "is for Portable* 6.0*, but the driver is Intel(R) OpenCL [x] 2026.20.3");
  EXPECT_NE(why_not_for({}, pocl).find("names no driver"), std::string::npos);
  EXPECT_EQ(why_not_for({"", {}, pattern_of(intel)}, intel), "") << "special characters of globs are escaped";
  EXPECT_NE(why_not_for({"", {}, pattern_of(intel)}, pocl), "");
}

TEST(Baseline, ApplyingItTwiceChangesNothing) {
  Report once = sample_report();
  const Baseline baseline{"", {all_fails, {"scan_*.double.*", {Verdict::Crash}, "dies", ""}}};
  apply(baseline, false, once);
  Report twice = once;
  apply(baseline, false, twice);
  EXPECT_EQ(text_of(once), text_of(twice));
  apply({}, false, twice);
  EXPECT_EQ(text_of(twice), text_of(sample_report())) << "an empty baseline undoes the effect";
}

KnownFailure line_of_bug(const Bug& bug) {
  KnownFailure line{"", {Verdict::Fail, Verdict::Crash}, "known", "#7"};
  line.signature = bug.signature;
  return line;
}

// A line with a signature covers all cases of the bug, unless a case also shows an unlisted bug.
TEST(Baseline, ALineCanNameABug) {
  const Report before = report_with_bugs();
  const auto verdict = [](const Report& report, std::string_view id) {
    return std::ranges::find(report.cases, id, [](const CaseResult& r) { return name(r.the_case); })->verdict;
  };
  Report report = before;
  apply({"", {line_of_bug(before.bugs[0])}}, false, report);
  EXPECT_EQ(verdict(report, "reduce_add.int.1d.4.branch"), Verdict::ExpectedFail);
  EXPECT_EQ(verdict(report, "reduce_add.long.1d.4.chain"), Verdict::Pass) << "not a case of the bug";
  EXPECT_EQ(verdict(report, "all.int.1d.33.branch"), Verdict::Fail) << "also a case of another bug";
  EXPECT_EQ(verdict(report, "all.int.1d.1.chain"), Verdict::Crash);
  apply({"", {line_of_bug(before.bugs[0]), line_of_bug(before.bugs[1])}}, false, report);
  EXPECT_EQ(verdict(report, "all.int.1d.33.branch"), Verdict::ExpectedFail);
  EXPECT_EQ(report.cases.back().known->reason, "known");
  EXPECT_EQ(report.cases.back().known->bug, "#7");

  KnownFailure crashes = line_of_bug(before.bugs[0]);
  crashes.verdicts = {Verdict::Crash};
  KnownFailure past = line_of_bug(before.bugs[0]);
  past.expires = "2025-01-01";
  for (const KnownFailure& other : {crashes, past}) {
    report = before;
    apply({"", {other}}, false, report, "2026-01-01");
    EXPECT_EQ(verdict(report, "reduce_add.int.1d.4.branch"), Verdict::Fail);
  }
}

TEST(Baseline, ListsBugsThatWereNotFound) {
  const Report report = report_with_bugs();
  KnownFailure gone = line_of_bug(report.bugs[0]);
  gone.signature = "00000000";
  const Baseline baseline{"", {line_of_bug(report.bugs[0]), gone, all_fails}};
  ASSERT_EQ(unseen_bugs(baseline, report).size(), 1U);
  EXPECT_EQ(unseen_bugs(baseline, report)[0].signature, "00000000");
  EXPECT_TRUE(unseen_bugs(baseline, sample_report()).empty()) << "the report has no diagnosis";
}

TEST(Baseline, Outcomes) {
  const auto outcome = [](std::vector<Verdict> verdicts) {
    Report report;
    const char* ids[] = {"all.int.1d.33.chain", "any.int.1d.33.chain", "reduce_add.int.1d.33.chain"};
    for (std::size_t i = 0; i < verdicts.size(); ++i) report.cases.push_back(result_of(ids[i], verdicts[i]));
    apply({"", {all_fails}}, false, report);
    return outcome_of(report);
  };
  EXPECT_EQ(outcome({Verdict::Fail, Verdict::Pass}), Outcome::Pass);
  EXPECT_EQ(outcome({Verdict::Fail, Verdict::Pass, Verdict::Skip}), Outcome::Pass);
  EXPECT_EQ(outcome({Verdict::Fail, Verdict::Fail}), Outcome::Fail);
  EXPECT_EQ(outcome({Verdict::Pass, Verdict::Pass}), Outcome::Fail) << "an unexpected pass fails the run";
  EXPECT_EQ(outcome({Verdict::Crash, Verdict::Pass}), Outcome::Fail);
  // If a baseline lists every failure and nothing passes, the run must not pass.
  EXPECT_EQ(outcome({Verdict::Fail}), Outcome::NothingJudged);
  EXPECT_EQ(outcome({Verdict::Fail, Verdict::Skip}), Outcome::NothingJudged);
}

}  // namespace
}  // namespace wgcts::reports
