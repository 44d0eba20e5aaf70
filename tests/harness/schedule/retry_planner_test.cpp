#include "harness/schedule/retry_planner.hpp"

#include <gtest/gtest.h>

namespace wgcts::harness {
namespace {

Case named(std::string_view text) { return parse_case(text).value(); }

const Case a = named("reduce_add.int.1d.64.chain"), b = named("reduce_min.int.1d.64.chain"),
           c = named("broadcast.int.1d.64.chain");

void explain_failures(ResultTable& ledger) {
  for (CaseResult& result : ledger.results)
    if (result.verdict == Verdict::Fail) result.failure = Failure{"check", "WGC.RE.1"};
}

/// Results of a, b and c.
ResultTable ledger(Verdict of_a, Verdict of_b, Verdict of_c) {
  ResultTable ledger({a, b, c});
  ledger.of(a).verdict = of_a;
  ledger.of(b).verdict = of_b;
  ledger.of(c).verdict = of_c;
  explain_failures(ledger);
  return ledger;
}

using enum Verdict;

TEST(Rounds, NothingIsRunAgainWhereAllPass) {
  ResultTable results = ledger(Pass, Pass, Pass);
  Rounds rounds(results, 2);
  EXPECT_TRUE(rounds.charge_fallen().empty());
  EXPECT_TRUE(rounds.next().empty());
}

// Failures are compared where they were found: among neighbours, another kernel is another matter.
TEST(Rounds, AFailureIsTriedAgainInItsKernel) {
  ResultTable results = ledger(Fail, Pass, Pass);
  Rounds rounds(results, 1);
  rounds.note_failure(a, {{a, b, c}});
  const auto tasks = rounds.next();
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].purpose, Purpose::Retry);
  EXPECT_EQ(tasks[0].job.cases, std::vector{a});
  EXPECT_FALSE(tasks[0].job.alone);
  EXPECT_EQ(tasks[1].purpose, Purpose::LookAlone) << "which waits for nothing";
}

TEST(Rounds, WhatFailedTogetherIsTriedAgainTogether) {
  ResultTable results = ledger(Fail, Fail, Pass);
  Rounds rounds(results, 1);
  for (const Case& failed : {a, b}) rounds.note_failure(failed, {{a, b, c}});
  const auto tasks = rounds.next();
  ASSERT_FALSE(tasks.empty());
  EXPECT_EQ(tasks[0].job.cases, (std::vector{a, b}));
  for (std::size_t i = 1; i < tasks.size(); ++i) EXPECT_EQ(tasks[i].purpose, Purpose::LookAlone);
}

TEST(Rounds, AWorkerTriesAgainUntilTheRetriesAreSpent) {
  ResultTable results = ledger(Fail, Pass, Pass);
  Rounds rounds(results, 2);
  rounds.note_failure(a, {{a, b, c}});
  const Task first = rounds.next().at(0);
  rounds.conclude({a, Fail}, Purpose::Retry);
  const auto second = rounds.another(first);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->job, first.job);
  rounds.conclude({a, Fail}, Purpose::Retry);
  EXPECT_FALSE(rounds.another(*second));
  EXPECT_EQ(results.of(a).attempts, (std::vector{Fail, Fail, Fail}));
}

TEST(Rounds, AFlakeIsNotTriedOnAndOn) {
  ResultTable results = ledger(Fail, Pass, Pass);
  Rounds rounds(results, 2);
  rounds.note_failure(a, {{a, b, c}});
  const Task first = rounds.next().at(0);
  EXPECT_EQ(rounds.conclude({a, Pass}, Purpose::Retry).verdict, Flake);
  EXPECT_FALSE(rounds.another(first));
}

TEST(Rounds, AFirstVerdictHasNoOther) {
  ResultTable results = ledger(Fail, Pass, Pass);
  EXPECT_FALSE(Rounds(results, 2).another({{{a}}, Purpose::Judge}));
}

TEST(Rounds, ABuiltinThatFailsIsLookedAtAloneOnce) {
  ResultTable results = ledger(Fail, Pass, Pass);
  Rounds rounds(results, 0);
  const auto tasks = rounds.next();
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].purpose, Purpose::LookAlone);
  EXPECT_TRUE(tasks[0].job.alone);
  rounds.conclude({a, Pass}, Purpose::LookAlone);
  EXPECT_EQ(results.of(a).verdict, Fail);
  EXPECT_NE(results.of(a).failure->message.find("another builtin disturbs it"), std::string::npos);
  EXPECT_TRUE(rounds.next().empty());
}

// While others are not judged yet: an earlier one may come to stand for its builtin and form.
TEST(Rounds, WhatIsSureToBeTriedAgainIsTriedEarly) {
  const Case earlier = named("reduce_add.int.1d.33.chain"), elsewhere = named("reduce_add.int.1d.33.solo");
  for (const Verdict before : {NotRun, Pass}) {
    ResultTable results({earlier, elsewhere, a, b});
    results.of(earlier).verdict = before;
    results.of(a).verdict = Fail;
    explain_failures(results);
    Rounds rounds(results, 2);
    rounds.note_failure(a, {{earlier, a, b}});
    const auto tasks = rounds.early();
    ASSERT_EQ(tasks.size(), before == NotRun ? 0U : 2U);
    if (tasks.empty()) continue;
    EXPECT_EQ(tasks[0].purpose, Purpose::Retry);
    EXPECT_EQ(tasks[1].purpose, Purpose::LookAlone);
    EXPECT_TRUE(rounds.early().empty()) << "once is enough";
  }
}

TEST(Rounds, ADeathIsNotTriedAgainEarly) {
  ResultTable results = ledger(Crash, Pass, NotRun);
  Rounds rounds(results, 2);
  EXPECT_TRUE(rounds.early().empty());
  EXPECT_FALSE(rounds.next().empty());
}

// Whichever of the two comes first.
TEST(Rounds, OfAFlakeNothingIsSaidThatItDidAlone) {
  for (const bool look_first : {true, false}) {
    ResultTable results = ledger(Fail, Pass, Pass);
    results.of(a).failure->message = "33 lanes are wrong";
    Rounds rounds(results, 2);
    if (look_first) rounds.conclude({a, Pass}, Purpose::LookAlone);
    rounds.conclude({a, Pass}, Purpose::Retry);
    if (!look_first) rounds.conclude({a, Pass}, Purpose::LookAlone);
    EXPECT_EQ(results.of(a).verdict, Flake);
    EXPECT_EQ(results.of(a).failure->message, "33 lanes are wrong; another run of it passed");
  }
}

// A program for each would cost more than the rest of the round.
TEST(Rounds, LooksAloneShareAProgramWhereTheyCan) {
  ResultTable results({a, b, named("reduce_min.float.1d.64.chain"), named("reduce_min.int.1d.33.twice"),
                       named("reduce_max.int.1d.33.chain.noopt")});
  for (CaseResult& result : results.results) result.verdict = Fail;
  explain_failures(results);
  const auto tasks = Rounds(results, 0).next();
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].job.cases, (std::vector{a, b, results.results[3].the_case}));
  EXPECT_TRUE(tasks[0].job.alone);
  EXPECT_EQ(tasks[1].job.cases, (std::vector{results.results[4].the_case}));
}

TEST(Rounds, AFallThatNobodyRepeatsIsChargedToAll) {
  ResultTable results = ledger(Pass, Fail, Pass);
  Rounds rounds(results, 1);
  rounds.note_fall({a, b, c}, {{a, b, c}}, "the worker was killed by SIGABRT", "log");
  EXPECT_EQ(rounds.charge_fallen().size(), 2U);
  EXPECT_EQ(results.of(a).verdict, Crash);
  EXPECT_EQ(results.of(a).message,
            "the worker was killed by SIGABRT with 3 cases together, each of which comes through without the "
            "others");
  EXPECT_EQ(results.of(a).log, "log");
  EXPECT_EQ(results.of(b).verdict, Fail) << "it has a verdict of its own";
  EXPECT_TRUE(rounds.charge_fallen().empty()) << "once is enough";
  // And it is tried again as it fell, not alone.
  const auto tasks = rounds.next();
  ASSERT_FALSE(tasks.empty());
  EXPECT_FALSE(tasks[0].job.alone);
}

TEST(Rounds, AFallIsExplainedByOneThatCrashedAlone) {
  for (const Verdict verdict : {Crash, Timeout, NotRun}) {
    ResultTable results = ledger(Pass, verdict, Pass);
    Rounds rounds(results, 1);
    rounds.note_fall({a, b, c}, {{a, b, c}}, "killed", "");
    EXPECT_TRUE(rounds.charge_fallen().empty());
  }
}

// The kernel of a launch holds builtins that were not asked for at this size.
TEST(Rounds, AFallIsExplainedByABystander) {
  ResultTable results({a, b, c});
  results.of(a).verdict = Pass;
  results.of(b).verdict = Crash;
  results.of(c).verdict = Pass;
  Rounds rounds(results, 1);
  rounds.note_fall({a, c}, {{a, c}}, "killed", "");
  EXPECT_TRUE(rounds.charge_fallen().empty());
  rounds.note_fall({a, c}, {{a, c}, false, {b.builtin}}, "killed", "");
  EXPECT_EQ(rounds.charge_fallen().size(), 2U) << "which the kernel did without";
}

// A whole program fell, then half of it, then nobody alone: the half is charged, and explains the whole.
TEST(Rounds, TheSmallestCompanyIsCharged) {
  ResultTable results = ledger(Pass, Pass, Pass);
  Rounds rounds(results, 1);
  rounds.note_fall({a, b, c}, {{a, b, c}}, "killed", "");
  rounds.note_fall({a, b}, {{a, b}}, "killed", "");
  EXPECT_EQ(rounds.charge_fallen().size(), 2U);
  EXPECT_EQ(results.of(c).verdict, Pass);
}

}  // namespace
}  // namespace wgcts::harness
