// Workers that end badly outside of a case, and launchers that start only some workers or none.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "harness/process/discovery.hpp"
#include "harness/process/protocol.hpp"
#include "harness/schedule/schedule.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

/// The outcomes of a few cases with workers that this command starts. Each failure of a worker is reported
/// when it happens, because the run itself may be killed.
Outcomes started_by(std::vector<std::string> command, const char* mode = "none", unsigned jobs = 2) {
  setenv("FAKE", mode, 1);
  setenv("FAKE_CASE", "?", 1);
  const auto cases = select(plan(Profile::Standard),
                            {.types = {"float", "int"}, .filters = {"*.1d.33.chain", "*.1d.100.solo"}});
  std::vector<WorkerFailure> reported;
  Outcomes outcomes =
      judge_cases({std::move(command), 20, jobs}, able_device(), {1, cases},
                  {.judged = [](const CaseResult&) {},
                   .worker_failed = [&](const WorkerFailure& failure) { reported.push_back(failure); }});
  EXPECT_EQ(outcomes.worker_failures, reported);
  return outcomes;
}

void expect_all_pass(const Outcomes& outcomes) {
  EXPECT_TRUE(outcomes.complete);
  for (const CaseResult& result : outcomes.results)
    EXPECT_EQ(result.verdict, Verdict::Pass) << name(result.the_case) << ": " << result.message;
}

TEST(WorkerFailures, GoodWorkersHaveNone) {
  const Outcomes outcomes = started_by({WGCTS_FAKE_WORKER});
  expect_all_pass(outcomes);
  EXPECT_TRUE(outcomes.worker_failures.empty());
}

TEST(WorkerFailures, ADeathBetweenTwoJobsIsNoVerdict) {
  const Outcomes outcomes = started_by({WGCTS_FAKE_WORKER}, "between", 1);
  expect_all_pass(outcomes);
  ASSERT_FALSE(outcomes.worker_failures.empty());
  EXPECT_EQ(outcomes.worker_failures[0].stage, "between two jobs");
  EXPECT_EQ(outcomes.worker_failures[0].signal, SIGSEGV);
}

TEST(WorkerFailures, ADeathAfterTheLastVerdictIsRecorded) {
  const Outcomes outcomes = started_by({WGCTS_FAKE_WORKER}, "judged", 1);
  expect_all_pass(outcomes);
  ASSERT_FALSE(outcomes.worker_failures.empty());
  EXPECT_EQ(outcomes.worker_failures[0].stage, "after its last verdict");
  EXPECT_EQ(outcomes.worker_failures[0].signal, SIGSEGV);
}

// The kernel's out-of-memory killer may choose any process.
TEST(WorkerFailures, AnOutsideKillAfterTheLastVerdictIsNoFailure) {
  const Outcomes outcomes = started_by({WGCTS_FAKE_WORKER}, "killed_judged", 1);
  expect_all_pass(outcomes);
  EXPECT_TRUE(outcomes.worker_failures.empty());
}

// Sanitizers, valgrind, and drivers that crash in their own tear-down.
TEST(WorkerFailures, ABadExitOfADismissedWorkerIsRecorded) {
  const Outcomes outcomes = started_by({WGCTS_FAKE_WORKER}, "at_end", 1);
  expect_all_pass(outcomes);
  ASSERT_EQ(outcomes.worker_failures.size(), 1U);
  EXPECT_EQ(outcomes.worker_failures[0].stage, "at its end");
  EXPECT_EQ(outcomes.worker_failures[0].exit_code, 99);
  EXPECT_NE(outcomes.worker_failures[0].log.find("heap-use-after-free"), std::string::npos);
}

TEST(Launcher, IsNamedAsItsUserWroteIt) {
  WorkerSetup setup{{"/bin/sh", "-c", "echo starting; exit 0"}, 20, 1};
  setup.launcher = "echo starting";
  try {
    (void)discover(setup);
    FAIL() << "no worker can start";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "no worker could be started: the launcher 'echo starting' ended with exit code 0: starting");
  }
}

// The launcher has started a worker that found the device, so later starts may fail only for a while.
TEST(Launcher, ItsOutputIsReportedIfItStartsNoWorker) {
  const Outcomes outcomes = started_by({"/bin/sh", "-c", "echo ssh: connection refused >&2; exit 255"});
  for (const CaseResult& result : outcomes.results) {
    EXPECT_EQ(result.verdict, Verdict::NotRun);
    EXPECT_EQ(result.message.find("not run: no worker could be started any more"), 0U) << result.message;
    EXPECT_NE(result.message.find("exit code 255: ssh: connection refused"), std::string::npos)
        << result.message;
  }
}

/// A launcher that starts a worker if the shell's `condition` holds, and refuses otherwise.
std::vector<std::string> launcher_if(const std::string& condition) {
  return {"/bin/sh", "-c",
          condition + " && exec " + WGCTS_FAKE_WORKER + "; echo the board is busy >&2; exit 7"};
}

// After the last verdict, ssh loses its connection, or a batch system ends the job.
TEST(Launcher, ItsOwnBadEndIsNoFailureOfTheWorker) {
  for (const char* code : {"255", "143"})
    for (const char* launcher : {"", "ssh board"}) {
      setenv("FAKE", "none", 1);
      const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
      WorkerSetup setup{{"/bin/sh", "-c", std::string(WGCTS_FAKE_WORKER) + "; exit " + code}, 20, 1};
      setup.launcher = launcher;
      const auto outcomes = judge_cases(setup, able_device(), {1, cases}, {[](const CaseResult&) {}});
      expect_all_pass(outcomes);
      EXPECT_EQ(outcomes.worker_failures.empty(), *launcher != 0) << code << ' ' << launcher;
    }
}

// Other launchers than ssh exit with 1 if they lose their connection. The worker ends after its last verdict.
TEST(Launcher, ALostConnectionIsNoFailureOfTheWorker) {
  for (const char* code : {"1", "139"}) {
    setenv("FAKE", "judged", 1);
    const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
    WorkerSetup setup{{"/bin/sh", "-c", std::string(WGCTS_FAKE_WORKER) + "; exit " + code}, 20, 1};
    setup.launcher = "adb shell";
    const auto outcomes = judge_cases(setup, able_device(), {1, cases}, {[](const CaseResult&) {}});
    expect_all_pass(outcomes);
    EXPECT_EQ(outcomes.worker_failures.empty(), std::string_view(code) == "1") << code;
  }
}

// A worker may be started for cases that then need no run. Its refusal by a launcher is not a failure.
TEST(Launcher, ItsRefusalOfAWorkerWithoutATaskIsNoFailure) {
  const std::string starts = testing::TempDir() + "wgcts_starts_" + std::to_string(getpid());
  const auto run = [&](std::size_t most) {
    std::remove(starts.c_str());
    setenv("FAKE", "crash", 1);
    setenv("FAKE_CASE", "", 1);
    const auto cases = select(plan(Profile::Standard), {.types = {"float", "int"}, .filters = {"*.1d.*"}});
    return judge_cases({{"/bin/sh", "-c",
                         fmt::format("echo $$ >> {0}; [ $(wc -l < {0}) -le {1} ] && exec {2}; exit 7", starts,
                                     most, WGCTS_FAKE_WORKER)},
                        20,
                        1},
                       able_device(), {1, cases}, {[](const CaseResult&) {}});
  };
  (void)run(1000);
  std::ifstream lines(starts);
  const auto count = std::count(std::istreambuf_iterator<char>(lines), {}, '\n');
  const Outcomes outcomes = run(static_cast<std::size_t>(count) - 1);
  std::remove(starts.c_str());
  EXPECT_TRUE(outcomes.worker_failures.empty());
}

// A board that runs one process at a time.
TEST(Launcher, AnOccasionalStartIsEnough) {
  const std::string lock = testing::TempDir() + "wgcts_lock_" + std::to_string(getpid());
  rmdir(lock.c_str());
  expect_all_pass(started_by(launcher_if("mkdir " + lock)));
  rmdir(lock.c_str());
}

/// The outcomes of eight workers that all have cases.
Outcomes of_many_workers(std::vector<std::string> command) {
  const auto cases = select(plan(Profile::Standard), {.filters = {"*.1d.33.chain", "*.1d.100.solo"}});
  return judge_cases({std::move(command), 20, 8}, able_device(), {1, cases}, {[](const CaseResult&) {}});
}

// Workers that start together are one attempt. The network or the device comes back after a second.
TEST(Launcher, AFailureOfAllWorkersAtOnceIsOneAttempt) {
  using Clock = std::chrono::system_clock;
  const double until =
      std::chrono::duration<double>(Clock::now().time_since_epoch() + std::chrono::seconds(1)).count();
  setenv("FAKE", "none", 1);
  expect_all_pass(of_many_workers(launcher_if(fmt::format("[ $(date +%s) -gt {:.0f} ]", until))));
  setenv("FAKE", "away", 1);
  const double from_now =
      std::chrono::duration<double>(Clock::now().time_since_epoch() + std::chrono::milliseconds(500)).count();
  setenv("FAKE_UNTIL", fmt::format("{}", from_now).c_str(), 1);
  expect_all_pass(of_many_workers({WGCTS_FAKE_WORKER}));
  unsetenv("FAKE_UNTIL");
}

TEST(Launcher, WithoutFurtherWorkersTheRestIsNotRun) {
  const std::string lock = testing::TempDir() + "wgcts_lock_" + std::to_string(getpid());
  rmdir(lock.c_str());
  const Outcomes outcomes = started_by(launcher_if("mkdir " + lock), "between", 1);
  rmdir(lock.c_str());
  std::size_t passed = 0, not_run = 0;
  for (const CaseResult& result : outcomes.results) {
    passed += result.verdict == Verdict::Pass ? 1 : 0;
    if (result.verdict != Verdict::NotRun) continue;
    ++not_run;
    EXPECT_NE(result.message.find("the board is busy"), std::string::npos) << result.message;
  }
  EXPECT_GT(passed, 0U);
  EXPECT_GT(not_run, 0U);
  EXPECT_EQ(passed + not_run, outcomes.results.size());
}

/// A launcher that forwards this many lines of each worker. The worker then ends, like a real worker.
std::vector<std::string> forwarding(unsigned lines) {
  return {"python3", "-c",
          fmt::format(R"(import subprocess, sys
worker = subprocess.Popen(["{}"], stdout=subprocess.PIPE)
for _ in range({}):
    print(worker.stdout.readline().decode(), end="", flush=True)
worker.kill()
print("{}", file=sys.stderr))",
                      WGCTS_FAKE_WORKER, lines, output_closed_message)};
}

// In a long run, a connection may be lost several times.
TEST(Launcher, MayStopForwardingWhileVerdictsCome) {
  expect_all_pass(started_by(forwarding(12), "none", 1));
  for (const CaseResult& result : started_by(forwarding(1), "none", 1).results)
    EXPECT_EQ(result.verdict, Verdict::NotRun);
}

}  // namespace
}  // namespace wgcts::harness
