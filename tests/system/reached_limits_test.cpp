// Crashing processes name the limits of the machine that they reached.
#include "system/reached_limits.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "system/backtrace.hpp"

namespace wgcts::system {
namespace {

using testing::KilledBySignal;

void limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

void die_with(int resource, rlim_t most, int signal = SIGABRT) {
  limit(resource, most);
  print_backtrace_on_crash();
  (void)std::raise(signal);
}

TEST(ReachedLimitsDeathTest, AreNamed) {
  EXPECT_EXIT(die_with(RLIMIT_NOFILE, 3), KilledBySignal(SIGABRT),
              "under a limit of the machine: the number of open files .ulimit -n 3.\n");
  // PoCL's linker fails under this limit, and has closed its files before the check.
  EXPECT_EXIT(die_with(RLIMIT_NOFILE, 14), KilledBySignal(SIGABRT),
              "under a limit of the machine: the number of open files .ulimit -n 14.\n");
  EXPECT_EXIT(die_with(RLIMIT_FSIZE, 1 << 20, SIGXFSZ), KilledBySignal(SIGXFSZ),
              "under a limit of the machine: the size of files .ulimit -f 1024.");
  EXPECT_EXIT(
      {
        // The number of root's processes is not limited.
        if (geteuid() == 0 && setuid(65534) != 0) std::abort();
        die_with(RLIMIT_NPROC, 0);
      },
      KilledBySignal(SIGABRT),
      "under a limit of the machine: the number of processes and threads .ulimit -u 0");
}

// The driver's compiler runs in a process of its own, and the driver only sees that it failed.
TEST(ReachedLimitsDeathTest, ProcessorTimeOfAChildIsNamed) {
  const auto print_after_a_child_of = [](rlim_t seconds) {
    limit(RLIMIT_CPU, seconds);
    prepare_reached_limits();
    const pid_t child = fork();
    if (child == 0)
      for (volatile unsigned work = 0;;) work = work + 1;
    if (seconds > 1) kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    _exit(print_reached_limits() ? 1 : 0);
  };
  EXPECT_EXIT(print_after_a_child_of(1), testing::ExitedWithCode(1),
              "under a limit of the machine: processor time .ulimit -t 1.\n");
  EXPECT_EXIT(print_after_a_child_of(1000), testing::ExitedWithCode(0), "^$");
}

// Apart from the others, because qemu-user does not limit its program's memory.
TEST(ReachedLimitsDeathTest, MemoryIsNamed) {
  EXPECT_EXIT(die_with(RLIMIT_STACK, 1 << 20, SIGSEGV), KilledBySignal(SIGSEGV),
              "under a limit of the machine: the stack .ulimit -s 1024.");
  EXPECT_EXIT(die_with(RLIMIT_AS, 1 << 30), KilledBySignal(SIGABRT),
              "under a limit of the machine: memory .ulimit -v 1048576.");
}

// A compiler in another process, or an allocation that failed, does not show in the process itself.
TEST(ReachedLimitsDeathTest, StandingLimitsAreNamedBeforeTheyAreReached) {
  const auto print = [](int resource) {
    limit(resource, rlim_t{1} << 30);
    prepare_reached_limits();
    (void)!write(STDERR_FILENO, standing_limits().data(), standing_limits().size());
    _exit(0);
  };
  const auto succeeds = testing::ExitedWithCode(0);
  EXPECT_EXIT(print(RLIMIT_AS), succeeds, "^memory .ulimit -v 1048576.$");
  EXPECT_EXIT(print(RLIMIT_DATA), succeeds, "^memory .ulimit -d 1048576.$");
  EXPECT_EXIT(print(RLIMIT_FSIZE), succeeds, "^the size of files .ulimit -f 1048576.$");
  EXPECT_EXIT(print(RLIMIT_CPU), succeeds, "^$");
  EXPECT_EXIT(print(RLIMIT_STACK), succeeds, "^$") << "more than the usual";
}

TEST(ReachedLimitsDeathTest, ALimitThatTheDriverSetsIsNotOfTheMachine) {
  EXPECT_EXIT(
      {
        prepare_reached_limits();
        limit(RLIMIT_STACK, 1 << 20);
        limit(RLIMIT_NOFILE, 3);
        // The number of root's processes is not limited.
        if (geteuid() == 0 && setuid(65534) != 0) std::abort();
        limit(RLIMIT_NPROC, 0);
        _exit(standing_limits().empty() && !print_reached_limits() ? 0 : 1);
      },
      testing::ExitedWithCode(0), "^$");
}

/// Mounts a file system with these options that no other process sees.
bool mount_own(const char* options) {
  const bool apart = unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
  return apart && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", "/tmp", "tmpfs", 0, options) == 0;
}

/// Prints the limits with a file system with these options as the folder of this variable.
void print_with(const char* options, const char* variable = "TMPDIR") {
  if (!mount_own(options)) _exit(77);
  setenv("TMPDIR", "/proc", 1);
  setenv(variable, "/tmp", 1);
  prepare_reached_limits();
  print_reached_limits();
  _exit(0);
}

// Inodes may run out before blocks, and some users may have less room than the file system.
TEST(ReachedLimitsDeathTest, RoomIsWhatAFileCanTake) {
  if (const pid_t child = fork(); child == 0)
    _exit(mount_own("") ? 0 : 77);
  else if (int status = 0; waitpid(child, &status, 0) != child || status != 0)
    GTEST_SKIP() << "no file system can be mounted";
  const auto succeeds = testing::ExitedWithCode(0);
  for (const char* options : {"size=30m", "size=64m,nr_inodes=1"})
    EXPECT_EXIT(print_with(options), succeeds, "under a limit of the machine: the room in /tmp\n") << options;
  for (const char* cache : {"XDG_CACHE_HOME", "POCL_CACHE_DIR", "CUDA_CACHE_PATH", "NEO_CACHE_DIR",
                            "MESA_SHADER_CACHE_DIR", "HOME"})
    EXPECT_EXIT(print_with("size=30m", cache), succeeds, "the room in /tmp\n") << cache;
  EXPECT_EXIT(print_with("size=64m,nr_inodes=2"), succeeds, "^$");
  EXPECT_EXIT(
      {
        // Called after the handlers of objects that are made later, like the code of libraries that end.
        std::atexit([] { print_reached_limits(); });
        if (!mount_own("size=30m")) _exit(77);
        setenv("TMPDIR", "/tmp/./././././././.", 1);
        prepare_reached_limits();
        std::exit(0);  // NOLINT(concurrency-mt-unsafe)
      },
      succeeds, "the room in /tmp/./");
  EXPECT_EXIT(
      {
        limit(RLIMIT_FSIZE, 1 << 16);
        print_with("size=64m");
      },
      succeeds, "under a limit of the machine: the size of files .ulimit -f 64.\n");
}

// A driver's compiler calls exit() when it cannot write its files.
TEST(ReachedLimitsDeathTest, AreNamedAtAnUnexpectedExit) {
  const auto exits = [](bool is_expected, bool in_child) {
    limit(RLIMIT_NOFILE, 3);
    print_reached_limits_at_exit();
    if (is_expected) expect_exit();
    if (in_child && fork() != 0) _exit(wait(nullptr) < 0 ? 1 : 3);
    std::exit(3);  // NOLINT(concurrency-mt-unsafe)
  };
  EXPECT_EXIT(exits(false, false), testing::ExitedWithCode(3),
              "under a limit of the machine: the number of open files .ulimit -n 3.\n");
  EXPECT_EXIT(exits(true, false), testing::ExitedWithCode(3), "^$");
  EXPECT_EXIT(exits(false, true), testing::ExitedWithCode(3), "^$") << "its compiler, a process of its own";
}

TEST(ReachedLimitsDeathTest, NoneIsNamedIfNoneIsReached) {
  EXPECT_EXIT(
      {
        prepare_reached_limits();
        print_reached_limits();
        _exit(0);
      },
      testing::ExitedWithCode(0), "^$");
}

}  // namespace
}  // namespace wgcts::system
