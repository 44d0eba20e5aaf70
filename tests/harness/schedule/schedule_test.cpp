// Simulated runs against drivers that crash in different ways: every case gets a verdict, only culprits get a
// bad one, and few processes are needed. any_driver_test.cpp has random drivers.
#include "harness/schedule/schedule.hpp"

#include <gtest/gtest.h>

#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

std::vector<Case> smoke() { return plan(Profile::Smoke); }

std::size_t programs_of(const std::vector<Case>& cases) {
  return make_jobs(able(cases, able_device()), able_device()).size();
}

std::size_t launches_of_size(std::size_t size) {
  std::size_t launches = 0;
  for (const Job& job : make_jobs(able(standard(), able_device()), able_device()))
    for (const Launch& launch : launches_of(job)) launches += size_of(launch.cases.front()) == size ? 1 : 0;
  return launches;
}

/// Each verdict is true: a case crashes alone if and only if it has the verdict.
void expect_truth(const Played& played, const FakeDriver& driver) {
  ASSERT_TRUE(played.ended);
  for (const auto& [id, result] : played.results) {
    if (result.verdict == Verdict::Skip) continue;
    const Death death = driver.alone(result.the_case);
    EXPECT_EQ(result.verdict, death.value_or(Verdict::Pass)) << id << ": " << result.message;
  }
}

TEST(Schedule, ACleanRunNeedsOneProcess) {
  const Played played = play({}, standard());
  expect_truth(played, {});
  EXPECT_EQ(played.processes, 1U);
  EXPECT_EQ(played.tasks, programs_of(standard()));
}

TEST(Schedule, OneCulpritCostsTwoProcesses) {
  for (const char* id : {"reduce_min.float.1d.33.chain", "broadcast.int.2d.7x5.solo", "any.int.1d.1.chain"}) {
    const Case culprit = parse_case(id).value();
    const auto driver = FakeDriver::that_dies_of([=](const Builtin& b, const Case& c) {
      return &b == culprit.builtin && c.type == culprit.type && c.dim == culprit.dim &&
             c.local == culprit.local && c.form == culprit.form && c.variant == culprit.variant;
    });
    const Played played = play(driver, standard());
    expect_truth(played, driver);
    EXPECT_LE(played.losses, 2U) << id;
  }
}

// One loss for each case that crashes, and one for each launch, program and further kernel that contains
// some.
TEST(Schedule, WorkGroupsOfOneAndTwoThatCrash) {
  const auto driver = FakeDriver::that_dies_of(
      [](const Builtin&, const Case& c) { return size_of(c) == 1 || size_of(c) == 2; });
  for (const unsigned workers : {1U, 2U, 8U}) {
    const Played played = play(driver, standard(), 0, workers);
    expect_truth(played, driver);
    EXPECT_LE(played.losses, played.with(Verdict::Crash).size() + launches_of_size(1) + launches_of_size(2) +
                                 programs_of(standard()))
        << workers;
  }
}

TEST(Schedule, OneSizeThatCrashesBesideOneThatDoesNot) {
  for (const std::size_t bad : {1U, 2U, 64U}) {
    const auto driver =
        FakeDriver::that_dies_of([=](const Builtin&, const Case& c) { return size_of(c) == bad; });
    const Played played = play(driver, standard());
    expect_truth(played, driver);
    EXPECT_LE(played.losses,
              played.with(Verdict::Crash).size() + launches_of_size(bad) + 2 * programs_of(standard()))
        << bad;
  }
}

TEST(Schedule, OneSizeThatIsRefusedInOneDimension) {
  const auto driver = FakeDriver::that_dies_of(
      [](const Builtin&, const Case& c) { return size_of(c) == 1 && c.dim == 2; }, Verdict::LaunchError);
  expect_truth(play(driver, standard()), driver);
}

TEST(Schedule, ABuiltinThatCannotBeBuiltForAType) {
  const auto driver = FakeDriver::that_cannot_build([](const Kernel& k, const Builtin& b) {
    return k.type == GenType::Half && b.collective.family == Family::Broadcast;
  });
  const Played played = play(driver, standard());
  expect_truth(played, driver);
  EXPECT_LE(played.losses, played.with(Verdict::Crash).size());
}

// One kernel of a builtin crashes the compiler, in any program.
TEST(Schedule, AFormOfABuiltinThatCannotBeBuilt) {
  for (const char* form : {"chain", "solo", "branch", "nested", "derived", "constant"}) {
    const auto driver = FakeDriver::that_cannot_build([=](const Kernel& k, const Builtin& b) {
      return k.type == GenType::Float && k.form->name == form && b.name == "scan_exclusive_max";
    });
    const Played played = play(driver, standard());
    expect_truth(played, driver);
    EXPECT_LE(played.losses, 60U) << form;
  }
}

// One loss for each launch with the builtin, and one or two more until shared kernels leave it out.
TEST(Schedule, ABuiltinOfATypeThatAlwaysCrashes) {
  const auto driver = FakeDriver::that_dies_of(
      [](const Builtin& b, const Case& c) { return b.name == "reduce_max" && c.type == GenType::Int; });
  for (const unsigned workers : {1U, 2U}) {
    const Played played = play(driver, standard(), 0, workers);
    expect_truth(played, driver);
    EXPECT_LE(played.losses, played.with(Verdict::Crash).size() + 2);
  }
}

TEST(Schedule, ADimensionAFormAVariantOrATypeThatCrashes) {
  const std::function<bool(const Case&)> bad[] = {
      [](const Case& c) { return c.dim == 3; }, [](const Case& c) { return c.form->name == "nested"; },
      [](const Case& c) { return contains(*c.variant, *variant_named("offset")); },
      [](const Case& c) { return c.type == GenType::Double; }};
  for (const auto& is_bad : bad) {
    const auto driver = FakeDriver::that_dies_of([&](const Builtin&, const Case& c) { return is_bad(c); });
    const Played played = play(driver, standard());
    ASSERT_TRUE(played.ended);
    for (const auto& [id, result] : played.results) {
      if (result.verdict == Verdict::Skip) continue;
      EXPECT_TRUE(result.verdict != Verdict::NotRun || !result.message.empty()) << id;
      EXPECT_EQ(result.verdict == Verdict::Pass, !is_bad(result.the_case)) << id << ' ' << result.message;
    }
    // 24 failures of three sizes, and failures of other patterns before. Measured: at most 66.
    EXPECT_LE(played.losses, 72U);
  }
}

TEST(Schedule, EverythingThatCrashes) {
  FakeDriver at_start;
  at_start.dies_at_start = true;
  const FakeDriver drivers[] = {
      FakeDriver::that_dies_of([](const Builtin&, const Case&) { return true; }),
      FakeDriver::that_cannot_build([](const Kernel&, const Builtin&) { return true; }), at_start};
  for (const FakeDriver& driver : drivers) {
    const Played played = play(driver, standard(), 2);
    ASSERT_TRUE(played.ended);
    EXPECT_TRUE(played.with(Verdict::Pass).empty());
    EXPECT_LE(played.losses, 40U);
    for (const auto& [id, result] : played.results)
      EXPECT_TRUE(result.verdict != Verdict::NotRun || !result.message.empty()) << id;
  }
}

// Each hang may cost the whole time limit.
TEST(Schedule, HangsAreFew) {
  const auto one = FakeDriver::that_dies_of(
      [](const Builtin& b, const Case& c) { return b.name == "any" && c.form->name == "chain"; },
      Verdict::Timeout);
  const Played played = play(one, standard());
  ASSERT_TRUE(played.ended);
  EXPECT_LE(played.losses, 6U);
  for (const auto& [id, result] : played.results)
    EXPECT_TRUE(info(result.verdict).good || result.the_case.builtin->name == "any") << id;
  const auto all =
      FakeDriver::that_dies_of([](const Builtin&, const Case&) { return true; }, Verdict::Timeout);
  EXPECT_LE(play(all, standard()).losses, 8U);
}

// Without a limit, a case that workers never report would run forever.
TEST(Schedule, ACaseThatTwoWorkersLeaveOutIsGivenUp) {
  const auto cases = select(standard(), {.filters = {"reduce_min.float.1d.33.chain"}});
  Schedule schedule(able_device(), {1, cases}, {[](const CaseResult&) {}}, 2);
  int tasks = 0;
  while (const auto task = schedule.take()) {
    ASSERT_LT(++tasks, 10);
    schedule.finished(*task, task->job.cases);
  }
  EXPECT_EQ(tasks, 2);
  EXPECT_FALSE(schedule.next_round());
  EXPECT_EQ(schedule.silent(), cases);
  const auto results = schedule.take_results();
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0].verdict, Verdict::NotRun);
  EXPECT_NE(results[0].message.find("without a verdict"), std::string::npos) << results[0].message;
}

// The retry differs only in its process. A case that fails twice and passes alone in its source is not a
// flake.
TEST(Schedule, AFailureThatNeedsNeighboursIsNoFlake) {
  auto cases = select(standard(), {.filters = {"program.int.*"}});
  cases.resize(10);
  FakeDriver driver;
  driver.fails_beside = [](const Case&, const std::vector<Kernel>& program) { return program.size() > 1; };
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  for (const auto& [id, result] : played.results) {
    EXPECT_EQ(result.verdict, Verdict::Fail) << id;
  }
}

// A run that spent its budget retried nothing. The resumed run retries the failures in the programs of the
// first run, with or without a budget of its own. The last kernel of each program is wrong.
TEST(Schedule, AResumedRunRetriesInThePrograms) {
  const auto cases = select(standard(), {.types = {"int"}, .filters = {"reduce_*.?d.*"}});
  FakeDriver driver;
  driver.fails_beside = [](const Case& c, const std::vector<Kernel>& program) {
    return program.size() > 1 && program.back() == kernel_of(c, false);
  };
  const auto results_of = [&](const Request& request, unsigned retries) {
    Schedule schedule(able_device(), request, {[](const CaseResult&) {}}, retries);
    FakeDriver::Clock clock;
    do
      while (const auto task = schedule.take()) run_task(driver, *task, schedule, clock);
    while (schedule.next_round());
    return schedule.take_results();
  };
  for (const bool in_waves : {false, true}) {
    const auto earlier = results_of({.cases = cases, .time_budget = in_waves ? 60.0 : 0.0}, 0);
    std::size_t retried = 0;
    for (const CaseResult& result : results_of({.cases = cases,
                                    .earlier = earlier,
                                    .earlier_in_waves = in_waves,
                                    .time_budget = in_waves ? 0.0 : 60.0},
                                               2)) {
      EXPECT_NE(result.verdict, Verdict::Flake) << name(result.the_case);
      retried += result.attempts.size() == 3 ? 1 : 0;
    }
    EXPECT_GE(retried, 1U);
  }
}

TEST(Schedule, ACrashThatNeedsNeighboursIsNoFlake) {
  auto cases = select(standard(), {.filters = {"program.int.*"}});
  cases.resize(4);
  // The launch is lost, and its program contains other kernels.
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 1);
  const auto run = [&](const Task& task) {
    const bool beside = kernels_of(task.job).size() > 1;
    std::vector<Case> unjudged = task.job.cases;
    for (const Case& c : task.job.cases) {
      if (c == cases[1] && beside)
        return schedule.lost(task, {{Verdict::Crash, "killed"}, Phase::Launch, {c}}, unjudged);
      std::erase(unjudged, c);
      schedule.judged(task, {c, Verdict::Pass});
    }
    schedule.finished(task, {});
  };
  do
    while (const auto task = schedule.take()) run(*task);
  while (schedule.next_round());
  const auto results = schedule.take_results();
  EXPECT_EQ(results[1].verdict, Verdict::Crash);
  EXPECT_EQ(results[1].attempts, (std::vector{Verdict::Crash, Verdict::Crash}));
  EXPECT_EQ(results[1].message, "killed");
}

TEST(Schedule, AFailureIsRetriedInItsKernel) {
  FakeDriver driver;
  driver.judge = [](const Case& c, bool alone) {
    return name(c) == "reduce_min.double.1d.33.chain" && !alone ? Verdict::Fail : Verdict::Pass;
  };
  const Played played = play(driver, smoke(), 2);
  for (const auto& [id, result] : played.results) {
    if (id != "reduce_min.double.1d.33.chain") continue;
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.attempts, (std::vector{Verdict::Fail, Verdict::Fail, Verdict::Fail}));
  }
  EXPECT_EQ(played.with(Verdict::Fail).size(), 1U);
}

}  // namespace
}  // namespace wgcts::harness
