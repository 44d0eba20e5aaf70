// Many requests to a few workers that crash, hang and get killed. No driver is involved.
#include "harness/process/worker_connection.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/check/site_checker.hpp"
#include "harness/process/worker_connection.hpp"
#include "system/processes.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

/// The fake worker's behaviour during this object's life, for cases whose name contains `victim`.
class Fake {
 public:
  explicit Fake(const char* mode, const char* victim = "7")
      : log_(testing::TempDir() + "wgcts_lab_" + std::to_string(getpid())) {
    std::filesystem::remove(log_);
    setenv("FAKE", mode, 1);
    setenv("FAKE_CASE", victim, 1);
    setenv("FAKE_LOG", log_.c_str(), 1);
  }
  Fake(const Fake&) = delete;
  Fake& operator=(const Fake&) = delete;
  ~Fake() {
    for (const char* name : {"FAKE", "FAKE_CASE", "FAKE_LOG"}) unsetenv(name);
    std::filesystem::remove(log_);
  }
  /// Waits until the worker has reached such a case.
  void await() const {
    while (!std::filesystem::exists(log_)) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

 private:
  std::string log_;
};

WorkerConnection lab_with(double timeout = 20, const char* launcher = "") {
  return {{.command = {"python3", WGCTS_FAKE_WORKER}, .timeout = timeout, .launcher = launcher},
          able_device(),
          1};
}
Experiment about(const char* name) { return {.the_case = parse_case(name).value()}; }

const Experiment five = about("any.int.1d.5.solo"), six = about("any.int.1d.6.solo"),
                 seven = about("any.int.1d.7.solo");

/// A file that holds the processes of some modes while it exists.
class Hold {
 public:
  Hold() : file_(testing::TempDir() + "wgcts_hold_" + std::to_string(getpid())) {
    std::ofstream(file_).flush();
    setenv("FAKE_HELD", file_.c_str(), 1);
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  ~Hold() {
    unsetenv("FAKE_HELD");
    release();
    // The held processes would excuse the failures of the following tests.
    while (system::unended_beside(0) != 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  void release() const { std::filesystem::remove(file_); }

 private:
  std::string file_;
};

// A killed process may still hold the device.
TEST(WorkerConnection, AProcessThatDoesNotEndExcusesOthers) {
  const Hold hold;
  const Fake fake("unending");
  WorkerConnection connection = lab_with(1);
  const CaseResult hung = connection.ask(seven).result;
  EXPECT_EQ(hung.verdict, Verdict::Timeout);
  if (hung.message.find("did not end when it was killed") == std::string::npos)
    GTEST_SKIP() << "this system does not let a process hold another one";
  setenv("FAKE", "crash", 1);
  const CaseResult other = connection.ask(about("any.int.1d.17.solo")).result;
  EXPECT_EQ(other.verdict, Verdict::NotRun);
  EXPECT_NE(other.message.find("twice, and beside the process"), std::string::npos) << other.message;
}

TEST(WorkerConnection, ASecondAttemptWaitsForTheEndOfTheFirstWorker) {
  const Hold hold;
  const Fake fake("releases_late");
  std::thread later([&] {
    fake.await();
    std::this_thread::sleep_for(std::chrono::seconds(1));
    hold.release();
  });
  WorkerConnection connection = lab_with();
  const CaseResult result = connection.ask(seven).result;
  later.join();
  EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
}

// Ctrl-C ends the search that uses the WorkerConnection, and its worker.
TEST(WorkerConnection, ASignalEndsIt) {
  const Fake fake("hang");
  WorkerConnection connection = lab_with(3600);  // longer than CTest waits
  std::thread somebody([&fake] {
    fake.await();
    ::kill(getpid(), SIGINT);
  });
  EXPECT_THROW((void)connection.ask(seven), Interrupted);
  somebody.join();
  EXPECT_THROW((void)connection.ask(five), Interrupted) << "later requests throw as well";
}

TEST(WorkerConnection, OneWorkerAnswersManyRequests) {
  const Fake fake("fail");
  WorkerConnection connection = lab_with();
  EXPECT_EQ(connection.ask(five).result.verdict, Verdict::Pass);
  const CaseResult failed = connection.ask(seven).result;
  EXPECT_EQ(failed.verdict, Verdict::Fail);
  EXPECT_EQ(failed.the_case, seven.the_case);
  EXPECT_EQ(connection.ask(six).result.verdict, Verdict::Pass);
  EXPECT_EQ(connection.workers(), 1U);
}

TEST(WorkerConnection, ACrashedWorkerIsReplaced) {
  const Fake fake("crash");
  WorkerConnection connection = lab_with();
  EXPECT_EQ(connection.ask(five).result.verdict, Verdict::Pass);
  const CaseResult lost = connection.ask(seven).result;
  EXPECT_EQ(lost.verdict, Verdict::Crash);
  EXPECT_EQ(lost.message, "the worker was killed by SIGSEGV");
  EXPECT_EQ(connection.ask(six).result.verdict, Verdict::Pass);
  EXPECT_EQ(connection.workers(), 2U);
}

TEST(WorkerConnection, AHangingWorkerIsReplaced) {
  const Fake fake("hang");
  WorkerConnection connection = lab_with(5);
  EXPECT_EQ(connection.ask(seven).result.verdict, Verdict::Timeout);
  EXPECT_EQ(connection.ask(six).result.verdict, Verdict::Pass);
  EXPECT_EQ(connection.workers(), 2U);
}

TEST(WorkerConnection, ARefusalHasItsMessage) {
  const Fake fake("refuse");
  WorkerConnection connection = lab_with();
  const CaseResult refused = connection.ask(seven).result;
  EXPECT_EQ(refused.verdict, Verdict::LaunchError);
  EXPECT_EQ(refused.message, "clEnqueueNDRangeKernel returned CL_INVALID_WORK_GROUP_SIZE");
  EXPECT_EQ(connection.ask(six).result.verdict, Verdict::Pass);
}

// As in a run.
TEST(WorkerConnection, ARefusalForLackOfResourcesMustRepeat) {
  for (const std::string mode : {"no_resources", "no_buffers_left"}) {
    const Fake once(("once_" + mode).c_str());
    WorkerConnection forgiving = lab_with();
    const CaseResult passed = forgiving.ask(seven).result;
    EXPECT_EQ(passed.verdict, Verdict::Pass) << mode;
    EXPECT_EQ(passed.message, "") << mode;
    EXPECT_EQ(forgiving.workers(), 2U) << mode;
    const Fake always(mode.c_str());
    EXPECT_EQ(lab_with().ask(seven).result.verdict, Verdict::LaunchError) << mode;
  }
}

// As in a run.
TEST(WorkerConnection, AHangThatSetsUpTheDeviceMustRepeat) {
  const Fake fake("hang_at_start");
  const std::string starts = testing::TempDir() + "wgcts_starts_" + std::to_string(getpid());
  setenv("FAKE_STARTS", starts.c_str(), 1);
  const std::pair<const char*, Verdict> rows[] = {{"1", Verdict::Pass}, {"2", Verdict::Timeout}};
  for (const auto& [hangs, verdict] : rows) {
    std::filesystem::remove(starts);
    setenv("FAKE_HANGS", hangs, 1);
    WorkerConnection connection = lab_with(4);
    const CaseResult result = connection.ask(five).result;
    EXPECT_EQ(result.verdict, verdict) << result.message;
    EXPECT_EQ(connection.workers(), 2U) << hangs;
  }
  for (const char* name : {"FAKE_STARTS", "FAKE_HANGS"}) unsetenv(name);
  std::filesystem::remove(starts);
}

// As in a run, each kind of failure has its own second attempt.
TEST(WorkerConnection, AnExcusedFailureDoesNotCountForAnother) {
  const Fake fake("terminated,no_resources");
  WorkerConnection connection = lab_with(20, "ssh board");
  const CaseResult result = connection.ask(seven).result;
  EXPECT_EQ(result.verdict, Verdict::Pass) << result.message;
  EXPECT_EQ(connection.workers(), 3U);
}

TEST(WorkerConnection, ALostConnectionIsNoVerdict) {
  const Fake fake("terminated");
  const CaseResult lost = lab_with(20, "ssh board").ask(seven).result;
  EXPECT_EQ(lost.verdict, Verdict::NotRun);
  EXPECT_EQ(lost.message,
            "not judged: the worker ended with exit code 143, twice, and the launcher may have lost its "
            "connection");
}

TEST(WorkerConnection, AWorkerLostBetweenRequestsIsNoVerdict) {
  const Fake fake("between");  // dies at the second order, before it begins
  WorkerConnection connection = lab_with();
  EXPECT_EQ(connection.ask(five).result.verdict, Verdict::Pass);
  EXPECT_EQ(connection.ask(six).result.verdict, Verdict::Pass);
  EXPECT_EQ(connection.workers(), 2U);
}

// No call of the driver precedes the first case. In a run, such an end blames no case either.
TEST(WorkerConnection, AnEndBeforeTheCaseBeganIsNoVerdict) {
  for (const char* end : {"exit 0", "kill -SEGV $$"}) {
    WorkerConnection connection(
        {{"/bin/sh", "-c", std::string(R"(echo '{"event": "hello"}'; read order; )") + end}, 20},
        able_device(), 1);
    const CaseResult result = connection.ask(five).result;
    EXPECT_EQ(result.verdict, Verdict::NotRun) << end;
    EXPECT_TRUE(result.message.ends_with(", twice, and before a case began")) << result.message;
  }
}

TEST(WorkerConnection, AnUnsupportedCaseIsNotSent) {
  const Fake fake("none");
  DeviceFacts device = able_device();
  device.half = {false, {"CL_DEVICE_EXTENSIONS", "none"}};
  WorkerConnection connection({{"/nonexistent"}, 1}, device, 1);
  EXPECT_EQ(connection.ask(about("reduce_add.half.1d.4.solo")).result.verdict, Verdict::Skip);
  EXPECT_EQ(connection.workers(), 0U);
}

TEST(WorkerConnection, ADefectOfTheSuiteThrows) {
  const Fake fake("defect");
  WorkerConnection connection = lab_with();
  EXPECT_THROW((void)connection.ask(seven), SuiteDefect);
  EXPECT_EQ(connection.ask(six).result.verdict, Verdict::Pass);
}

TEST(WorkerConnection, ThrowsIfNoWorkerStarts) {
  WorkerConnection connection({{"/bin/sh", "-c", "echo no such board >&2; exit 1"}, 5}, able_device(), 1);
  try {
    (void)connection.ask(five);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "no worker could be started: /bin/sh ended with exit code 1: no such board");
  }
}

/// A worker that answers an order and then ends, while this process handles a signal. Its answer and its end
/// arrive together, as on a busy machine.
const std::string ends_at_once =
    R"(echo '{"event": "hello"}'; read order; echo '{"event": "ran", "outputs": []}'
sleep 0.2; kill -USR2 $PPID; sleep 0.2; echo '{"event": "done"}'; exit 3)";

class Waiting {
 public:
  Waiting() : before_(std::signal(SIGUSR2, [](int) { sleep(1); })) {}
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() { std::signal(SIGUSR2, before_); }

 private:
  void (*before_)(int);
};

// A worker that has ended cannot answer another order.
TEST(WorkerConnection, AWorkerThatEndsWithItsAnswerIsReplaced) {
  const Waiting waiting;
  WorkerConnection connection({{"/bin/sh", "-c", ends_at_once}, 20}, able_device(), 1);
  for (const std::size_t workers : {1U, 2U}) {
    EXPECT_EQ(connection.ask(KernelRun{}).verdict, Verdict::Pass);
    EXPECT_EQ(connection.workers(), workers);
  }
}

TEST(WorkerConnection, RenewStartsANewWorker) {
  const Fake fake("none");
  WorkerConnection connection = lab_with();
  (void)connection.ask(five);
  connection.renew();
  (void)connection.ask(five);
  EXPECT_EQ(connection.workers(), 2U);
}

}  // namespace
}  // namespace wgcts::harness
