#include "cli/run/scratch.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>

namespace wgcts::cli {
namespace {

/// Workers die with this process, but not before it: what they write last may come after the first attempt.
void remove_for_good(const std::string& folder) {
  constexpr int attempts = 20;
  for (int i = 0; i < attempts; ++i) {
    std::error_code error;
    std::filesystem::remove_all(folder, error);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (!std::filesystem::exists(folder, error)) return;
  }
}

/// Waits for a byte, which says that all is done, or for the end of the process that could write it.
[[noreturn]] void keep_watch(int pipe_end, const std::string& folder) {
  // Nobody's child, in a session of its own: no terminal's signal reaches it, and nobody waits for it. It
  // holds no stream that somebody reads to its end.
  setsid();
  if (fork() != 0) _exit(0);
  if (pipe_end != STDIN_FILENO) dup2(pipe_end, STDIN_FILENO);
  closefrom(STDOUT_FILENO);
  if (chdir("/") != 0) {
    // Then that folder cannot be unmounted for so long.
  }
  char byte = 0;
  ssize_t got = 0;
  do got = read(STDIN_FILENO, &byte, 1);
  while (got < 0 && errno == EINTR);
  if (got == 0) remove_for_good(folder);
  _exit(0);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  if (error) return;
  std::string name = std::filesystem::absolute(folder, error) / "wgcts-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) return;
  path_ = name;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
  watched_ = ends[1];
  if (const pid_t child = fork(); child == 0)
    keep_watch(ends[0], path_);
  else if (child > 0)
    waitpid(child, nullptr, 0);
  close(ends[0]);
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
  if (watched_ < 0) return;
  // Where something is left, the watch removes it. A name that is free again may be another's.
  if (!std::filesystem::exists(path_, error)) (void)!write(watched_, "", 1);
  close(watched_);
}

const std::string& scratch_folder() {
  static const ScratchFolder scratch;
  return scratch.path();
}

}  // namespace wgcts::cli
