#include "reports/model/report.hpp"

#include <gtest/gtest.h>

#include "tests/reports/sample.hpp"

namespace wgcts::reports {
namespace {

Report report_of(std::initializer_list<Verdict> list, bool interrupted = false) {
  Report report;
  report.run.interrupted = interrupted;
  for (const Verdict verdict : list) report.cases.push_back(result_of("all.int.1d.64.chain", verdict));
  return report;
}

TEST(Outcome, Table) {
  using enum Verdict;
  const struct {
    std::initializer_list<Verdict> cases;
    Outcome outcome;
  } rows[] = {
      {{}, Outcome::NothingJudged},
      {{Skip}, Outcome::NothingJudged},
      {{Skip, NotRun}, Outcome::NothingJudged},
      {{NotRun}, Outcome::NothingJudged},
      {{ExpectedFail}, Outcome::NothingJudged},
      {{Pass}, Outcome::Pass},
      {{Pass, Skip}, Outcome::Pass},
      {{Pass, ExpectedFail, Skip}, Outcome::Pass},
      {{Pass, NotRun}, Outcome::Incomplete},
      {{Pass, NotRun, Skip}, Outcome::Incomplete},
      {{Fail, NotRun}, Outcome::Fail},
      {{Pass, NotRun, Timeout}, Outcome::Fail},
      {{Pass, Fail}, Outcome::Fail},
      {{Skip, Crash}, Outcome::Fail},
      {{Timeout}, Outcome::Fail},
      {{Pass, BuildError}, Outcome::Fail},
      {{Pass, LaunchError}, Outcome::Fail},
      {{Pass, Flake}, Outcome::Fail},
      {{Pass, UnexpectedPass}, Outcome::Fail},
      {{UnexpectedPass}, Outcome::Fail},
  };
  for (const auto& row : rows) {
    std::string words;
    for (const Verdict verdict : row.cases) words.append(info(verdict).name).append(" ");
    EXPECT_EQ(outcome_of(report_of(row.cases)), row.outcome) << words;
    EXPECT_EQ(outcome_of(report_of(row.cases, true)), Outcome::Interrupted) << words;
  }
}

// Bad verdicts fail a run of passes; others do not.
// A worker fails outside of cases if the driver crashes at its end, or if a sanitizer found an error.
TEST(Outcome, AWorkerFailureFailsTheRun) {
  Report report = report_of({Verdict::Pass});
  ASSERT_EQ(outcome_of(report), Outcome::Pass);
  report.worker_failures = {{"at its end", 0, 99, "heap-use-after-free"}};
  EXPECT_EQ(outcome_of(report), Outcome::Fail);
  Report nothing_ran = report_of({Verdict::Skip});
  nothing_ran.worker_failures = report.worker_failures;
  EXPECT_EQ(outcome_of(nothing_ran), Outcome::Fail);
  report.run.interrupted = true;
  EXPECT_EQ(outcome_of(report), Outcome::Interrupted);
}

TEST(Outcome, GoodVerdictsAreThoseOfTheTable) {
  for (const auto& verdict : verdicts)
    EXPECT_EQ(outcome_of(report_of({Verdict::Pass, verdict.verdict})), verdict.verdict == Verdict::NotRun
                                                                           ? Outcome::Incomplete
                                                                       : verdict.good ? Outcome::Pass
                                                                                      : Outcome::Fail)
        << verdict.name;
}

TEST(Outcome, ExitCodesAndNames) {
  const struct {
    Outcome outcome;
    int code;
    std::string_view name;
  } rows[] = {{Outcome::Pass, 0, "pass"},
              {Outcome::Fail, 1, "fail"},
              {Outcome::NothingJudged, 3, "nothing judged"},
              {Outcome::Incomplete, 5, "incomplete"},
              {Outcome::Interrupted, 130, "incomplete"}};
  for (const auto& row : rows) {
    EXPECT_EQ(static_cast<int>(row.outcome), row.code);
    EXPECT_EQ(name(row.outcome), row.name);
  }
}

// "nothing judged" would be misleading if all failures are known.
TEST(Outcome, OnlyKnownFailuresHaveTheirOwnWord) {
  EXPECT_EQ(verdict_word(report_of({Verdict::ExpectedFail, Verdict::Skip})), "all known to fail");
  EXPECT_EQ(verdict_word(report_of({Verdict::Skip})), "nothing judged");
  EXPECT_EQ(verdict_word(report_of({Verdict::Pass, Verdict::ExpectedFail})), "pass");
}

TEST(Meaning, DependsOnTheVerdicts) {
  using enum Verdict;
  const struct {
    std::initializer_list<Verdict> cases;
    const char* words;
  } rows[] = {
      {{Pass}, "every case that the device supports passes"},
      {{Pass, ExpectedFail},
       "every case that the device supports passes; 1 case fails as the baseline expects"},
      {{Pass, Fail, Crash}, "2 cases fail"},
      {{Pass, Fail, ExpectedFail, ExpectedFail},
       "1 case fails unexpectedly; 2 cases fail as the baseline expects"},
      {{Fail, UnexpectedPass}, "1 case fails; 1 case passes although the baseline expects a failure"},
      {{Pass, UnexpectedPass}, "1 case passes although the baseline expects a failure; update the baseline"},
      {{Pass, UnexpectedPass, Flake}, "1 case fails intermittently"},
      {{Skip}, "the device supports none of the cases"},
      {{ExpectedFail}, "no case passes; 1 case fails as the baseline expects"},
      {{Skip, NotRun}, "1 case was not run"},
      {{Pass, NotRun, NotRun}, "no case failed so far, but 2 cases were not run"},
  };
  for (const auto& row : rows) EXPECT_EQ(meaning(report_of(row.cases)), row.words);
  EXPECT_EQ(meaning(report_of({Pass, NotRun}, true)), "the run was stopped before every case was tested");
  EXPECT_EQ(meaning(report_of({Pass}, true)),
            "every case was tested, but the run was stopped before its end");
  Report empty;
  empty.run.shard = "400/400";
  EXPECT_EQ(meaning(empty), "shard 400/400 has no case that the device supports");
  Report nothing = report_of({Skip});
  nothing.cases[0].reason = Reason{device_search, "none"};
  EXPECT_TRUE(without_device(nothing));
  EXPECT_EQ(meaning(nothing), "no device was found");
}

TEST(Worst, WrongResultsBeforeCrashes) {
  using enum Verdict;
  const auto worst_of = [](std::initializer_list<Verdict> list) {
    return worst(count_verdicts(report_of(list).cases));
  };
  EXPECT_EQ(worst_of({}), std::nullopt);
  EXPECT_EQ(worst_of({Pass, Crash, Fail, Timeout}), Fail);
  EXPECT_EQ(worst_of({Pass, NotRun}), NotRun);
  EXPECT_EQ(worst_of({Skip, Pass, Skip}), Pass);
  EXPECT_EQ(worst_of({Skip, Skip}), Skip);
  EXPECT_EQ(worst_of({Pass, ExpectedFail}), ExpectedFail);
  EXPECT_EQ(worst_of({ExpectedFail, UnexpectedPass}), UnexpectedPass);
}

TEST(Worst, BadVerdictsBeforeGoodOnes) {
  for (const auto& bad : verdicts)
    for (const auto& good : verdicts)
      if (!bad.good && good.good) {
        EXPECT_TRUE(worse(bad.verdict, good.verdict)) << bad.name << " and " << good.name;
        EXPECT_FALSE(worse(good.verdict, bad.verdict)) << bad.name << " and " << good.name;
      }
}

TEST(Report, TheProfileCollectsObservations) {
  Report report;
  report.cases = {result_of("any.int.1d.33.chain", Verdict::Pass),
                  result_of("any.int.2d.8x8.chain", Verdict::Pass),
                  result_of("reduce_min.float.1d.33.chain", Verdict::Pass)};
  report.cases[0].observed = report.cases[1].observed = {"true value: -1"};
  report.cases[2].observed = {"nan: ignored"};
  const auto profile = observed_profile(report);
  ASSERT_EQ(profile.size(), 2U);
  EXPECT_EQ(profile.at("true value").at("-1"), (std::set<std::string>{"any.int"}));
  EXPECT_EQ(profile.at("nan").at("ignored"), (std::set<std::string>{"reduce_min.float"}));
}

}  // namespace
}  // namespace wgcts::reports
