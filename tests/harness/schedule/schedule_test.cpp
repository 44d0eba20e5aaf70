// Simulated runs against drivers that crash in different ways: every case gets a verdict, only culprits get a
// bad one, and few processes are needed. any_driver_test.cpp draws drivers at random.
#include "harness/schedule/schedule.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include "suites/draw.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

const std::vector<Case>& standard() {
  static const std::vector<Case> cases = plan(Profile::Standard);
  return cases;
}
std::vector<Case> smoke() { return plan(Profile::Smoke); }

std::size_t programs_of(const std::vector<Case>& cases) {
  std::vector<Case> able;
  std::ranges::copy_if(cases, std::back_inserter(able),
                       [](const Case& c) { return !missing(c, able_device()); });
  return make_jobs(able, able_device()).size();
}

std::size_t size_of(const Case& c) { return c.local.is_max() ? 0 : volume(c.local.extents); }

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

// One loss for each case that crashes, and one for each program and each further kernel that contains some.
TEST(Schedule, WorkGroupsOfOneAndTwoThatCrash) {
  const auto driver = FakeDriver::that_dies_of(
      [](const Builtin&, const Case& c) { return size_of(c) == 1 || size_of(c) == 2; });
  for (const unsigned workers : {1U, 2U, 8U}) {
    const Played played = play(driver, standard(), 0, workers);
    expect_truth(played, driver);
    EXPECT_LE(played.losses, played.with(Verdict::Crash).size() + programs_of(standard())) << workers;
  }
}

TEST(Schedule, OneSizeThatCrashesBesideOneThatDoesNot) {
  for (const std::size_t bad : {1U, 2U, 64U}) {
    const auto driver =
        FakeDriver::that_dies_of([=](const Builtin&, const Case& c) { return size_of(c) == bad; });
    const Played played = play(driver, standard());
    expect_truth(played, driver);
    EXPECT_LE(played.losses, played.with(Verdict::Crash).size() + 2 * programs_of(standard())) << bad;
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

// One kernel of a builtin crashes the compiler, wherever it is.
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
    // 24 failures of three sizes, and those of other patterns until then. Measured: 66 at most.
    EXPECT_LE(played.losses, 72U);
  }
}

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
      const Fault fault{Verdict::Crash, Phase::Launch, task.job.cases, "the worker was killed by a signal"};
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

// A blocked device gives no worker an answer. The other workers may be the ones that block it.
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
      schedule.retry_quietly(task, {Verdict::Timeout, Phase::Launch, task.job.cases, "no answer"},
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
      (void)schedule.finished(quiet, {});
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
    schedule.retry_quietly(task, {Verdict::Timeout, Phase::Launch, task.job.cases, "no answer"},
                           task.job.cases, "");
  }
  EXPECT_FALSE(schedule.has_task());
  EXPECT_EQ(schedule.take_results().at(0).verdict, Verdict::Timeout);
}

Fault refusal_of(const std::vector<Case>& cases, bool worker_lives = false) {
  return {.verdict = Verdict::LaunchError,
          .phase = Phase::Launch,
          .cases = cases,
          .message = "no resources",
          .worker_lives = worker_lives};
}
Fault hang_of(const std::vector<Case>& cases) {
  return {Verdict::Timeout, Phase::Launch, cases, "no answer within 60 s"};
}

/// The worker judges all cases of the task.
void judge_all(const Task& task, Schedule& schedule, Verdict verdict = Verdict::Pass) {
  for (const Case& c : task.job.cases) schedule.judged(task, {c, verdict});
  (void)schedule.finished(task, {});
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

// Other programs block the device, and later have its memory.
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

// The driver fails one kernel beside others in its source. That is no fault of the machine, which the quiet
// run would show if it had another source.
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
      (void)schedule.finished(task, {});
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

// The supervisor asked about the first task, which is then set apart. The next task must run alone.
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
  // That of float is at the front, and is set apart.
  ASSERT_FALSE(schedule.next_wants_quiet());
  EXPECT_FALSE(schedule.take());
  ASSERT_TRUE(schedule.next_wants_quiet());
  EXPECT_TRUE(schedule.take().value().quiet);
}

// Both second runs of a group: a refusal puts them off, and the quiet run then fails as the first.
TEST(Schedule, ASecondRunThatIsPutOffIsNotOver) {
  const auto all = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  for (const Verdict how : {Verdict::Crash, Verdict::Timeout}) {
    // With unselected builtins, a crash runs again. Without, a hang does.
    auto cases = all;
    if (how == Verdict::Crash)
      std::erase_if(cases, [](const Case& c) { return c.builtin->name == "reduce_min"; });
    Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 2);
    std::size_t put_off = 0;
    run_all(schedule, [&](const Task& task) {
      const bool is_second = task.purpose == Purpose::Retry || task.purpose == Purpose::Repeat;
      std::vector<Case> unjudged = task.job.cases;
      for (const auto& batch : batches_of(task.job)) {
        std::vector<Case> group;
        for (const Launch& l : batch) group.insert(group.end(), l.cases.begin(), l.cases.end());
        const bool fails = group.size() > 1 && is_core(*group.front().builtin);
        if (fails && is_second && !task.quiet) {
          ++put_off;
          schedule.retry_quietly(task, refusal_of(group, true), group, "");
        } else if (fails) {
          return schedule.lost(task, {how, Phase::Launch, group, "it failed"}, unjudged);
        } else {
          for (const Case& c : group) schedule.judged(task, {c, Verdict::Pass});
        }
        std::erase_if(unjudged, [&](const Case& c) { return std::ranges::count(group, c) != 0; });
      }
      (void)schedule.finished(task, {});
    });
    EXPECT_EQ(put_off, 1U);
    std::size_t repeated = 0;
    for (const CaseResult& result : schedule.take_results()) {
      EXPECT_NE(result.verdict, Verdict::Flake) << result.message;
      for (const std::string& seen : result.observed)
        EXPECT_EQ(seen.find("did not repeat"), std::string::npos) << seen;
      repeated +=
          result.verdict == Verdict::Timeout ||
          result.observed.contains("a failure beside builtins that the run does not select: it failed");
    }
    EXPECT_GE(repeated, 2U);
  }
}

TEST(Schedule, ACaseThatWasNotJudgedExplainsNothing) {
  const std::vector<Case> cases{parse_case("reduce_add.int.1d.33.chain").value(),
                                parse_case("reduce_min.int.1d.33.chain").value()};
  Schedule schedule(able_device(), {.cases = cases}, {[](const CaseResult&) {}}, 2);
  const Task both = schedule.take().value();
  schedule.lost(both, {Verdict::Crash, Phase::Launch, cases, "it crashed"}, cases);
  run_all(schedule, [&](const Task& task) {
    if (task.job.cases.front() != cases[0]) return judge_all(task, schedule);
    schedule.retry_quietly(task, {Verdict::NotRun, Phase::Launch, task.job.cases, "killed"}, task.job.cases,
                           "and not by the driver");
  });
  const auto results = schedule.take_results();
  EXPECT_EQ(results[0].verdict, Verdict::NotRun);
  EXPECT_EQ(results[1].verdict, Verdict::Pass);
  for (const CaseResult& result : results)
    EXPECT_EQ(result.observed, std::set<std::string>{"a failure of several cases together, some of which got "
                                                     "no verdict alone: it crashed"});
}

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

// As above: workers that leave a case out.
TEST(Schedule, ACaseThatWasReportedMayBeLeftOutAgain) {
  const Case c = parse_case("reduce_add.int.1d.33.solo").value();
  int draws = 0;
  Schedule schedule(able_device(),
                    {.more = [&] { return draws++ < 2 ? std::vector{c} : std::vector<Case>{}; }},
                    {[](const CaseResult& r) { EXPECT_EQ(r.verdict, Verdict::Pass) << r.message; }}, 2);
  for (const bool is_left_out : {true, false, true, false}) {
    const Task task = schedule.take().value();
    if (is_left_out)
      (void)schedule.finished(task, {c});
    else
      judge_all(task, schedule);
  }
  EXPECT_TRUE(schedule.silent().empty());
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

// One builtin of the group hangs alone in other launches, so its cases get no further run.
TEST(Schedule, APartOfAGroupThatHungProvesNothing) {
  auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  for (const char* id : {"reduce_min.float.1d.64.solo", "reduce_min.float.1d.100.solo"})
    cases.push_back(parse_case(id).value());
  FakeDriver driver = FakeDriver::that_dies_of(
      [](const Builtin& b, const Case& c) { return b.name == "reduce_min" && c.form->name == "solo"; },
      Verdict::Timeout);
  driver.group = [hung = std::make_shared<bool>(false)](const std::vector<Case>& group, bool alone) {
    const bool is_whole = !alone && group.size() > 1 && is_core(*group.front().builtin);
    return is_whole && !std::exchange(*hung, true) ? Death{Verdict::Timeout} : Death{};
  };
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  EXPECT_EQ(played.with(Verdict::Timeout).size(), 2U);
  for (const auto& [id, result] : played.results)
    for (const std::string& seen : result.observed)
      EXPECT_EQ(seen.find("did not repeat"), std::string::npos) << id << ' ' << seen;
  EXPECT_EQ(played.results.at("reduce_add.float.1d.33.chain").observed.size(), 1U);
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

/// Lets the driver run the task. Whether it was lost.
bool run_task(const FakeDriver& driver, const Task& task, Schedule& schedule, FakeDriver::Clock& clock) {
  std::set<Case> judged;
  const auto loss = driver.run(task, schedule, judged, clock);
  std::vector<Case> unjudged;
  std::ranges::copy_if(task.job.cases, std::back_inserter(unjudged),
                       [&](const Case& c) { return !judged.contains(c); });
  if (!loss) {
    schedule.finished(task, unjudged);
    return false;
  }
  schedule.lost(task,
                {.verdict = *loss->death,
                 .phase = loss->phase,
                 .cases = loss->cases,
                 .message = std::string(1000, 'm'),
                 .log = std::string(8000, 'l')},
                unjudged);
  return true;
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

// A soak run draws on while a group is settled, and reports each case once.
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
      (void)schedule.has_task();  // is asked while a worker has the task
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

// Another program may have the device's memory, in a soak run as in any other.
TEST(Schedule, ASoakRunPutsOffARefusalOfMemory) {
  Draw draw(1, 64, {64, 64, 64});
  std::set<Verdict> told;
  Schedule schedule(able_device(), {.more = [&] { return draw.next(); }},
                    {[&](const CaseResult& r) { told.insert(r.verdict); }}, 2);
  const auto task = schedule.take();
  ASSERT_TRUE(task);
  for (const Case& c : task->job.cases) {
    Fault refused{Verdict::LaunchError, Phase::Launch, {c}, "no buffers"};
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

// Nothing that is drawn later would run, and the loop that draws lets no signal and no time budget through.
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
}

// The driver crashes with several cases together, and with none of them alone.
TEST(Schedule, AGroupThatCrashesTogetherGetsTheVerdict) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.64.chain"}});
  FakeDriver driver;
  driver.group = [](const std::vector<Case>& group, bool alone) {
    return !alone && group.front().local.extents[0] == 33 ? Death{Verdict::Crash} : Death{};
  };
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  for (const auto& [id, result] : played.results) {
    const bool settled = result.the_case.local.extents[0] == 33;
    EXPECT_EQ(result.verdict, settled ? Verdict::Crash : Verdict::Pass) << id;
    // Builtins of an extension have a kernel of their own, and so a launch.
    const char* const together =
        is_core(*result.the_case.builtin) ? "with 10 cases together" : "with 3 cases together";
    EXPECT_EQ(result.message.find(together) != std::string::npos, settled) << result.message;
  }
  EXPECT_LE(played.losses, 4U);
}

// Another failure explains a group's crash only in the same phase and in a kernel of the group.
TEST(Schedule, AnotherFailureDoesNotExplainThatOfAGroup) {
  const auto cases =
      select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.64.chain", "*.1d.33.solo"}});
  FakeDriver driver;
  driver.group = [](const std::vector<Case>& group, bool alone) {
    return !alone && group.size() > 1 && size_of(group.front()) == 33 ? Death{Verdict::Crash} : Death{};
  };
  driver.build = [](const Kernel& kernel, const Builtin& b) {
    const bool is_alone = kernel.form->name == "chain" && kernel.members.size() == 1;
    return is_alone && b.name == "reduce_min" ? Death{Verdict::BuildError} : Death{};
  };
  driver.launch = [](const Builtin&, const Case& c) {
    return c.form->name == "solo" ? Death{Verdict::LaunchError} : Death{};
  };
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  EXPECT_EQ(played.results.at("reduce_min.float.1d.33.chain").verdict, Verdict::BuildError);
  for (const char* const id : {"reduce_max.float.1d.33.chain", "broadcast.float.1d.33.chain"})
    EXPECT_EQ(played.results.at(id).verdict, Verdict::Crash) << id << ": " << played.results.at(id).message;
}

/// Hangs with several cases of 33 work-items together, as a kernel in which one collective blocks the next.
Death blocks_together(const std::vector<Case>& group, bool alone) {
  return !alone && size_of(group.front()) == 33 ? Death{Verdict::Timeout} : Death{};
}

// WGC.LA.3. The kernel of the extension's builtins is the smaller one. One proof is enough: each costs the
// time limits of all cases.
TEST(Schedule, AGroupThatHangsTogetherTwiceGetsTheVerdict) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.64.chain"}});
  FakeDriver driver;
  driver.group = blocks_together;
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  for (const auto& [id, result] : played.results) {
    const bool hung = size_of(result.the_case) == 33, proved = hung && !is_core(*result.the_case.builtin);
    EXPECT_EQ(result.verdict, proved ? Verdict::Timeout : Verdict::Pass) << id;
    EXPECT_EQ(result.observed.size(), hung && !proved ? 1U : 0U) << id;
    if (!proved) continue;
    EXPECT_EQ(
        result.message,
        "3 cases together, twice: the worker was killed by SIGSEGV; each case passes without the others");
    EXPECT_EQ(result.clauses, std::vector<std::string>{"WGC.LA.3"});
  }
  EXPECT_LE(played.clock.seconds, (2 + 3) * FakeDriver::timeout + 1);
}

/// The results of a run that is stopped after this many tasks, and the cases that were reported.
struct Stopped {
  std::vector<CaseResult> results;
  std::set<Case> reported;
};
Stopped stopped_after(std::size_t tasks, const FakeDriver& driver, const std::vector<Case>& cases,
                      const std::vector<CaseResult>& earlier = {}) {
  Stopped stopped;
  Schedule schedule(able_device(), {.cases = cases, .earlier = earlier},
                    {[&](const CaseResult& r) { stopped.reported.insert(r.the_case); }}, 2);
  FakeDriver::Clock clock;
  while (tasks > 0 && (schedule.has_task() || schedule.next_round()))
    for (; tasks > 0 && schedule.has_task(); --tasks) run_task(driver, *schedule.take(), schedule, clock);
  schedule.stop("not run: interrupted");
  stopped.results = schedule.take_results();
  return stopped;
}

// A resumed run keeps the results of the stopped one, and comes to the same verdicts. So no case passes while
// a failure of its group is not settled, and retries have the same neighbours, wherever the run stops.
TEST(Schedule, AStopLosesNoFailureOfAGroup) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.64.chain"}});
  for (const Verdict how : {Verdict::Timeout, Verdict::Crash}) {
    FakeDriver driver;
    driver.group = [=](const std::vector<Case>& group, bool alone) {
      return blocks_together(group, alone) ? Death{how} : Death{};
    };
    const Played whole = play(driver, cases, 2);
    for (std::size_t tasks = 1; tasks < whole.tasks; ++tasks) {
      const Stopped stopped = stopped_after(tasks, driver, cases);
      for (const CaseResult& result : stopped.results) {
        const std::string id = name(result.the_case);
        if (result.verdict == Verdict::Pass)
          EXPECT_EQ(whole.results.at(id).verdict, Verdict::Pass) << id << " after " << tasks;
        else if (result.verdict == Verdict::NotRun)
          EXPECT_EQ(result.message, "not run: interrupted");
        EXPECT_EQ(stopped.reported.contains(result.the_case), result.verdict != Verdict::NotRun)
            << id << " after " << tasks;
      }
      std::vector<CaseResult> kept = stopped.results;
      std::erase_if(kept, [](const CaseResult& result) { return result.verdict == Verdict::NotRun; });
      for (const CaseResult& result : stopped_after(whole.tasks * 2, driver, cases, kept).results)
        EXPECT_EQ(result.verdict, whole.results.at(name(result.the_case)).verdict)
            << name(result.the_case) << " after " << tasks << ": " << result.message;
    }
  }
}

// Slowness is no fault: together the cases may need the sum of their times.
TEST(Schedule, AGroupThatIsSlowTogetherIsAnObservation) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  for (const double share : {0.5, 1.5}) {
    FakeDriver driver;
    driver.group_takes = [=](std::size_t builtins) {
      return builtins > 1 ? share * FakeDriver::timeout * static_cast<double>(builtins) : 1;
    };
    const Played played = play(driver, cases, 2);
    ASSERT_TRUE(played.ended);
    EXPECT_EQ(played.with(Verdict::Timeout).empty(), share < 1);
    for (const auto& [id, result] : played.results)
      if (result.verdict == Verdict::Pass) EXPECT_EQ(result.observed.size(), 1U) << id << ' ' << share;
  }
}

// A large program may exceed the limits of a compiler. The smallest groups that fail have the observation.
TEST(Schedule, ABuildThatFailsOnlyTogetherIsAnObservation) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  for (const Verdict how : {Verdict::BuildError, Verdict::Timeout}) {
    FakeDriver driver;
    driver.build = [=](const Kernel& kernel, const Builtin&) {
      return kernel.members.size() > 1 ? Death{how} : Death{};
    };
    const Played played = play(driver, cases, 2);
    ASSERT_TRUE(played.ended);
    EXPECT_EQ(played.with(Verdict::Pass).size() + played.with(Verdict::Skip).size(), played.results.size());
    std::set<std::string> observed;
    for (const auto& [id, result] : played.results) {
      observed.insert(result.observed.begin(), result.observed.end());
      if (id == "reduce_add.float.1d.33.chain") EXPECT_EQ(result.observed.size(), 1U);
    }
    EXPECT_EQ(observed,
              std::set<std::string>{"a failure of several cases together, and of none alone: the worker was "
                                    "killed by SIGSEGV"});
  }
}

// A group that hung or crashed and then gives a wrong result is wrong, whatever builtins its kernel has.
TEST(Schedule, AWrongResultOfTheSecondRunCounts) {
  for (const auto& [how, filter] :
       {std::pair(Verdict::Timeout, "*.1d.33.chain"), std::pair(Verdict::Crash, "reduce_*.1d.33.chain")}) {
    const auto cases = select(standard(), {.types = {"float"}, .filters = {filter}});
    FakeDriver driver;
    driver.group = [how, failed = std::make_shared<bool>(false)](const std::vector<Case>&, bool alone) {
      return alone || std::exchange(*failed, true) ? Death{} : Death{how};
    };
    driver.judge = [](const Case& c, bool alone) {
      return c.builtin->name == "reduce_min" && !alone ? Verdict::Fail : Verdict::Pass;
    };
    const Played played = play(driver, cases, 2);
    EXPECT_EQ(played.with(Verdict::Fail), std::set<std::string>{"reduce_min.float.1d.33.chain"})
        << info(how).name;
    EXPECT_TRUE(played.with(Verdict::Flake).empty());
  }
}

// The launch's kernel contains a builtin that is not selected. The selected cases are not at fault.
TEST(Schedule, ACrashOfAnUnselectedBuiltinIsNoVerdict) {
  const auto driver = FakeDriver::that_dies_of(
      [](const Builtin& b, const Case& c) { return b.name == "reduce_min" && size_of(c) == 33; });
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain", "-reduce_min.*"}});
  for (const unsigned retries : {0U, 2U}) {
    const Played played = play(driver, cases, retries);
    ASSERT_TRUE(played.ended);
    for (const auto& [id, result] : played.results) {
      EXPECT_EQ(result.verdict, Verdict::Pass) << id;
      EXPECT_EQ(result.observed.empty(), !is_core(*result.the_case.builtin)) << id;
    }
  }
}

// A crash by chance is reported, although neither one case alone nor all together repeat it.
TEST(Schedule, ACrashThatDoesNotRepeatIsAFlake) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain", "-reduce_min.*"}});
  FakeDriver driver;
  driver.group = [died = std::make_shared<bool>(false)](const std::vector<Case>&, bool) {
    return std::exchange(*died, true) ? Death{} : Death{Verdict::Crash};
  };
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  EXPECT_FALSE(played.with(Verdict::Flake).empty());
  EXPECT_TRUE(played.with(Verdict::Crash).empty());
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

// The retry differs only in its process. A case that fails twice and passes alone in its source is
// deterministic.
TEST(Schedule, AFailureThatNeedsNeighboursIsNoFlake) {
  auto cases = select(standard(), {.filters = {"program.int.*"}});
  cases.resize(10);
  FakeDriver driver;
  driver.fails_beside = [](const Case&, const std::vector<Kernel>& program) { return program.size() > 1; };
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  for (const auto& [id, result] : played.results) {
    EXPECT_EQ(result.verdict, Verdict::Fail) << id;
    EXPECT_EQ(result.isolated, Verdict::Pass) << id;
    EXPECT_GE(result.neighbours.size(), 2U) << id;
    EXPECT_NE(std::ranges::find(result.neighbours, result.the_case), result.neighbours.end()) << id;
    EXPECT_NE(failure_message(result).find("alone in a program: pass"), std::string::npos) << id;
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
        return schedule.lost(task, {Verdict::Crash, Phase::Launch, {c}, "killed", ""}, unjudged);
      std::erase(unjudged, c);
      schedule.judged(task, {c, Verdict::Pass});
    }
    (void)schedule.finished(task, {});
  };
  do
    while (const auto task = schedule.take()) run(*task);
  while (schedule.next_round());
  const auto results = schedule.take_results();
  EXPECT_EQ(results[1].verdict, Verdict::Crash);
  EXPECT_EQ(results[1].attempts, (std::vector{Verdict::Crash, Verdict::Crash}));
  EXPECT_EQ(results[1].isolated, Verdict::Pass);
  EXPECT_EQ(results[1].neighbours, cases);
  EXPECT_EQ(results[1].message,
            "killed; alone in a program: pass, so other kernels of the program cause the failure");
}

TEST(Schedule, AFailureIsRetriedAndRunAlone) {
  FakeDriver driver;
  driver.judge = [](const Case& c, bool alone) {
    return name(c) == "reduce_min.double.1d.33.chain" && !alone ? Verdict::Fail : Verdict::Pass;
  };
  const Played played = play(driver, smoke(), 2);
  for (const auto& [id, result] : played.results) {
    if (id != "reduce_min.double.1d.33.chain") continue;
    EXPECT_EQ(result.verdict, Verdict::Fail);
    EXPECT_EQ(result.attempts, (std::vector{Verdict::Fail, Verdict::Fail, Verdict::Fail}));
    EXPECT_EQ(result.isolated, Verdict::Pass);
  }
  EXPECT_EQ(played.with(Verdict::Fail).size(), 1U);
}

}  // namespace
}  // namespace wgcts::harness
