// Many requests to a few workers that crash, hang and get killed. No driver is involved.
#include "harness/process/lab.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "harness/check/suite_defect.hpp"
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

Lab lab_with(double timeout = 20) { return {{{"python3", WGCTS_FAKE_WORKER}, timeout}, able_device(), 1}; }
Question about(const char* name) { return {.the_case = parse_case(name).value()}; }

const Question five = about("any.int.1d.5.solo"), six = about("any.int.1d.6.solo"),
               seven = about("any.int.1d.7.solo");

// Ctrl-C ends the search that uses the Lab, and its worker.
TEST(Lab, ASignalEndsIt) {
  const Fake fake("hang");
  Lab lab = lab_with(3600);  // longer than CTest waits
  std::thread somebody([&fake] {
    fake.await();
    ::kill(getpid(), SIGINT);
  });
  EXPECT_THROW((void)lab.ask(seven), Interrupted);
  somebody.join();
  EXPECT_THROW((void)lab.ask(five), Interrupted) << "later requests throw as well";
}

TEST(Lab, OneWorkerAnswersManyRequests) {
  const Fake fake("fail");
  Lab lab = lab_with();
  const std::vector<Question> questions{five, seven, six};
  const auto runs = lab.ask(questions);
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].result.verdict, Verdict::Pass);
  EXPECT_EQ(runs[1].result.verdict, Verdict::Fail);
  EXPECT_EQ(runs[1].result.the_case, seven.the_case);
  EXPECT_EQ(runs[2].result.verdict, Verdict::Pass);
  EXPECT_EQ(lab.workers(), 1U);
}

TEST(Lab, ACrashedWorkerIsReplaced) {
  const Fake fake("crash");
  Lab lab = lab_with();
  EXPECT_EQ(lab.ask(five).result.verdict, Verdict::Pass);
  const CaseResult lost = lab.ask(seven).result;
  EXPECT_EQ(lost.verdict, Verdict::Crash);
  EXPECT_EQ(lost.message, "the worker was killed by SIGSEGV");
  EXPECT_EQ(lab.ask(six).result.verdict, Verdict::Pass);
  EXPECT_EQ(lab.workers(), 2U);
}

TEST(Lab, AHangingWorkerIsReplaced) {
  const Fake fake("hang");
  Lab lab = lab_with(5);
  EXPECT_EQ(lab.ask(seven).result.verdict, Verdict::Timeout);
  EXPECT_EQ(lab.ask(six).result.verdict, Verdict::Pass);
  EXPECT_EQ(lab.workers(), 2U);
}

TEST(Lab, ARefusalHasItsMessage) {
  const Fake fake("refuse");
  Lab lab = lab_with();
  const CaseResult refused = lab.ask(seven).result;
  EXPECT_EQ(refused.verdict, Verdict::LaunchError);
  EXPECT_EQ(refused.message, "clEnqueueNDRangeKernel returned CL_OUT_OF_RESOURCES");
  EXPECT_EQ(lab.ask(six).result.verdict, Verdict::Pass);
}

TEST(Lab, AWorkerLostBetweenRequestsIsNoVerdict) {
  const Fake fake("between");  // dies at the second order, before it begins
  Lab lab = lab_with();
  EXPECT_EQ(lab.ask(five).result.verdict, Verdict::Pass);
  EXPECT_EQ(lab.ask(six).result.verdict, Verdict::Pass);
  EXPECT_EQ(lab.workers(), 2U);
}

TEST(Lab, AnUnsupportedCaseIsNotSent) {
  const Fake fake("none");
  DeviceFacts device = able_device();
  device.half = {false, {"CL_DEVICE_EXTENSIONS", "none"}};
  Lab lab({{"/nonexistent"}, 1}, device, 1);
  EXPECT_EQ(lab.ask(about("reduce_add.half.1d.4.solo")).result.verdict, Verdict::Skip);
  EXPECT_EQ(lab.workers(), 0U);
}

TEST(Lab, ADefectOfTheSuiteThrows) {
  const Fake fake("defect");
  Lab lab = lab_with();
  EXPECT_THROW((void)lab.ask(seven), SuiteDefect);
  EXPECT_EQ(lab.ask(six).result.verdict, Verdict::Pass);
}

TEST(Lab, ThrowsIfNoWorkerStarts) {
  Lab lab({{"/bin/sh", "-c", "echo no such board >&2; exit 1"}, 5}, able_device(), 1);
  try {
    (void)lab.ask(five);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "no worker could be started: /bin/sh ended with exit code 1: no such board");
  }
}

TEST(Lab, RenewStartsANewWorker) {
  const Fake fake("none");
  Lab lab = lab_with();
  (void)lab.ask(five);
  lab.renew();
  (void)lab.ask(five);
  EXPECT_EQ(lab.workers(), 2U);
}

}  // namespace
}  // namespace wgcts::harness
