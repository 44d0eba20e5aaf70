// Crashing processes name the limits of the machine that they reached.
#include "system/reached_limits.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
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
  print_backtrace_on_crash();
  limit(resource, most);
  (void)std::raise(signal);
}

TEST(ReachedLimitsDeathTest, AreNamed) {
  EXPECT_EXIT(die_with(RLIMIT_NOFILE, 3), KilledBySignal(SIGABRT),
              "had reached a limit: the number of open files .ulimit -n 3.\n");
  EXPECT_EXIT(die_with(RLIMIT_FSIZE, 1 << 20, SIGXFSZ), KilledBySignal(SIGXFSZ),
              "had reached a limit: the size of files .ulimit -f 1024.");
  EXPECT_EXIT(
      {
        // The number of root's processes is not limited.
        if (geteuid() == 0 && setuid(65534) != 0) std::abort();
        die_with(RLIMIT_NPROC, 0);
      },
      KilledBySignal(SIGABRT), "had reached a limit: the number of processes and threads .ulimit -u 0");
}

// Apart from the others, because qemu-user does not limit its program's memory.
TEST(ReachedLimitsDeathTest, MemoryIsNamed) {
  EXPECT_EXIT(die_with(RLIMIT_AS, 1 << 20), KilledBySignal(SIGABRT),
              "had reached a limit: memory .ulimit -v 1024.");
}

TEST(ReachedLimitsDeathTest, NoneIsNamedIfNoneIsReached) {
  EXPECT_EXIT(
      {
        prepare_reached_limits();
        print_reached_limits(SIGABRT);
        _exit(0);
      },
      testing::ExitedWithCode(0), "^$");
}

}  // namespace
}  // namespace wgcts::system
