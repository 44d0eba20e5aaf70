// A watched folder is deleted when its process ends in any way.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "system/processes.hpp"

namespace wgcts::system {
namespace {

/// The non-empty folder of a process that ended by this signal; 0 for a normal end.
std::string folder_of_one_that_ended_by(int signal) {
  std::array<int, 2> pipe_ends{};
  EXPECT_EQ(pipe(pipe_ends.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    close(pipe_ends[0]);
    {
      const WatchedFolder scratch("wgcts");
      std::ofstream(scratch.path() + "/left") << "behind";
      const std::string& path = scratch.path();
      (void)!write(pipe_ends[1], path.data(), path.size());
      close(pipe_ends[1]);
      if (signal != 0) raise(signal);
    }
    _exit(0);
  }
  close(pipe_ends[1]);
  std::string path;
  // This ends although the watching process still runs, since that has closed the pipe.
  for (char c = 0; read(pipe_ends[0], &c, 1) == 1;) path += c;
  close(pipe_ends[0]);
  waitpid(child, nullptr, 0);
  return path;
}

bool goes(const std::string& folder) {
  for (int i = 0; i < 250 && std::filesystem::exists(folder); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  return !std::filesystem::exists(folder);
}

TEST(WatchedFolder, IsDeletedWithItsProcess) {
  for (const int signal : {0, SIGINT, SIGTERM, SIGUSR1, SIGALRM, SIGSEGV, SIGKILL}) {
    const std::string folder = folder_of_one_that_ended_by(signal);
    ASSERT_NE(folder.find("/wgcts-"), std::string::npos) << folder;
    EXPECT_TRUE(goes(folder)) << signal;
  }
}

TEST(WatchedFolder, IsEmptyIfItCannotBeCreated) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  setenv("TMPDIR", "/nonexistent", 1);
  EXPECT_EQ(WatchedFolder("wgcts").path(), "");
  before != nullptr ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
}

}  // namespace
}  // namespace wgcts::system
