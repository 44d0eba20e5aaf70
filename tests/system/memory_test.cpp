#include "system/memory.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace wgcts::system {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

TEST(Machine, HasMemory) {
  const Memory memory = memory_now();
  ASSERT_TRUE(memory.available);
  EXPECT_GT(*memory.available, 0U);
}

TEST(Machine, MemoryIsNotShortIfWorkersUseLessThanHalfOfIt) {
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, gib, 3}), "");
  EXPECT_EQ(memory_shortage({8 * gib}, {8 * gib, gib}), "") << "a system that does not count kills";
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, 5 * gib, 3}),
            "and memory may have been short: a worker used up to 5120 MiB, and 8192 MiB are available");
  EXPECT_EQ(memory_shortage({8 * gib, 0, 3}, {8 * gib, gib, 4}),
            "and the system was killing processes because memory ran out");
  EXPECT_EQ(memory_shortage({}, {}), "and the amount of available memory is unknown");
}

/// Whether kills in this process's cgroup count, and not those of the whole system. Files replace the
/// cgroup's.
[[noreturn]] void count_kills_of_cgroup() {
  const bool apart = unshare(CLONE_NEWNS) == 0 || unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
  const std::string root = "/sys/fs/cgroup";
  if (!apart || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("tmpfs", root.c_str(), "tmpfs", 0, "") != 0)
    _exit(77);
  std::filesystem::create_directory(root + "/memory");
  for (const char* file : {"/memory.events", "/memory/memory.oom_control"})
    std::ofstream(root + file) << "oom_kill_disable 0\noom_kill 1234567\n";
  const Memory before = memory_now();
  for (const char* file : {"/memory.events", "/memory/memory.oom_control"})
    std::filesystem::remove(root + file);
  _exit(before.oom_kills == 1234567 && memory_now().oom_kills != 1234567 ? 0 : 1);
}

// Other containers' shortages are no excuse.
TEST(Machine, KillsOfOtherCgroupsDoNotCount) {
  const pid_t child = fork();
  if (child == 0) count_kills_of_cgroup();
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "no file system can be mounted";
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace wgcts::system
