// The times of threads and children are kept after their end.
#include "system/processor_time.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <string>
#include <thread>

namespace wgcts::system {
namespace {

constexpr double spent_by_each = 0.1;

/// Takes this much processor time, in seconds, in the calling thread.
void work() {
  timespec now{};
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while (static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) < spent_by_each);
}

// taskset and Slurm restrict a process to some processors.
TEST(Processors, AreThoseThatTheProcessMayUse) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (std::size_t cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(processors(), 1U);
  sched_setaffinity(0, sizeof before, &before);
}

TEST(ProcessorMeter, LeavesOutThreadsThatAreNotToCount) {
  constexpr int times = 10;  // an emulator needs time of its own
  ProcessorMeter meter;
  work();  // a new process has no running time
  const double before = meter.read().running;
  if (before == 0) GTEST_SKIP() << "the system does not tell processor time";
  std::thread thread([&] {
    const UncountedThread uncounted;
    for (int i = 0; i < times; ++i) work();
    EXPECT_LT(meter.read().running - before, times * spent_by_each / 2);
  });
  thread.join();
}

TEST(ProcessorMeter, AddsThreadsAndChildrenThatHaveEnded) {
  ProcessorMeter meter;
  work();
  if (meter.read().running == 0) GTEST_SKIP() << "the system does not tell processor time";
  constexpr int times = 3;
  double expected = 0;
  for (int i = 0; i < times; ++i) {
    std::atomic<bool> has_worked = false, may_end = false;
    std::thread thread([&] {
      work();
      for (has_worked = true; !may_end;) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
    while (!has_worked) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    expected += spent_by_each;
    EXPECT_GE(meter.read().running, expected);
    may_end = true;
    thread.join();
  }
  const bool has_children =
      std::filesystem::exists("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (int i = 0; has_children && i < times; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      work();
      for (;;) (void)std::raise(SIGSTOP);
    }
    waitpid(child, nullptr, WUNTRACED);
    expected += spent_by_each;
    EXPECT_GE(meter.read().running, expected);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  EXPECT_GE(meter.read().running, expected);
}

}  // namespace
}  // namespace wgcts::system
