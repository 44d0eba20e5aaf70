// The supervisor against workers that crash, hang, print noise, close their pipe and flood it: every case
// gets a verdict, and only the case at fault gets a bad one.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "harness/process/discovery.hpp"
#include "harness/process/worker_connection.hpp"
#include "harness/schedule/fault_attribution.hpp"
#include "harness/schedule/schedule.hpp"
#include "suites/plan.hpp"
#include "suites/selection.hpp"
#include "tests/harness/able_device.hpp"
#include "tests/harness/schedule/guilty.hpp"

namespace wgcts::harness {
namespace {

std::map<std::string, Verdict> judge(const char* mode, const char* victim, double timeout = 20) {
  setenv("FAKE", mode, 1);
  setenv("FAKE_CASE", victim, 1);
  const auto cases =
      select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.100.solo"}});
  const WorkerSetup setup{{WGCTS_FAKE_WORKER}, timeout, 2};
  const auto outcomes = judge_cases(setup, able_device(), {1, cases}, {[](const CaseResult&) {}});
  EXPECT_TRUE(outcomes.complete);
  EXPECT_EQ(outcomes.results.size(), cases.size());
  std::map<std::string, Verdict> verdicts;
  for (const auto& result : outcomes.results) verdicts[name(result.the_case)] = result.verdict;
  return verdicts;
}

void expect_only(const std::map<std::string, Verdict>& verdicts, const std::string& guilty, Verdict verdict) {
  for (const auto& [id, got] : verdicts) EXPECT_EQ(got, id == guilty ? verdict : Verdict::Pass) << id;
}

TEST(Supervisor, PassesAGoodWorker) { expect_only(judge("none", "?"), "", Verdict::Pass); }
TEST(Supervisor, BlamesACrash) { expect_only(judge("crash", guilty), guilty, Verdict::Crash); }
TEST(Supervisor, BlamesACaseThatIsAlwaysKilled) {
  expect_only(judge("killed", guilty), guilty, Verdict::Crash);
}
/// The result of the guilty case.
Outcomes judge_one(const char* mode, double timeout, const std::string& launcher = "") {
  setenv("FAKE", mode, 1);
  setenv("FAKE_CASE", guilty, 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {guilty}});
  const WorkerSetup setup{
      .command = {WGCTS_FAKE_WORKER}, .timeout = timeout, .jobs = 1, .launcher = launcher};
  auto outcomes = judge_cases(setup, able_device(), {1, cases}, {[](const CaseResult&) {}});
  EXPECT_TRUE(outcomes.worker_failures.empty()) << mode;
  return outcomes;
}

CaseResult judge_guilty(const char* mode, double timeout, const std::string& launcher = "") {
  return judge_one(mode, timeout, launcher).results.at(0);
}

// Missing threads, a full disk, a frozen board and the suite's own work are not the driver's fault. The
// message names them.
TEST(Supervisor, DoesNotBlameTheDriverForTheMachineOrTheSuite) {
  const struct {
    const char *mode, *message;
    double timeout;
  } rows[] = {
      {"limit",
       "the worker was killed by SIGABRT, under a limit of the machine: the number of processes and threads "
       "(ulimit -u 100), twice, and not by the driver",
       20},
      {"full_disk",
       "clEnqueueNDRangeKernel returned CL_OUT_OF_RESOURCES, under a limit of the machine: the room in /tmp, "
       "twice, "
       "and not by the driver",
       20},
      {"hang_judging",
       "no answer within 10 times 1 s while the suite was judging; --timeout allows more, twice, and not by "
       "the driver",
       1},
      {"stop",
       "no sign of life for 1 s: the worker was stopped, or its machine or its connection was lost, "
       "twice, "
       "and not by the driver",
       1},
      {"suites_work",
       "the worker was killed by SIGSEGV in the suite's own work, by a defect there or because the driver "
       "had "
       "damaged memory, twice, and not in a call of the driver",
       20}};
  for (const auto& [mode, message, timeout] : rows) {
    const CaseResult result = judge_guilty(mode, timeout);
    EXPECT_EQ(result.verdict, Verdict::NotRun) << mode;
    EXPECT_EQ(result.message, fmt::format("not judged: {}", message));
  }
}

// The system kills processes when memory runs out. Behind a launcher its memory is unknown.
TEST(Supervisor, ShortMemoryIsNotTheDriversFault) {
  EXPECT_EQ(judge_guilty("killed", 20).verdict, Verdict::Crash);
  EXPECT_EQ(judge_guilty("no_memory", 20).verdict, Verdict::LaunchError);
  const CaseResult refused = judge_guilty("event_fails", 20);
  EXPECT_EQ(refused.verdict, Verdict::LaunchError);
  EXPECT_EQ(refused.clauses, (std::vector<std::string>{"WGC.LA.1", "WGC.ND.2"}));
  EXPECT_EQ(judge_guilty("killed", 20, "ssh board").verdict, Verdict::NotRun);
}

// A kill may affect no verdict. So the run prints the number of kills.
TEST(Supervisor, TheNumberOfKilledWorkersIsTold) {
  EXPECT_EQ(judge_one("killed", 20).remarks,
            std::vector<std::string>{"3 workers were killed by a signal from outside"});
  EXPECT_TRUE(judge_one("crash", 20).remarks.empty());
}

// The worker names its limits, so this also holds on another machine.
TEST(Supervisor, AFailureUnderALimitIsNotTheDriversFault) {
  setenv("FAKE_LIMITS", "memory (ulimit -v 1)", 1);
  for (const char* launcher : {"", "ssh board"})
    for (const auto& [mode, said] : {std::pair("killed", "the worker was killed by SIGKILL"),
                                     std::pair("crash", "the worker was killed by SIGSEGV"),
                                     std::pair("no_memory", "the host has no memory"),
                                     std::pair("exit", "the worker ended with exit code 0")}) {
      const CaseResult result = judge_guilty(mode, 20, launcher);
      EXPECT_EQ(result.verdict, Verdict::NotRun) << mode;
      EXPECT_EQ(result.message, fmt::format("not judged: {}, under a limit of the machine: memory (ulimit -v "
                                            "1), twice, and not by the driver",
                                            said));
    }
  EXPECT_EQ(judge_guilty("hang", 1).verdict, Verdict::NotRun);
  EXPECT_EQ(judge_guilty("fail", 20).verdict, Verdict::Fail);
  unsetenv("FAKE_LIMITS");
}

// If the soft limit of processor time equals the hard limit, the signal is SIGKILL.
TEST(Supervisor, AKillForProcessorTimeIsNotTheDriversFault) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_CPU, &before), 0);
  const rlimit limited{std::min<rlim_t>(1'000'000, before.rlim_max), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_CPU, &limited), 0);
  const CaseResult result = judge_guilty("killed", 20);
  setrlimit(RLIMIT_CPU, &before);
  EXPECT_EQ(result.verdict, Verdict::NotRun);
  EXPECT_EQ(result.message,
            "not judged: the worker was killed by SIGKILL, twice, and the processor time of a process is "
            "limited (ulimit -t)");
}

// Memory may have been short because other workers ran.
TEST(Supervisor, RetriesAKilledCaseWithoutOtherWorkers) {
  const std::string log = testing::TempDir() + "wgcts_alone_" + std::to_string(getpid());
  std::remove(log.c_str());
  setenv("FAKE_LOG", log.c_str(), 1);
  expect_only(judge("alone", guilty), "", Verdict::Pass);
  unsetenv("FAKE_LOG");
  std::remove(log.c_str());
}
TEST(Supervisor, TreatsAnEarlyExitAsACrash) { expect_only(judge("exit", guilty), guilty, Verdict::Crash); }
TEST(Supervisor, BlamesAHang) { expect_only(judge("hang", guilty, patience), guilty, Verdict::Timeout); }
TEST(Supervisor, TreatsAClosedPipeAsAHang) {
  expect_only(judge("close", guilty, patience), guilty, Verdict::Timeout);
}
TEST(Supervisor, BlamesARefusal) { expect_only(judge("refuse", guilty), guilty, Verdict::LaunchError); }
// Also behind a launcher, because its connection was not lost.
TEST(Supervisor, BlamesARefusalBehindALauncher) {
  EXPECT_EQ(judge_guilty("refuse", 20, "ssh board").verdict, Verdict::LaunchError);
}
TEST(Supervisor, IgnoresNoiseOnStandardOutput) { expect_only(judge("babble", "?"), "", Verdict::Pass); }
TEST(Supervisor, IgnoresVerdictsOnCasesOfOtherTasks) { expect_only(judge("stale", "?"), "", Verdict::Pass); }
TEST(Supervisor, GivesUpACaseWithoutAVerdict) { expect_only(judge("mute", guilty), guilty, Verdict::NotRun); }
TEST(Supervisor, SurvivesAFloodOfOutput) { expect_only(judge("flood", "?"), "", Verdict::Pass); }

// A lost connection looks like a driver that calls exit(). With a launcher it is never the driver's fault. A
// crash or exit that does not repeat is an observation.
TEST(Supervisor, ALostConnectionIsNoFailure) {
  setenv("FAKE_CASE", guilty, 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  const struct {
    const char *mode, *launcher;
    Verdict verdict;
  } rows[] = {{"once_crash", "", Verdict::Flake}, {"once_crash", "ssh board", Verdict::Pass},
              {"once_exit", "", Verdict::Flake},  {"once_exit", "ssh board", Verdict::Pass},
              {"exit", "", Verdict::Crash},       {"exit", "ssh board", Verdict::NotRun},
              {"terminated", "", Verdict::Crash}, {"terminated", "ssh board", Verdict::NotRun}};
  for (const auto& [mode, launcher, verdict] : rows) {
    setenv("FAKE", mode, 1);
    const std::string log = testing::TempDir() + "/lost_connection" + std::to_string(getpid()) + launcher;
    setenv("FAKE_LOG", log.c_str(), 1);
    const WorkerSetup setup{
        .command = {WGCTS_FAKE_WORKER}, .timeout = 20, .jobs = 2, .retries = 2, .launcher = launcher};
    const auto outcomes = judge_cases(setup, able_device(), {1, cases}, {[](const CaseResult&) {}});
    for (const CaseResult& result : outcomes.results) {
      const bool is_guilty = name(result.the_case) == guilty;
      EXPECT_EQ(result.verdict, is_guilty ? verdict : Verdict::Pass)
          << mode << ' ' << launcher << ' ' << name(result.the_case) << ' ' << result.message;
      EXPECT_EQ(result.observed.empty(), !is_guilty || verdict != Verdict::Pass) << mode << ' ' << launcher;
    }
    std::filesystem::remove(log);
  }
  unsetenv("FAKE_LOG");
}

// A defect of the suite is not the driver's fault. Only its case gets no verdict.
TEST(Supervisor, ADefectOfTheSuiteIsNoVerdict) {
  for (const char* mode : {"defect", "last_defect", "mute"}) {
    setenv("FAKE", mode, 1);
    setenv("FAKE_CASE", guilty, 1);
    const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
    const auto outcomes =
        judge_cases({{WGCTS_FAKE_WORKER}, 20, 2}, able_device(), {1, cases}, {[](const CaseResult&) {}});
    EXPECT_TRUE(outcomes.complete);
    EXPECT_TRUE(outcomes.worker_failures.empty()) << mode;
    ASSERT_EQ(outcomes.defects.size(), 1U) << mode;
    EXPECT_NE(outcomes.defects[0].find(guilty), std::string::npos) << outcomes.defects[0];
    for (const CaseResult& result : outcomes.results) {
      const bool not_judged = name(result.the_case) == guilty;
      EXPECT_EQ(result.verdict, not_judged ? Verdict::NotRun : Verdict::Pass)
          << mode << ' ' << name(result.the_case);
      EXPECT_EQ(result.message.find("a defect of the suite") != std::string::npos, not_judged);
    }
  }
}

// Exclusive mode: the second worker does not get the device, and no case is at fault.
TEST(Supervisor, FallsBackToOneWorkerOnAnExclusiveDevice) {
  const std::string lock = testing::TempDir() + "wgcts-exclusive-" + std::to_string(getpid());
  setenv("FAKE_LOCK", lock.c_str(), 1);
  setenv("FAKE_SECONDS", "0.02", 1);
  expect_only(judge("exclusive", "?"), "", Verdict::Pass);
  unsetenv("FAKE_SECONDS");
  unlink(lock.c_str());
}

// A driver may list a device for one process only. The second worker missed it three times before the first
// verdict, and the run stopped.
TEST(Supervisor, FallsBackToOneWorkerIfOthersDoNotFindTheDevice) {
  const std::string lock = testing::TempDir() + "wgcts-hidden-" + std::to_string(getpid());
  setenv("FAKE_LOCK", lock.c_str(), 1);
  setenv("FAKE_SECONDS", "2", 1);
  setenv("FAKE", "hidden", 1);
  const auto cases =
      select(plan(Profile::Standard), {.types = {"float", "int"}, .filters = {"reduce_add.*.1d.33.chain"}});
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 20, 2}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  EXPECT_EQ(outcomes.results.size(), 2U);
  for (const CaseResult& result : outcomes.results)
    EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
  unsetenv("FAKE_SECONDS");
  unlink(lock.c_str());
}

// A worker that ends still has the device. The worker for the retry missed it three times meanwhile, and the
// run stopped.
TEST(Supervisor, WaitsForAWorkerThatEndsOnADeviceForOneProcess) {
  const std::string lock = testing::TempDir() + "wgcts-ending-" + std::to_string(getpid());
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {guilty}});
  setenv("FAKE_LOCK", lock.c_str(), 1);
  setenv("FAKE_END", "4", 1);
  setenv("FAKE_VERDICT", "fail", 1);
  setenv("FAKE", "hidden", 1);
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 20, 2, 1}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  EXPECT_EQ(outcomes.results.at(0).attempts, (std::vector{Verdict::Fail, Verdict::Fail}));
  unsetenv("FAKE_VERDICT");
  unsetenv("FAKE_END");
  unlink(lock.c_str());
}

// The driver is not at fault if another program uses the device.
TEST(Supervisor, ADeviceInUseIsNotJudged) {
  const std::string lock = testing::TempDir() + "wgcts-in-use-" + std::to_string(getpid());
  setenv("FAKE_LOCK", lock.c_str(), 1);
  const int file = open(lock.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  for (const auto& [id, verdict] : judge("exclusive", "?")) EXPECT_EQ(verdict, Verdict::NotRun) << id;
  close(file);
  unlink(lock.c_str());
}

// The run must stay short on a device that refuses everything.
TEST(Supervisor, StopsWhereEverythingIsRefused) {
  const std::string log = testing::TempDir() + "wgcts_refused_" + std::to_string(getpid());
  std::filesystem::remove(log);
  setenv("FAKE_STARTS", log.c_str(), 1);
  setenv("FAKE", "no_resources", 1);
  setenv("FAKE_CASE", "", 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}});
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 20, 2}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  unsetenv("FAKE_STARTS");
  std::map<Verdict, std::size_t> counts;
  for (const CaseResult& result : outcomes.results) ++counts[result.verdict];
  EXPECT_GE(counts[Verdict::LaunchError], 1U);
  EXPECT_EQ(counts[Verdict::Pass], 0U);
  std::ifstream lines(log);
  const std::vector<std::string> starts{std::istream_iterator<std::string>(lines), {}};
  EXPECT_LE(starts.size(), 100U) << "for " << cases.size() << " cases";
  std::filesystem::remove(log);
}

// The fake worker reports a separate failure for each case of a shared kernel, before the case fails alone.
TEST(Supervisor, StopsWhereEverythingCrashes) {
  std::map<Verdict, std::size_t> counts;
  for (const auto& [id, verdict] : judge("crash", "")) ++counts[verdict];
  EXPECT_GE(counts[Verdict::Crash], enough_failures / 2);
  EXPECT_GE(counts[Verdict::NotRun], 1U);
  EXPECT_EQ(counts.size(), 2U);
}

TEST(Supervisor, SkipsUnsupportedCasesWithoutAWorker) {
  DeviceFacts facts = able_device();
  facts.fp64 = {false, {"CL_DEVICE_EXTENSIONS", "no cl_khr_fp64"}};
  const auto cases = select(plan(Profile::Standard),
                            {.types = {"double"}, .filters = {"-*.cl31*"}});  // skipped for another reason
  const auto outcomes =
      judge_cases({{"/nonexistent/worker"}, 1, 1}, facts, {1, cases}, {[](const CaseResult&) {}});
  for (const auto& result : outcomes.results) {
    EXPECT_EQ(result.verdict, Verdict::Skip);
    ASSERT_TRUE(result.reason);
    EXPECT_EQ(result.reason->query, "CL_DEVICE_EXTENSIONS");
  }
}

TEST(Supervisor, EarlierVerdictsAreKept) {
  setenv("FAKE", "none", 1);
  const auto cases =
      select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain", "*.1d.100.solo"}});
  CaseResult earlier{cases[1], Verdict::Timeout};
  earlier.message = "hung last week";
  std::size_t reported = 0;
  const auto outcomes = judge_cases({{WGCTS_FAKE_WORKER}, 20, 1}, able_device(), {1, cases, {earlier}},
                                    {[&](const CaseResult&) { ++reported; }});
  EXPECT_EQ(reported, cases.size() - 1);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(outcomes.results[i].the_case, cases[i]);
    EXPECT_EQ(outcomes.results[i].verdict, i == 1 ? Verdict::Timeout : Verdict::Pass);
  }
  EXPECT_EQ(outcomes.results[1].message, "hung last week");
  // No worker is needed if nothing is left to judge.
  const auto none = judge_cases({{"/nonexistent/worker"}, 1, 1}, able_device(), {1, cases, outcomes.results},
                                {[](const CaseResult&) {}});
  EXPECT_EQ(none.results[1].message, "hung last week");
}

/// The outcomes of a run that hangs and then receives the signal.
Outcomes stopped_by(int number) {
  const std::string log = testing::TempDir() + "wgcts_stopped_" + std::to_string(getpid());
  std::filesystem::remove(log);
  setenv("FAKE", "hang", 1);
  setenv("FAKE_CASE", "reduce_min", 1);
  setenv("FAKE_LOG", log.c_str(), 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  std::atomic<bool> ended = false;
  std::thread other([&] {
    while (!std::filesystem::exists(log)) {
      if (ended) return;  // no worker has started
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(getpid(), number);
  });
  Outcomes outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, patience, 2}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  ended = true;
  other.join();
  unsetenv("FAKE_LOG");
  std::filesystem::remove(log);
  return outcomes;
}

// A closed terminal sends SIGHUP. The run must still report its results.
TEST(Supervisor, EveryTerminationSignalLeavesAReport) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU}) {
    const Outcomes outcomes = stopped_by(number);
    EXPECT_FALSE(outcomes.complete) << number;
    EXPECT_TRUE(std::ranges::any_of(outcomes.results, [](const CaseResult& result) {
      return result.message == "not run: interrupted";
    })) << number;
  }
}

// nohup ignores SIGHUP.
TEST(Supervisor, AnIgnoredSignalStopsNothing) {
  (void)std::signal(SIGHUP, SIG_IGN);
  EXPECT_TRUE(stopped_by(SIGHUP).complete);
  (void)std::signal(SIGHUP, SIG_DFL);
}

// Slowness is not a failure. The durations of other cases show whether a longer timeout would help.
TEST(Supervisor, ATimeoutReportsSimilarDurations) {
  setenv("FAKE", "hang", 1);
  setenv("FAKE_CASE", guilty, 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, patience, 1}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  for (const CaseResult& result : outcomes.results)
    if (result.verdict == Verdict::Timeout)
      EXPECT_NE(result.message.find(" of 33 work-items in 1d completed, "), std::string::npos)
          << result.message;
}

// Every case has the whole limit, also beside and after a case that hangs.
TEST(Supervisor, ASlowCaseIsNoHang) {
  setenv("FAKE", "hang", 1);
  setenv("FAKE_CASE", guilty, 1);
  setenv("FAKE_SECONDS", std::to_string(0.4 * patience).c_str(), 1);
  Request request;
  for (const char* id : {guilty, "reduce_max.float.1d.33.chain"})
    request.cases.push_back(parse_case(id).value());
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, patience, 1}, able_device(), request, {[](const CaseResult&) {}});
  unsetenv("FAKE_SECONDS");
  EXPECT_EQ(outcomes.results.at(0).verdict, Verdict::Timeout);
  EXPECT_EQ(outcomes.results[0].message.find("no answer within 4 s; --timeout allows more"), 0U)
      << outcomes.results[0].message;
  EXPECT_EQ(outcomes.results.at(1).verdict, Verdict::Pass) << outcomes.results[1].message;
}

// Another program may have the device for a while. A driver that hangs there would fail all cases of the job.
TEST(Supervisor, AHangThatSetsUpTheDeviceCountsIfItRepeats) {
  const std::string log = ::testing::TempDir() + "wgcts_hang_at_start_" + std::to_string(getpid());
  const std::pair<const char*, Verdict> rows[] = {{"1", Verdict::Pass}, {"2", Verdict::Timeout}};
  for (const auto& [hangs, verdict] : rows) {
    std::filesystem::remove(log);
    setenv("FAKE_STARTS", log.c_str(), 1);
    setenv("FAKE_HANGS", hangs, 1);
    setenv("FAKE", "hang_at_start", 1);
    const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
    const auto outcomes = judge_cases({{WGCTS_FAKE_WORKER}, patience, 1}, able_device(), {1, cases},
                                      {[](const CaseResult&) {}});
    for (const CaseResult& result : outcomes.results) {
      EXPECT_EQ(result.verdict, verdict) << result.message;
      EXPECT_EQ(result.observed.empty(), verdict != Verdict::Pass);
    }
  }
  unsetenv("FAKE_STARTS");
  std::filesystem::remove(log);
}

// The exit of no worker is reported, as if a call of the kernel module blocked each process.
TEST(Supervisor, ProcessesThatDoNotEndStopNothing) {
  sigset_t children, before;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &children, &before);
  setenv("FAKE", "hang", 1);
  setenv("FAKE_CASE", guilty, 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 2, 1}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  EXPECT_TRUE(outcomes.complete);
  for (const CaseResult& result : outcomes.results)
    EXPECT_EQ(result.verdict, name(result.the_case) == guilty ? Verdict::Timeout : Verdict::Pass)
        << name(result.the_case) << ": " << result.message;
  ASSERT_FALSE(outcomes.remarks.empty());
  EXPECT_NE(outcomes.remarks[0].find("did not end when it was killed"), std::string::npos);
}

// A killed process may still hold the device, so that other workers cannot release it.
TEST(Supervisor, AWorkerThatCannotEndBesideAnUnendedProcessHasNotFailed) {
  const std::string log = testing::TempDir() + "wgcts_unending_" + std::to_string(getpid());
  const std::string held = log + "_held";
  std::filesystem::remove(log);
  std::ofstream(held).flush();
  setenv("FAKE_LOG", log.c_str(), 1);
  setenv("FAKE_HELD", held.c_str(), 1);
  setenv("FAKE_END", "60", 1);
  setenv("FAKE", "once_unending", 1);
  setenv("FAKE_CASE", guilty, 1);
  const auto cases = select(plan(Profile::Standard), {.types = {"float"}, .filters = {"*.1d.33.chain"}});
  const auto outcomes =
      judge_cases({{WGCTS_FAKE_WORKER}, 2, 1}, able_device(), {1, cases}, {[](const CaseResult&) {}});
  for (const char* name : {"FAKE_LOG", "FAKE_HELD", "FAKE_END"}) unsetenv(name);
  std::filesystem::remove(held);
  std::filesystem::remove(log);
  if (outcomes.remarks.empty()) GTEST_SKIP() << "this system does not let a process hold another one";
  for (const CaseResult& result : outcomes.results)
    EXPECT_EQ(result.verdict, Verdict::Pass) << name(result.the_case) << ": " << result.message;
  EXPECT_TRUE(outcomes.worker_failures.empty()) << outcomes.worker_failures.at(0).stage;
}

TEST(Supervisor, ThrowsIfNoWorkerStarts) {
  EXPECT_THROW(discover({{"/nonexistent/worker"}, 1, 1}), std::runtime_error);
  EXPECT_THROW(discover({{"/bin/false"}, 1, 1}), std::runtime_error);
}

}  // namespace
}  // namespace wgcts::harness
