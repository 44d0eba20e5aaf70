// Failures that may not be the driver's fault: the case runs again without any other worker.
#include <gtest/gtest.h>

#include "suites/selection.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

// Launchers and batch systems may send SIGTERM to every worker, which is not the driver's fault. A kill for
// lack of memory is the driver's fault if no other worker ran and memory was free.
TEST(Schedule, ASecondOutsideKillLeavesTheCaseUnjudged) {
  for (const bool is_drivers : {false, true}) {
    const std::vector<Case> cases{parse_case("reduce_add.int.1d.33.chain").value(),
                                  parse_case("reduce_min.int.1d.33.chain").value()};
    Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 2);
    std::size_t kills = 0;
    for (; schedule.has_task() && kills < 20; ++kills) {
      const Task task = schedule.take().value();
      const Fault fault{{Verdict::Crash, "the worker was killed by a signal"}, Phase::Launch, task.job.cases};
      if (kills < 2) EXPECT_EQ(task.quiet, kills == 1) << "the retry runs without any other worker";
      schedule.retry_quietly(task, fault, task.job.cases, is_drivers ? "" : "and not by the driver");
    }
    while (schedule.next_round() && kills++ < 20) (void)schedule.take();
    EXPECT_LT(kills, 20U);
    for (const CaseResult& result : schedule.take_results()) {
      EXPECT_EQ(result.verdict, is_drivers ? Verdict::Crash : Verdict::NotRun) << result.message;
      if (!is_drivers)
        EXPECT_EQ(result.message,
                  "not judged: the worker was killed by a signal, twice, and not by the driver");
    }
  }
}

// A blocked device answers no worker. The other workers may block it.
TEST(Schedule, AfterAHangThatDoesNotRepeatAloneThereIsOneWorker) {
  for (const bool repeats : {false, true}) {
    auto cases = select(standard(), {.filters = {"program.int.*"}});
    cases.resize(2);
    Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
    const Task both = schedule.take().value();
    ASSERT_EQ(both.job.cases.size(), 2U);
    schedule.put_back(both, {cases[1]});
    schedule.put_back(both, {cases[0]});
    const std::vector<Task> tasks{schedule.take().value(), schedule.take().value()};
    const auto hang = [&](const Task& task) {
      schedule.retry_quietly(task, {{Verdict::Timeout, "no answer"}, Phase::Launch, task.job.cases},
                             task.job.cases, "");
    };
    hang(tasks[0]);
    EXPECT_FALSE(schedule.wants_one_worker());
    ASSERT_TRUE(schedule.next_wants_quiet());
    const Task quiet = schedule.take().value();
    if (repeats) {
      hang(quiet);
    } else {
      schedule.judged(quiet, {quiet.job.cases.front(), Verdict::Pass});
      schedule.finished(quiet, {});
    }
    EXPECT_EQ(schedule.wants_one_worker(), !repeats);
    hang(tasks[1]);
    EXPECT_TRUE(schedule.next_wants_quiet()) << "a hang of one case is no proof for another";
    const auto results = schedule.take_results();
    EXPECT_EQ(results.at(0).verdict, repeats ? Verdict::Timeout : Verdict::Pass);
    EXPECT_EQ(results[0].observed.contains("a hang that did not repeat: no answer, beside other workers"),
              !repeats);
    EXPECT_EQ(results.at(1).verdict, Verdict::NotRun);
  }
}

TEST(Schedule, AHangThatRepeatsAloneCounts) {
  const std::vector<Case> cases{parse_case("reduce_add.int.1d.33.solo").value()};
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
  for (const bool quiet : {false, true}) {
    const Task task = schedule.take().value();
    EXPECT_EQ(task.is_quiet(), quiet);
    schedule.retry_quietly(task, {{Verdict::Timeout, "no answer"}, Phase::Launch, task.job.cases},
                           task.job.cases, "");
  }
  EXPECT_FALSE(schedule.has_task());
  EXPECT_EQ(schedule.take_results().at(0).verdict, Verdict::Timeout);
}

/// Runs all tasks. `run` gives each to the schedule as a worker does.
void run_all(Schedule& schedule, const std::function<void(const Task&)>& run) {
  constexpr int too_many = 100;
  int tasks = 0;
  do
    while (const auto task = schedule.take()) {
      ASSERT_LT(++tasks, too_many);
      run(*task);
    }
  while (schedule.has_task() || schedule.next_round());
}

// Other programs first block the device and later use its memory.
TEST(Schedule, FailuresOfTwoKindsAreNoRepetition) {
  const Case c = parse_case("reduce_add.int.1d.33.solo").value();
  Schedule schedule(able_device(), {.cases = {c}}, {[](const CaseResult&) {}}, 0);
  for (const Fault& fault : {hang_of({c}), refusal_of({c})})
    schedule.retry_quietly(schedule.take().value(), fault, {c}, "");
  EXPECT_TRUE(schedule.next_wants_quiet());
  judge_all(schedule.take().value(), schedule);
  const CaseResult result = schedule.take_results().at(0);
  EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
  EXPECT_EQ(result.observed.size(), 2U);
}

// The driver fails one kernel beside others in its source. With another source, the quiet run would pass and
// blame the machine.
TEST(Schedule, AQuietRunBuildsTheSameProgram) {
  auto cases = select(standard(), {.filters = {"program.int.*"}});
  cases.resize(4);
  const Case& culprit = cases[1];
  for (const Fault& fault : {refusal_of({culprit}), hang_of({culprit})}) {
    Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
    const auto run = [&](const Task& task) {
      std::vector<Case> unjudged = task.job.cases;
      for (const Case& c : task.job.cases) {
        if (c == culprit && kernels_of(task.job).size() > 1)
          return schedule.retry_quietly(task, fault, unjudged, "");
        std::erase(unjudged, c);
        schedule.judged(task, {c, Verdict::Pass});
      }
      schedule.finished(task, {});
    };
    while (const auto task = schedule.take()) run(*task);
    for (const CaseResult& result : schedule.take_results())
      EXPECT_EQ(result.verdict, result.the_case == culprit ? fault.verdict : Verdict::Pass) << result.message;
  }
}

TEST(Schedule, AQuietRunThatFailsAgainIsDivided) {
  auto cases = select(standard(), {.filters = {"program.int.*"}});
  cases.resize(4);
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
  const Task first = schedule.take().value();
  schedule.retry_quietly(first, refusal_of({cases[1]}), {cases[1]}, "");
  const Task again = schedule.take().value();
  EXPECT_EQ(again.job.cases, std::vector{cases[1]});
  EXPECT_EQ(kernels_of(again.job), kernels_of(first.job));
  Fault of_build = refusal_of({cases[1]});
  of_build.phase = Phase::Build;
  schedule.retry_quietly(again, of_build, of_build.cases, "");
  EXPECT_EQ(kernels_of(schedule.take().value().job).size(), 1U);
  EXPECT_FALSE(schedule.has_task());
}

// Each crash costs a process, and the quiet runs may show that other cases need not run.
TEST(Schedule, ManyCrashesDoNotWaitForTheEndOfTheRun) {
  Schedule schedule(able_device(), {.cases = standard()}, {[](const CaseResult&) {}}, 0);
  std::size_t crashes = 0;
  for (auto task = schedule.take(); task && !task->quiet && crashes < 100;
       task = schedule.take(), ++crashes) {
    const Fault crash{{Verdict::Crash, "it crashed"}, Phase::Launch, {task->job.cases.front()}};
    schedule.retry_quietly(*task, crash, task->job.cases, "");
  }
  EXPECT_EQ(crashes, 12U);
  for (std::size_t i = 1; i < crashes; ++i) EXPECT_TRUE(schedule.take().value().quiet) << i;
  EXPECT_FALSE(schedule.take().value().quiet);
}

// ssh exits with 255 if several cases crash together, and also if it loses its connection.
TEST(Schedule, AFailureTogetherThatRepeatsIsNotReportedAsSingle) {
  const auto cases = cases_of_launch(parse_case("reduce_add.int.1d.33.twice").value());
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
  const Fault crash{{Verdict::Crash, "it exited"}, Phase::Launch, cases};
  schedule.retry_quietly(schedule.take().value(), crash, cases, "and the connection may be lost");
  schedule.retry_quietly(schedule.take().value(), crash, cases, "and the connection may be lost");
  while (const auto task = schedule.take()) judge_all(*task, schedule, Verdict::Pass);
  for (const CaseResult& result : schedule.take_results()) {
    EXPECT_EQ(result.verdict, Verdict::Pass);
    EXPECT_EQ(result.observed, std::set<std::string>{"a failure of several cases together that repeated: it "
                                                     "exited, and the connection may be lost"});
  }
}

// A launcher may fail, or a connection may be lost, before the quiet run has a result.
TEST(Schedule, AQuietTaskThatIsPutBackStaysQuiet) {
  const std::vector<Case> cases{parse_case("reduce_add.int.1d.33.solo").value()};
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
  const Task first = schedule.take().value();
  schedule.retry_quietly(first, refusal_of(cases), cases, "");
  const Task again = schedule.take().value();
  schedule.put_back(again, cases);
  EXPECT_TRUE(schedule.next_wants_quiet());
  EXPECT_TRUE(schedule.take().value().quiet);
}

// While the quiet task waits, its builtin hangs with another type, and is set apart.
TEST(Schedule, AQuietTaskWhoseBuiltinIsSetApartStaysQuiet) {
  const std::vector<Case> cases{parse_case("reduce_add.int.1d.33.chain").value(),
                                parse_case("reduce_add.float.1d.33.chain").value()};
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
  const Task one = schedule.take().value(), other = schedule.take().value();
  schedule.retry_quietly(one, refusal_of(one.job.cases), one.job.cases, "");
  schedule.lost(other, hang_of(other.job.cases), other.job.cases);
  bool was_apart = false;
  run_all(schedule, [&](const Task& task) {
    const bool is_one = task.job.cases == one.job.cases;
    if (!is_one) return schedule.lost(task, hang_of(task.job.cases), task.job.cases);
    EXPECT_TRUE(task.quiet);
    was_apart |= task.job.alone;
    judge_all(task, schedule);
  });
  EXPECT_TRUE(was_apart);
}

TEST(Schedule, ThePartsOfAQuietTaskAreQuiet) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
  Task task = schedule.take().value();
  ASSERT_GT(task.job.cases.size(), 1U);
  schedule.retry_quietly(task, refusal_of(task.job.cases), task.job.cases, "");
  for (task = schedule.take().value(); !task.quiet; task = schedule.take().value()) judge_all(task, schedule);
  schedule.retry_quietly(task, refusal_of(task.job.cases), task.job.cases, "");
  for (std::size_t parts = 0; parts < 2; ++parts) {
    const Task part = schedule.take().value();
    EXPECT_LT(part.job.cases.size(), task.job.cases.size());
    EXPECT_TRUE(part.quiet);
  }
}

// The supervisor checked the first task, which is then set apart. The next task must run alone.
TEST(Schedule, OnlyATaskThatWasAskedAboutIsTakenIfItIsQuiet) {
  const std::vector<Case> cases{parse_case("reduce_add.int.1d.33.chain").value(),
                                parse_case("reduce_min.long.1d.33.chain").value(),
                                parse_case("reduce_add.float.1d.33.chain").value()};
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 0);
  std::map<GenType, Task> of_type;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Task task = schedule.take().value();
    of_type[task.job.cases.front().type] = task;
  }
  const Task& refused = of_type.at(GenType::Long);
  schedule.retry_quietly(refused, refusal_of(refused.job.cases), refused.job.cases, "");
  schedule.put_back(of_type.at(GenType::Float), of_type.at(GenType::Float).job.cases);
  const Task& hung = of_type.at(GenType::Int);
  schedule.lost(hung, hang_of(hung.job.cases), hung.job.cases);
  const Task alone = schedule.take().value();
  ASSERT_EQ(alone.job.cases, hung.job.cases);
  schedule.lost(alone, hang_of(alone.job.cases), alone.job.cases);
  // The task of float is at the front and is set apart.
  ASSERT_FALSE(schedule.next_wants_quiet());
  EXPECT_FALSE(schedule.take());
  ASSERT_TRUE(schedule.next_wants_quiet());
  EXPECT_TRUE(schedule.take().value().quiet);
}

// A refusal puts the repeat of a group off, and the quiet run then hangs like the first.
TEST(Schedule, ARepeatThatIsPutOffIsNotOver) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 2);
  std::size_t put_off = 0;
  run_all(schedule, [&](const Task& task) {
    std::vector<Case> unjudged = task.job.cases;
    for (const Launch& launch : launches_of(task.job)) {
      const std::vector<Case>& group = launch.cases;
      const bool fails = group.size() > 1 && is_core(*group.front().builtin);
      if (fails && task.purpose == Purpose::Repeat && !task.quiet) {
        ++put_off;
        schedule.retry_quietly(task, refusal_of(group, true), group, "");
      } else if (fails) {
        return schedule.lost(task, {{Verdict::Timeout, "it failed"}, Phase::Launch, group}, unjudged);
      } else {
        for (const Case& c : group) schedule.judged(task, {c, Verdict::Pass});
      }
      std::erase_if(unjudged, [&](const Case& c) { return std::ranges::count(group, c) != 0; });
    }
    schedule.finished(task, {});
  });
  EXPECT_EQ(put_off, 1U);
  std::size_t hung = 0;
  for (const CaseResult& result : schedule.take_results()) {
    for (const std::string& seen : result.observed)
      EXPECT_EQ(seen.find("did not repeat"), std::string::npos) << seen;
    hung += result.verdict == Verdict::Timeout ? 1 : 0;
  }
  EXPECT_GE(hung, 2U);
}

TEST(Schedule, ACaseThatWasNotJudgedExplainsNothing) {
  const std::vector<Case> cases{parse_case("reduce_add.int.1d.33.chain").value(),
                                parse_case("reduce_min.int.1d.33.chain").value()};
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 2);
  const Task both = schedule.take().value();
  schedule.lost(both, {{Verdict::Crash, "it crashed"}, Phase::Launch, cases}, cases);
  run_all(schedule, [&](const Task& task) {
    if (task.job.cases.front() != cases[0]) return judge_all(task, schedule);
    schedule.retry_quietly(task, {{Verdict::NotRun, "killed"}, Phase::Launch, task.job.cases}, task.job.cases,
                           "and not by the driver");
  });
  const auto results = schedule.take_results();
  EXPECT_EQ(results[0].verdict, Verdict::NotRun);
  EXPECT_EQ(results[1].verdict, Verdict::Pass);
  for (const CaseResult& result : results)
    EXPECT_EQ(result.observed, std::set<std::string>{"a failure of several cases together, some of which got "
                                                     "no verdict alone: it crashed"});
}

TEST(Schedule, ARefusalBeforeAWrongResultIsAnObservation) {
  const Case c = parse_case("reduce_add.int.1d.33.solo").value();
  Schedule schedule(able_device(), {.cases = {c}}, {[](const CaseResult&) {}}, 0);
  const Task first = schedule.take().value();
  schedule.retry_quietly(first, refusal_of({c}), {c}, "");
  judge_all(schedule.take().value(), schedule, Verdict::Fail);
  const CaseResult result = schedule.take_results().at(0);
  EXPECT_EQ(result.verdict, Verdict::Fail);
  EXPECT_EQ(result.observed, std::set<std::string>{"a refusal that did not repeat: no resources"});
}

}  // namespace
}  // namespace wgcts::harness
