// Soak runs draw cases until they are stopped.
#include <gtest/gtest.h>
#include <malloc.h>

#include "suites/plan.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

// A soak run draws a case again. Each time, the first refusal may be another program's fault.
TEST(Schedule, AForgivenRefusalIsForgotten) {
  const Case c = parse_case("reduce_add.int.1d.33.solo").value();
  std::vector<CaseResult> told;
  int draws = 0;
  Schedule schedule(able_device(),
                    {.more = [&] { return draws++ < 3 ? std::vector{c} : std::vector<Case>{}; }},
                    {[&](const CaseResult& r) { told.push_back(r); }}, 2);
  // The refusals of the first and the third draw do not repeat.
  for (const bool is_refused : {true, false, false, true, false}) {
    const Task task = schedule.take().value();
    if (is_refused)
      schedule.retry_quietly(task, refusal_of({c}), {c}, "");
    else
      judge_all(task, schedule);
  }
  ASSERT_EQ(told.size(), 3U);
  const std::set<std::string> seen{"a refusal that did not repeat: no resources"};
  for (const CaseResult& result : told) EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
  EXPECT_EQ(told[0].observed, seen);
  EXPECT_TRUE(told[1].observed.empty());
  EXPECT_EQ(told[2].observed, seen);
}

// As above, with workers that leave a case out.
TEST(Schedule, ACaseThatWasReportedMayBeLeftOutAgain) {
  const Case c = parse_case("reduce_add.int.1d.33.solo").value();
  int draws = 0;
  Schedule schedule(able_device(),
                    {.more = [&] { return draws++ < 2 ? std::vector{c} : std::vector<Case>{}; }},
                    {[](const CaseResult& r) { EXPECT_EQ(r.verdict, Verdict::Pass) << r.message; }}, 2);
  for (const bool is_left_out : {true, false, true, false}) {
    const Task task = schedule.take().value();
    if (is_left_out)
      schedule.finished(task, {c});
    else
      judge_all(task, schedule);
  }
  EXPECT_TRUE(schedule.silent().empty());
}

// A soak run reports losses and forgets them: ten thousand need no more memory than a thousand.
TEST(Schedule, ALongSoakRunKeepsNoLosses) {
  Draw draw(1, 64, {64, 64, 64});
  std::size_t told = 0, losses = 0;
  Schedule schedule(able_device(), {.more = [&] { return draw.next(); }},
                    {[&](const CaseResult&) { ++told; }}, 2);
  const auto driver = FakeDriver::that_dies_of(
      [](const Builtin& b, const Case& c) { return (size_of(c) + b.name.size()) % 5 == 0; });
  FakeDriver::Clock clock;
  const auto lose_until = [&](std::size_t enough) {
    while (losses < enough) {
      const auto task = schedule.take();
      ASSERT_TRUE(task);
      losses += run_task(driver, *task, schedule, clock);
    }
  };
  lose_until(1000);
  const std::size_t before = mallinfo2().uordblks;
  lose_until(10000);
  const std::size_t after = mallinfo2().uordblks;
  EXPECT_GT(told, 1000U);
  EXPECT_LT(after, before + (std::size_t{1} << 20));
  schedule.stop("");
}

// A soak run continues to draw cases while a group is settled, and reports each case once.
TEST(Schedule, ASoakRunKeepsTheFailureOfAGroup) {
  for (const Verdict how : {Verdict::Crash, Verdict::Timeout}) {
    FakeDriver driver;
    driver.group = [=](const std::vector<Case>& group, bool alone) {
      return !alone && group.size() > 1 ? Death{how} : Death{};
    };
    Draw draw(1, 64, {64, 64, 64});
    std::map<Case, Verdict> told;
    std::vector<Case> first;
    int draws = 0;
    Schedule schedule(able_device(),
                      {.more =
                           [&] {
                             auto cases = draw.next();
                             if (draws == 0) first = cases;
                             return draws++ < 2 ? cases : std::vector<Case>{};
                           }},
                      {[&](const CaseResult& r) {
                        EXPECT_TRUE(told.emplace(r.the_case, r.verdict).second) << name(r.the_case);
                      }},
                      2);
    FakeDriver::Clock clock;
    std::size_t tasks = 0;
    for (; schedule.has_task() && tasks < 100; ++tasks) {
      const Task task = schedule.take().value();
      (void)schedule.has_task();  // called while a worker has the task
      run_task(driver, task, schedule, clock);
    }
    EXPECT_LT(tasks, 100U);
    EXPECT_FALSE(schedule.next_round());
    (void)schedule.take_results();
    std::size_t failed = 0;
    for (const Case& c : first) failed += told.contains(c) && told.at(c) == how ? 1 : 0;
    EXPECT_GE(failed, 2U);
  }
}

// Another program may use the device's memory during a soak run, too.
TEST(Schedule, ASoakRunPutsOffARefusalOfMemory) {
  Draw draw(1, 64, {64, 64, 64});
  std::set<Verdict> told;
  Schedule schedule(able_device(), {.more = [&] { return draw.next(); }},
                    {[&](const CaseResult& r) { told.insert(r.verdict); }}, 2);
  const auto task = schedule.take();
  ASSERT_TRUE(task);
  for (const Case& c : task->job.cases) {
    Fault refused{{Verdict::LaunchError, "no buffers"}, Phase::Launch, {c}};
    refused.worker_lives = true;
    schedule.retry_quietly(*task, refused, {c}, "");
  }
  schedule.finished(*task, {});
  EXPECT_FALSE(told.contains(Verdict::LaunchError));
  const auto again = schedule.take();
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->is_quiet());
  EXPECT_EQ(again->job.cases, task->job.cases);
}

// No later case would run, and the loop that draws cases checks neither signals nor the time budget.
TEST(Schedule, ASoakRunEndsIfAllThatIsDrawnIsGivenUp) {
  Draw draw(1, 64, {64, 64, 64});
  Schedule schedule(able_device(), {.more = [&] { return draw.next(); }}, {[](const CaseResult&) {}}, 2);
  const auto driver =
      FakeDriver::that_dies_of([](const Builtin&, const Case&) { return true; }, Verdict::Timeout);
  FakeDriver::Clock clock;
  std::size_t tasks = 0;
  constexpr std::size_t many = 1000;
  while (tasks < many) {
    const auto task = schedule.take();
    if (!task) break;
    ++tasks;
    EXPECT_TRUE(run_task(driver, *task, schedule, clock));
  }
  EXPECT_LT(tasks, many);
  EXPECT_TRUE(schedule.take_results().empty()) << "a case that is given up is not unfinished";
}

// A hang that ends with the run, or a crash whose cases have not run alone yet, must not vanish.
TEST(Schedule, ASoakRunReturnsTheCasesThatItDidNotFinish) {
  Draw draw(1, 64, {64, 64, 64});
  std::set<Case> drawn;
  const auto more = [&] {
    const auto cases = draw.next();
    drawn.insert(cases.begin(), cases.end());
    return cases;
  };
  Schedule schedule(able_device(), {.more = more}, {[&](const CaseResult& r) { drawn.erase(r.the_case); }},
                    2);
  judge_all(schedule.take().value(), schedule);
  const Task in_flight = schedule.take().value();
  Task crashed = schedule.take().value();
  for (; crashed.job.cases.size() == 1; crashed = schedule.take().value()) judge_all(crashed, schedule);
  const std::vector<Case> group = crashed.job.cases;
  schedule.lost(crashed, {{Verdict::Crash, "crash"}, Phase::Launch, group}, group);
  schedule.judged(schedule.take().value(), {group.front(), Verdict::Pass});
  EXPECT_TRUE(drawn.contains(group.front())) << "its group is not settled";
  schedule.stop("not run: interrupted");
  std::set<Case> unfinished;
  for (const CaseResult& result : schedule.take_results()) {
    EXPECT_EQ(result.verdict, Verdict::NotRun);
    EXPECT_EQ(result.message, "not run: interrupted");
    unfinished.insert(result.the_case);
  }
  EXPECT_TRUE(unfinished.contains(in_flight.job.cases.front()));
  EXPECT_EQ(unfinished, drawn);
}

// The time budget ends during a launch. That must not make nearly every soak run incomplete.
TEST(Schedule, ASoakRunThatDrawsNoMoreFinishesItsCases) {
  Draw draw(1, 64, {64, 64, 64});
  std::size_t draws = 0, crashes = 0;
  const auto more = [&] {
    ++draws;
    return draw.next();
  };
  Schedule schedule(able_device(), {.more = more},
                    {[&](const CaseResult& r) { crashes += r.verdict == Verdict::Crash ? 1 : 0; }}, 2);
  FakeDriver driver;
  driver.group = [](const std::vector<Case>& group, bool alone) {
    return !alone && group.size() > 1 ? Death{Verdict::Crash} : Death{};
  };
  FakeDriver::Clock clock;
  auto task = schedule.take();
  ASSERT_TRUE(task && task->job.cases.size() > 1);
  const std::size_t before = draws;
  EXPECT_TRUE(schedule.stop_drawing());
  EXPECT_FALSE(schedule.stop_drawing()) << "it was stopped before";
  for (; task; task = schedule.take()) run_task(driver, *task, schedule, clock);
  EXPECT_GT(crashes, 1U);
  EXPECT_EQ(draws, before);
  EXPECT_TRUE(schedule.take_results().empty());
  EXPECT_FALSE(Schedule(able_device(), {.cases = standard()}, {[](const CaseResult&) {}}, 2).stop_drawing());
}

}  // namespace
}  // namespace wgcts::harness
