#include "reports/compare/baseline.hpp"
#include "suites/plan.hpp"
#include "tests/reports/bug_sample.hpp"
#include "tests/reports/folder.hpp"
#include "tests/reports/refusals.hpp"
#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

const KnownFailure unknown{"", {}, "unknown", ""};

/// A run of the full plan on a device without half, with verdicts by `verdict_of`.
template <class VerdictOf>
Report full_run(VerdictOf verdict_of) {
  Report report;
  for (const Case& c : plan(Profile::Full))
    report.cases.push_back(result_of(name(c), c.type == GenType::Half ? Verdict::Skip : verdict_of(c)));
  return report;
}

Verdict two_bugs(const Case& c) {
  if (c.builtin->name == "all" && c.form->name == "chain") return Verdict::Fail;
  if (c.form->name == "branch" && c.builtin->family == "reduce") return Verdict::Crash;
  return Verdict::Pass;
}

std::vector<std::string> globs_of(const Baseline& baseline) {
  std::vector<std::string> globs;
  for (const KnownFailure& line : baseline.lines) globs.push_back(line.cases);
  return globs;
}

TEST(BaselineOf, HasALineForEachFailure) {
  const Report report = full_run(two_bugs);
  const Baseline baseline = baseline_of(report, {}, unknown);
  auto line = baseline.lines.begin();
  for (const CaseResult& result : report.cases) {
    if (!is_failure(result.verdict)) continue;
    ASSERT_NE(line, baseline.lines.end());
    EXPECT_EQ(line->cases, name(result.the_case));
    EXPECT_EQ(line->verdicts, std::vector{result.verdict});
    ++line;
  }
  EXPECT_EQ(line, baseline.lines.end());
}

TEST(BaselineOf, MakesTheSameRunPass) {
  Report report = full_run(two_bugs);
  const Baseline baseline = baseline_of(report, {}, unknown);
  EXPECT_EQ(outcome_of(report), Outcome::Fail);
  apply(baseline, false, report);
  EXPECT_EQ(outcome_of(report), Outcome::Pass);
  // A run with this baseline gives the same baseline again.
  EXPECT_EQ(globs_of(baseline_of(report, {}, unknown)), globs_of(baseline));
}

// --il tests cases that are in no profile.
TEST(BaselineOf, ListsCasesOutsideOfProfiles) {
  Report report = full_run([](const Case&) { return Verdict::Pass; });
  const std::size_t planned = report.cases.size();
  for (const Case& c : with_il_twins(plan(Profile::Full)))
    if (is_module(c) && c.builtin->name == "reduce_add" && c.type == GenType::Int)
      report.cases.push_back(result_of(name(c), Verdict::BuildError));
  ASSERT_GT(report.cases.size(), planned);
  report.cases.erase(report.cases.begin(), report.cases.begin() + static_cast<std::ptrdiff_t>(planned));
  const Baseline baseline = baseline_of(report, {}, unknown);
  EXPECT_FALSE(baseline.lines.empty());
  apply(baseline, false, report);
  for (const CaseResult& result : report.cases)
    EXPECT_EQ(result.verdict, Verdict::ExpectedFail) << name(result.the_case);
}

TEST(BaselineOf, IsEmptyIfNothingFails) {
  EXPECT_TRUE(baseline_of(full_run([](const Case&) { return Verdict::Pass; }), {}, unknown).lines.empty());
  EXPECT_TRUE(baseline_of(full_run([](const Case&) { return Verdict::NotRun; }), {}, unknown).lines.empty());
  EXPECT_TRUE(baseline_of(Report{}, {}, unknown).lines.empty());
}

TEST(BaselineOf, CopiesReasons) {
  const Baseline reasons{
      "", {{"all.*", {Verdict::Crash}, "not this", ""}, {"all.*", {Verdict::Fail}, "inverted", "#1"}}};
  for (const KnownFailure& line : baseline_of(full_run(two_bugs), reasons, unknown).lines) {
    const bool inverted = line.verdicts.at(0) == Verdict::Fail;
    EXPECT_EQ(line.reason, inverted ? "inverted" : "unknown") << line.cases;
    EXPECT_EQ(line.bug, inverted ? "#1" : "") << line.cases;
  }
}

TEST(BaselineOf, HasDriverAndClauses) {
  Report report;
  report.device.platform = "PoCL";
  report.device.driver = "6.0";
  report.cases = {failure_of("all.int.1d.33.chain", Failure{"walk", "WGC.PR.1"})};
  report.cases[0].failure->broken = {{"walk", {"WGC.PR.1"}, 1, 2}, {"exact", {"WGC.PR.3"}, 1, 2}};
  const Baseline baseline = baseline_of(report, {}, unknown);
  EXPECT_EQ(baseline.driver, (DriverPattern{"PoCL", "6.0"}));
  EXPECT_EQ(baseline.lines.at(0).clauses, (std::vector<std::string>{"WGC.PR.1", "WGC.PR.3"}));
  apply(baseline, false, report);
  EXPECT_EQ(report.cases[0].verdict, Verdict::ExpectedFail);
}

TEST(BaselineOf, AnUpdateKeepsLinesForUntestedCases) {
  Report report;
  report.cases = {result_of("all.int.1d.33.chain", Verdict::Pass),
                  result_of("any.int.1d.33.chain", Verdict::Crash)};
  KnownFailure passes_now{"all.int.1d.33.chain", {Verdict::Fail}, "inverted", ""},
      absent{"all.int.1d.7.chain", {Verdict::Fail, Verdict::Crash}, "either", "#2"};
  absent.expires = "2030-01-01";
  absent.clauses = {"WGC.PR.1"};
  const Baseline updated = baseline_of(report, {"", {passes_now, absent}}, unknown, true);
  ASSERT_EQ(updated.lines.size(), 2U);
  const auto& kept = updated.lines[updated.lines[0].cases == absent.cases ? 0 : 1];
  EXPECT_EQ(kept, absent);
  EXPECT_EQ(globs_of(baseline_of(report, {"", {absent}}, unknown)),
            (std::vector<std::string>{"any.int.1d.33.chain"}));
}

TEST(BaselineOf, AnUpdateExpandsAGlobWithTestedCases) {
  Report report;
  report.cases = {result_of("all.int.1d.33.chain", Verdict::Pass)};
  const KnownFailure glob{"all.int.1d.*.chain", {Verdict::Fail}, "inverted", ""};
  const auto globs = globs_of(baseline_of(report, {"", {glob}}, unknown, true));
  EXPECT_TRUE(is_in("all.int.1d.7.chain", globs));
  EXPECT_FALSE(is_in("all.int.1d.33.chain", globs));
  report.cases = {result_of("any.int.1d.33.chain", Verdict::Pass)};
  EXPECT_EQ(globs_of(baseline_of(report, {"", {glob}}, unknown, true)), std::vector{glob.cases});
}

// A line about a bug covers the bug's cases as long as the report lists the bug.
TEST(BaselineOf, KeepsLinesAboutBugs) {
  Report report = full_run(two_bugs);
  std::vector<std::string> fails;
  for (const CaseResult& result : report.cases)
    if (result.verdict == Verdict::Fail) fails.push_back(name(result.the_case));
  report.bugs = {bug_of({"inverted"}, {}, "opposites", fails)};
  link_bugs(report);
  Baseline reasons;
  reasons.lines = {line_about(report.bugs[0])};
  EXPECT_EQ(reasons.lines[0].reason, "opposites");
  for (const bool update : {false, true}) {
    const Baseline baseline = baseline_of(report, reasons, unknown, update);
    ASSERT_GE(baseline.lines.size(), 2U);
    EXPECT_EQ(baseline.lines[0], reasons.lines[0]);
    for (std::size_t i = 1; i < baseline.lines.size(); ++i)
      EXPECT_EQ(baseline.lines[i].verdicts, std::vector{Verdict::Crash}) << baseline.lines[i].cases;
    Report judged = report;
    apply(baseline, false, judged);
    EXPECT_EQ(outcome_of(judged), Outcome::Pass);
  }
  reasons.lines[0].signature = "00000000";
  for (const KnownFailure& line : baseline_of(report, reasons, unknown, true).lines)
    EXPECT_EQ(line.signature, "") << "the bug is gone";
  report.bugs.clear();
  link_bugs(report);
  EXPECT_EQ(baseline_of(report, reasons, unknown, true).lines[0].signature, "00000000")
      << "the report has no diagnosis";
}

TEST(BaselineOf, ReportsWhyItMayBeIncomplete) {
  Report report;
  report.run.profile = "full";
  EXPECT_EQ(gaps_of(report), "");
  report.run.complete = false;
  EXPECT_EQ(gaps_of(report), "not every case was tested");
  report.run.profile = "smoke";
  EXPECT_EQ(gaps_of(report), "the report is of profile smoke");
}

class BaselineRoundTrip : public FolderTest {};

TEST_F(BaselineRoundTrip, AWrittenBaselineCanBeRead) {
  const Baseline baseline = baseline_of(full_run(two_bugs), {}, unknown);
  write_baseline(baseline, path("b.json"));
  EXPECT_EQ(globs_of(read_baseline(path("b.json"))), globs_of(baseline));
  KnownFailure line{"all.int.1d.33.chain", {Verdict::Fail}, "inverted", "#1"};
  line.clauses = {"WGC.PR.1"};
  line.checks = {"walk"};
  line.driver = "6.*";
  line.expires = "2027-01-31";
  write_baseline({"about", {line}, {"PoCL", "6.*"}}, path("all.json"));
  const Baseline read = read_baseline(path("all.json"));
  EXPECT_EQ(read.lines, (std::vector{line}));
  EXPECT_EQ(read.driver, (DriverPattern{"PoCL", "6.*"}));
  for (const char* day : {"2027-1-31", "31.01.2027", "2027-13-01", "soon"}) {
    line.expires = day;
    write_baseline({"", {line}}, path("bad.json"));
    EXPECT_THROW(read_baseline(path("bad.json")), std::runtime_error) << day;
  }
}

}  // namespace
}  // namespace wgcts::reports
