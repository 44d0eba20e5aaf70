#include "system/processes.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "system/backtrace.hpp"
#include "system/error_words.hpp"

namespace wgcts::system {
namespace {

/// Deletes the folder, with retries: workers end shortly after this process, and may still write files.
void remove_for_good(const std::string& folder) {
  constexpr int attempts = 20;
  for (int i = 0; i < attempts; ++i) {
    std::error_code error;
    std::filesystem::remove_all(folder, error);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (!std::filesystem::exists(folder, error)) return;
  }
}

/// closefrom() for glibc before 2.34.
void close_all_from(int first) {
  std::vector<int> open;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error))
    if (const int number = std::atoi(entry.path().filename().c_str()); number >= first)
      open.push_back(number);
  for (const int number : open) close(number);
}

std::vector<int> unended;

/// Waits until the other process writes a byte or ends.
[[noreturn]] void keep_watch(int pipe_end, const std::string& folder) {
  // In its own session, so that no signal of a terminal reaches it. It closes all streams, because their
  // readers would otherwise wait for it.
  setsid();
  if (fork() != 0) _exit(0);
  if (pipe_end != STDIN_FILENO) dup2(pipe_end, STDIN_FILENO);
  close_all_from(STDOUT_FILENO);
  if (chdir("/") != 0) {
    // If this fails, the current folder cannot be unmounted until the process ends.
  }
  char byte = 0;
  ssize_t got = 0;
  do got = read(STDIN_FILENO, &byte, 1);
  while (got < 0 && errno == EINTR);
  if (got == 0) remove_for_good(folder);
  _exit(0);
}

}  // namespace

void kill_group(int process) { kill(-process, SIGKILL); }

void note_unended(int child) { unended.push_back(child); }

int unended_beside(int this_one) {
  std::erase_if(unended, [](int child) { return waitpid(child, nullptr, WNOHANG) != 0; });
  const auto other = std::ranges::find_if(unended, [&](int child) { return child != this_one; });
  return other == unended.end() ? 0 : *other;
}

void run_beside(std::function<void()> function) {
  sigset_t all, before;
  sigfillset(&all);
  // A crash with a blocked signal prints no backtrace.
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigdelset(&all, number);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const auto restore = [&] { pthread_sigmask(SIG_SETMASK, &before, nullptr); };
  try {
    std::thread([function = std::move(function)] {
      note_suites_work(true);
      function();
    }).detach();
  } catch (...) {
    restore();
    throw;
  }
  restore();
}

std::string lack_of_descriptors(std::size_t count) {
  std::vector<int> opened;
  int error = 0;
  while (opened.size() < count && error == 0) {
    if (const int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC); descriptor >= 0)
      opened.push_back(descriptor);
    else
      error = errno;
  }
  for (const int descriptor : opened) close(descriptor);
  if (error == 0) return {};
  rlimit limit{};
  if (error == EMFILE && getrlimit(RLIMIT_NOFILE, &limit) == 0)
    return "too few file descriptors to start a worker: the limit is " + std::to_string(limit.rlim_cur) +
           "; raise it with ulimit -n 256";
  return "no file descriptors are left to start a worker: " + error_words(error);
}

void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

std::string own_program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

WatchedFolder::WatchedFolder(const std::string& start) {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  if (error) return;
  std::string name = std::filesystem::absolute(folder, error) / (start + "-XXXXXX");
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

WatchedFolder::~WatchedFolder() {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
  if (watched_ < 0) return;
  // If the folder still exists, the watching process deletes it. Otherwise the name may already belong to
  // another process.
  if (!std::filesystem::exists(path_, error)) (void)!write(watched_, "", 1);
  close(watched_);
}

}  // namespace wgcts::system
