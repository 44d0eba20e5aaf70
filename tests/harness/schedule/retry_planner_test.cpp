#include "harness/schedule/retry_planner.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

const Case a = named("reduce_add.int.1d.64.chain"), b = named("reduce_min.int.1d.64.chain"),
           c = named("broadcast.int.1d.64.chain");

void explain_failures(ResultTable& table) {
  for (CaseResult& result : table.results)
    if (result.verdict == Verdict::Fail) result.failure = Failure{"check", "WGC.RE.1"};
}

/// A table with results of a, b and c.
ResultTable table(Verdict of_a, Verdict of_b, Verdict of_c) {
  ResultTable table({a, b, c});
  table.of(a).verdict = of_a;
  table.of(b).verdict = of_b;
  table.of(c).verdict = of_c;
  explain_failures(table);
  return table;
}

/// All builtins except those of a, b and c. A kernel without them contains judged builtins only.
std::vector<const Builtin*> others() {
  std::vector<const Builtin*> list;
  for (const Builtin& builtin : builtins)
    if (&builtin != a.builtin && &builtin != b.builtin && &builtin != c.builtin) list.push_back(&builtin);
  return list;
}

using enum Verdict;

// The specification promises no speed, and a situation waits for all its launches in one stage.
TEST(TimeLimits, EachLaunchOfASituationHasOne) {
  const auto limits = [](const char* id, Purpose purpose = Purpose::Judge) {
    return time_limits({.job = {{named(id)}, true, {}}, .purpose = purpose}, {named(id)});
  };
  EXPECT_EQ(limits("reduce_add.int.1d.64.chain"), 1U);
  EXPECT_EQ(limits("reduce_add.int.1d.64.chain.relaunched"), 3U);
  EXPECT_EQ(limits("reduce_add.int.1d.64.chain.cloned"), 2U);
  EXPECT_EQ(limits("reduce_add.int.1d.64.chain.unordered"), 6U);
  EXPECT_EQ(limits("reduce_add.int.1d.64.chain.threads", Purpose::Repeat), 8U);
  // A build and the other launches of its task have one limit.
  const Task task{.job = {{named("reduce_add.int.1d.64.chain.threads"), a}, false, {}}};
  EXPECT_EQ(time_limits(task, {}), 1U);
  EXPECT_EQ(time_limits(task, {a}), 1U);
}

// A program that hangs beside others would otherwise hold up the run for as many limits as the source has
// programs.
TEST(TimeLimits, ARepeatedLaunchHasThoseOfItsOwnParts) {
  const Case one = named("program.int.1d.4.1"), two = named("program.int.1d.4.2");
  const Task programs{.job = {{one, two}, false, {}}, .purpose = Purpose::Repeat};
  EXPECT_EQ(time_limits(programs, {}), 2U);
  EXPECT_EQ(time_limits(programs, {one}), 1U);
  EXPECT_EQ(time_limits(programs, {two}), 1U);
}

TEST(RetryPlanner, RetriesNothingIfAllPass) {
  ResultTable results = table(Pass, Pass, Pass);
  RetryPlanner planner(results, 2);
  EXPECT_TRUE(planner.settle_group_faults().empty());
  EXPECT_TRUE(planner.next().empty());
}

// A failure may depend on the other builtins of the kernel.
TEST(RetryPlanner, RetriesAFailureInItsKernel) {
  ResultTable results = table(Fail, Pass, Pass);
  RetryPlanner planner(results, 1);
  planner.note_failure(a, {{a, b, c}});
  const auto tasks = planner.next();
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].purpose, Purpose::Retry);
  EXPECT_EQ(tasks[0].job.cases, std::vector{a});
  EXPECT_FALSE(tasks[0].job.alone);
}

// Without the kernels of its neighbours the compiler would see another source.
TEST(RetryPlanner, ARetryHasTheSameSource) {
  const Case twice = named("reduce_add.int.1d.64.twice");
  for (const Job& job : {Job{{a, twice, c}}, Job{{a}, false, {}, {twice, a, c}}}) {
    ResultTable results = table(Fail, Pass, Pass);
    RetryPlanner planner(results, 2);
    planner.note_failure(a, job);
    const Task attempt = planner.next().at(0);
    EXPECT_EQ(attempt.job.cases, std::vector{a});
    EXPECT_EQ(kernels_of(attempt.job), kernels_of(job));
    planner.conclude({a, Fail}, Purpose::Retry);
    EXPECT_EQ(planner.next().at(0).job, attempt.job);
  }
}

TEST(RetryPlanner, RetriesCasesTogetherThatFailedTogether) {
  ResultTable results = table(Fail, Fail, Pass);
  RetryPlanner planner(results, 1);
  for (const Case& failed : {a, b}) planner.note_failure(failed, {{a, b, c}});
  const auto tasks = planner.next();
  ASSERT_EQ(tasks.size(), 1U);
  EXPECT_EQ(tasks[0].job.cases, (std::vector{a, b}));
}

TEST(RetryPlanner, RetriesUntilTheLimit) {
  ResultTable results = table(Fail, Pass, Pass);
  RetryPlanner planner(results, 2);
  planner.note_failure(a, {{a, b, c}});
  const Task first = planner.next().at(0);
  planner.conclude({a, Fail}, Purpose::Retry);
  const Task second = planner.next().at(0);
  EXPECT_EQ(second.job, first.job);
  planner.conclude({a, Fail}, Purpose::Retry);
  EXPECT_TRUE(planner.next().empty());
  EXPECT_EQ(results.of(a).attempts, (std::vector{Fail, Fail, Fail}));
}

TEST(RetryPlanner, AFlakeIsNotRetriedFurther) {
  ResultTable results = table(Fail, Pass, Pass);
  results.of(a).failure->message = "33 lanes are wrong";
  RetryPlanner planner(results, 2);
  planner.note_failure(a, {{a, b, c}});
  ASSERT_EQ(planner.next().size(), 1U);
  EXPECT_EQ(planner.conclude({a, Pass}, Purpose::Retry).verdict, Flake);
  EXPECT_EQ(results.of(a).failure->message, "33 lanes are wrong; another run passed");
  EXPECT_TRUE(planner.next().empty());
}

TEST(RetryPlanner, AGroupFaultWithoutACulpritIsTheVerdictOfAll) {
  ResultTable results = table(Pass, Fail, Pass);
  RetryPlanner planner(results, 1);
  planner.note_group_fault({{Crash, "the worker was killed by SIGABRT", "log"}, Phase::Launch, {a, b, c}},
                           {{a, b, c}, false, others()});
  EXPECT_EQ(planner.settle_group_faults().size(), 2U);
  EXPECT_EQ(results.of(a).verdict, Crash);
  EXPECT_EQ(results.of(a).message,
            "the worker was killed by SIGABRT with 3 cases together; each case passes without the others");
  EXPECT_EQ(results.of(a).log, "log");
  EXPECT_EQ(results.of(b).verdict, Fail) << "it has a verdict of its own";
  EXPECT_TRUE(planner.settle_group_faults().empty()) << "once is enough";
  // The retry runs the whole group again.
  const auto tasks = planner.next();
  ASSERT_FALSE(tasks.empty());
  EXPECT_FALSE(tasks[0].job.alone);
}

TEST(RetryPlanner, ACaseThatFailsAloneExplainsAGroupFault) {
  for (const Verdict verdict : {Crash, Timeout, NotRun}) {
    ResultTable results = table(Pass, verdict, Pass);
    RetryPlanner planner(results, 1);
    planner.note_group_fault({{Crash, "killed"}, Phase::Launch, {a, b, c}}, {{a, b, c}, false, others()});
    EXPECT_TRUE(planner.settle_group_faults().empty());
  }
}

TEST(RetryPlanner, ACaseWithoutAVerdictExplainsNoGroupFault) {
  ResultTable results = table(Pass, NotRun, Pass);
  results.of(b).message = "not judged: killed, twice, and not by the driver";
  RetryPlanner planner(results, 1);
  planner.note_group_fault({{Crash, "killed"}, Phase::Launch, {a, b, c}}, {{a, b, c}, false, others()});
  EXPECT_FALSE(planner.explain_group_faults(b));
  EXPECT_EQ(planner.settle_group_faults().size(), 3U);
  EXPECT_EQ(results.of(a).verdict, Pass);
  EXPECT_EQ(results.of(a).observed.size(), 1U);
}

TEST(RetryPlanner, ARepeatThatFailsInAnotherWayHasBothMessages) {
  for (const auto& [verdict, phase] : {std::pair(Crash, Phase::Launch), std::pair(BuildError, Phase::Build),
                                       std::pair(Timeout, Phase::Build)}) {
    ResultTable results = table(Pass, Pass, Pass);
    RetryPlanner planner(results, 1);
    planner.note_group_fault({{Timeout, "no answer"}, Phase::Launch, {a, b, c}},
                             {{a, b, c}, false, others()});
    EXPECT_TRUE(planner.settle_group_faults().empty());
    ASSERT_EQ(planner.next().size(), 1U);
    planner.note_repeat({{verdict, "killed"}, phase, {a, b, c}});
    EXPECT_EQ(planner.settle_group_faults().size(), 3U);
    EXPECT_EQ(results.of(a).verdict, verdict == Crash ? Crash : Pass);
    if (verdict == Crash)
      EXPECT_EQ(results.of(a).message,
                "first no answer, then killed with 3 cases together; each case passes without the others");
    else
      EXPECT_EQ(results.of(a).observed,
                std::set<std::string>{"a failure of several cases together, and of none alone: first no "
                                      "answer, then killed"});
  }
}

// The kernel of a launch contains builtins that are not selected at this size.
TEST(RetryPlanner, AnotherBuiltinOfTheKernelExplainsAGroupFault) {
  ResultTable results({a, b, c});
  results.of(a).verdict = Pass;
  results.of(b).verdict = Crash;
  results.of(c).verdict = Pass;
  RetryPlanner planner(results, 1);
  planner.note_group_fault({{Crash, "killed"}, Phase::Launch, {a, c}}, {{a, c}, false, others()});
  EXPECT_TRUE(planner.settle_group_faults().empty());
  auto without_b = others();
  without_b.push_back(b.builtin);
  planner.note_group_fault({{Crash, "killed"}, Phase::Launch, {a, c}}, {{a, c}, false, without_b});
  EXPECT_EQ(planner.settle_group_faults().size(), 2U) << "the kernel does not contain it";
}

// The verdict of a case must not depend on the selection: reduce_min alone may crash the driver.
TEST(RetryPlanner, AGroupFaultBesideAnUnselectedBuiltinIsAnObservation) {
  for (const unsigned retries : {0U, 2U}) {
    ResultTable results({a, c});
    results.of(a).verdict = results.of(c).verdict = Pass;
    RetryPlanner planner(results, retries);
    planner.note_group_fault({{Crash, "killed"}, Phase::Launch, {a, c}}, {{a, c}});
    EXPECT_EQ(planner.settle_group_faults().size(), 2U);
    for (const Case& each : {a, c}) {
      EXPECT_EQ(results.of(each).verdict, Pass);
      EXPECT_EQ(results.of(each).observed,
                std::set<std::string>{"a failure beside builtins that the run does not select: killed"});
      EXPECT_FALSE(planner.is_unsettled(each));
    }
    EXPECT_TRUE(planner.next().empty());
  }
}

// Only four groups repeat, one after the other.
TEST(RetryPlanner, FurtherHangsOfGroupsAreObservations) {
  std::vector<Case> cases;
  for (const std::size_t size : {1, 2, 3, 4, 5, 6})
    cases.push_back(named(fmt::format("reduce_add.int.1d.{}.chain", size).c_str()));
  ResultTable results(cases);
  RetryPlanner planner(results, 1);
  for (const Case& each : cases) {
    results.of(each).verdict = Pass;
    planner.note_group_fault({{Timeout, "hung"}, Phase::Launch, {each}}, {{each}, true});
  }
  for (int repeat = 0; repeat < 4; ++repeat) {
    EXPECT_TRUE(planner.settle_group_faults().empty());
    const auto tasks = planner.next();
    ASSERT_EQ(tasks.size(), 1U);
    EXPECT_EQ(planner.settle_repeat(tasks[0]).size(), 1U);
  }
  EXPECT_EQ(planner.settle_group_faults().size(), 2U);
  EXPECT_TRUE(planner.next().empty());
  for (const CaseResult& result : results.results) {
    EXPECT_EQ(result.verdict, Pass);
    EXPECT_EQ(result.observed.size(), 1U);
  }
}

// A soak run never ends. Its limit must not let later groups pass that always hang.
TEST(RetryPlanner, ASoakRunRepeatsTheHangsOfLaterGroups) {
  ResultTable results({});
  RetryPlanner planner(results, 0);
  const std::vector<Case> group{a, b, c};
  for (const bool hangs_again : {false, false, false, false, false, true}) {
    planner.note_group_fault({{Timeout, "hung"}, Phase::Launch, group}, {group, false, others()});
    for (const Case& each : group) results.of(each).verdict = Pass;
    EXPECT_TRUE(planner.settle_group_faults(true).empty());
    const auto repeat = planner.next_repeat();
    ASSERT_TRUE(repeat);
    if (hangs_again)
      planner.note_repeat({{Timeout, "hung"}, Phase::Launch, group});
    else
      EXPECT_EQ(planner.settle_repeat(*repeat).size(), 3U);
    EXPECT_EQ(planner.settle_group_faults(true).size(), hangs_again ? 3U : 0U);
    EXPECT_EQ(results.of(a).verdict, hangs_again ? Timeout : Pass);
    EXPECT_FALSE(planner.has_unsettled());
    planner.forget_cases();
  }
}

// An unfinished repeat proves nothing. Neither does a group with a case that has not run.
TEST(RetryPlanner, AStopSettlesNoGroupThatIsUndecided) {
  for (const Verdict of_b : {NotRun, Pass}) {
    ResultTable results = table(Pass, of_b, Pass);
    RetryPlanner planner(results, 1);
    planner.note_group_fault({{Timeout, "hung"}, Phase::Launch, {a, b, c}}, {{a, b, c}, false, others()});
    EXPECT_TRUE(planner.settle_group_faults().empty());
    const auto tasks = planner.next();
    EXPECT_EQ(tasks.size(), of_b == Pass ? 1U : 0U);
    EXPECT_TRUE(planner.settle_group_faults(true).empty());
    EXPECT_TRUE(planner.is_unsettled(a));
    if (tasks.empty()) continue;
    planner.drop_repeat(tasks.front());
    EXPECT_EQ(planner.settle_group_faults(true).size(), 3U) << "no result will come";
    EXPECT_FALSE(planner.is_unsettled(a));
  }
}

// All three crash together, then two of them, but none alone. The verdict of the two explains the larger
// group.
TEST(RetryPlanner, TheSmallestGroupGetsTheVerdict) {
  ResultTable results = table(Pass, Pass, Pass);
  RetryPlanner planner(results, 1);
  planner.note_group_fault({{Crash, "killed"}, Phase::Launch, {a, b, c}}, {{a, b, c}, false, others()});
  planner.note_group_fault({{Crash, "killed"}, Phase::Launch, {a, b}}, {{a, b}, false, others()});
  EXPECT_EQ(planner.settle_group_faults().size(), 2U);
  EXPECT_EQ(results.of(c).verdict, Pass);
}

}  // namespace
}  // namespace wgcts::harness
