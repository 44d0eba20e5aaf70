// Cases that fail together and not alone.
#include <gtest/gtest.h>

#include "suites/selection.hpp"
#include "tests/harness/schedule/fake_driver.hpp"

namespace wgcts::harness {
namespace {

// One builtin of the group hangs alone in other launches, so its cases do not run again.
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

// One builtin of a kernel is refused. The worker survives, and the other builtins pass without it.
TEST(Schedule, ARefusedLaunchOfSeveralBuiltinsIsDivided) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  std::map<std::string, Verdict> verdicts;
  Schedule schedule(able_device(), {.cases = cases},
                    {[&](const CaseResult& r) { verdicts[name(r.the_case)] = r.verdict; }}, 0);
  std::size_t refusals = 0;
  for (auto task = schedule.take(); task; task = schedule.take()) {
    for (const Launch& launch : launches_of(task->job)) {
      const auto& members = launch.kernel.members;
      const bool is_refused =
          std::ranges::any_of(members, [](const Builtin* b) { return b->name == "reduce_min"; });
      Fault fault = refusal_of(launch.cases, true);
      fault.stage = Stage::Launch;
      refusals += is_refused;
      if (is_refused) schedule.lost(*task, fault, launch.cases);
      for (const Case& c : launch.cases)
        if (!is_refused) schedule.judged(*task, {c, Verdict::Pass});
    }
    schedule.finished(*task, {});
  }
  EXPECT_EQ(refusals, 2U);
  for (const Case& c : cases)
    EXPECT_EQ(verdicts.at(name(c)), c.builtin->name == "reduce_min" ? Verdict::LaunchError : Verdict::Pass)
        << name(c);
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
    // Builtins of an extension have a separate kernel and launch.
    const char* const together =
        is_core(*result.the_case.builtin) ? "with 10 cases together" : "with 3 cases together";
    EXPECT_EQ(result.message.find(together) != std::string::npos, settled) << result.message;
  }
  EXPECT_LE(played.losses, 4U);
}

// A program counts as built when its kernels are created. Some drivers compile them only then.
TEST(Schedule, ACrashThatCreatesAKernelBlamesNoOtherCase) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  FakeDriver driver =
      FakeDriver::that_cannot_build([](const Kernel&, const Builtin& b) { return b.name == "reduce_min"; });
  for (const Stage stage : {Stage::Build, Stage::Create}) {
    driver.stage_of_build = stage;
    for (const auto& [id, result] : play(driver, cases, 2).results)
      EXPECT_EQ(result.verdict,
                result.the_case.builtin->name == "reduce_min" ? Verdict::Crash : Verdict::Pass)
          << id << ": " << result.message;
  }
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

/// Hangs with several cases of 33 work-items together, like a kernel in which one collective blocks the next.
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

// A resumed run keeps the results of the stopped run and reaches the same verdicts. So no case passes before
// the failures of its group are settled, and retries have the same neighbours, after a stop at any task.
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

// Slowness is not a failure: together, the cases may need the sum of their times.
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

// A group that hung and then gives a wrong result is wrong.
TEST(Schedule, AWrongResultOfTheRepeatCounts) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  FakeDriver driver;
  driver.group = [hung = std::make_shared<bool>(false)](const std::vector<Case>&, bool alone) {
    return alone || std::exchange(*hung, true) ? Death{} : Death{Verdict::Timeout};
  };
  driver.judge = [](const Case& c, bool alone) {
    return c.builtin->name == "reduce_min" && !alone ? Verdict::Fail : Verdict::Pass;
  };
  const Played played = play(driver, cases, 2);
  EXPECT_EQ(played.with(Verdict::Fail), std::set<std::string>{"reduce_min.float.1d.33.chain"});
  EXPECT_TRUE(played.with(Verdict::Flake).empty());
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

// A crash by chance is reported, even if no single case repeats it.
TEST(Schedule, ACrashBesideAnUnselectedBuiltinIsAnObservation) {
  const auto cases = select(standard(), {.types = {"float"}, .filters = {"*.1d.33.chain", "-reduce_min.*"}});
  FakeDriver driver;
  driver.group = [died = std::make_shared<bool>(false)](const std::vector<Case>&, bool) {
    return std::exchange(*died, true) ? Death{} : Death{Verdict::Crash};
  };
  const Played played = play(driver, cases, 2);
  ASSERT_TRUE(played.ended);
  EXPECT_EQ(played.with(Verdict::Pass).size() + played.with(Verdict::Skip).size(), played.results.size());
  EXPECT_TRUE(
      std::ranges::any_of(played.results, [](const auto& entry) { return !entry.second.observed.empty(); }));
}

}  // namespace
}  // namespace wgcts::harness
