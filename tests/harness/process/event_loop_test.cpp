// Loops and signals. With few file descriptors, an error message must appear, because libuv would abort.
// Signals that end a run call back, or stay ignored if they were ignored before. The old state is restored
// afterwards.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <string>

#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {
namespace {

enum Made { Loop_made = 0, Sentence = 1, Other = 2 };

/// The result of creating a loop in a process with this limit of open files. -1 if the process dies.
int made_with(rlim_t descriptors) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{descriptors, descriptors};
    setrlimit(RLIMIT_NOFILE, &limit);
    try {
      Loop loop;
      _exit(Loop_made);
    } catch (const std::runtime_error& error) {
      const bool says =
          std::string(error.what()).find("the limit is " + std::to_string(descriptors)) != std::string::npos;
      _exit(says ? Sentence : Other);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Loop, NeedsFileDescriptors) {
  for (const rlim_t few : {0U, 4U, 8U, 12U, 16U, 20U}) EXPECT_EQ(made_with(few), Sentence) << few;
  EXPECT_EQ(made_with(256), Loop_made);
}

auto action_of(int number) {
  struct sigaction current {};
  sigaction(number, nullptr, &current);
  return current.sa_handler;
}

/// The number of callbacks after the signal is raised `times` times.
int calls_for(int number, int times) {
  Loop loop;
  int calls = 0;
  const StopSignals signals(loop.get(), [&] { ++calls; });
  for (int i = 0; i < times; ++i) raise(number);
  uv_timer_t while_it_runs;
  uv_timer_init(loop.get(), &while_it_runs);
  uv_timer_start(
      &while_it_runs, [](uv_timer_t* t) { uv_close(reinterpret_cast<uv_handle_t*>(t), nullptr); }, 50, 0);
  uv_run(loop.get(), UV_RUN_DEFAULT);
  return calls;
}

TEST(StopSignals, CallBackAndEndNoProcess) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU}) {
    EXPECT_EQ(calls_for(number, 1), 1) << number;
    EXPECT_EQ(calls_for(number, 2), 2) << number;
  }
}

// nohup ignores SIGHUP, and shells ignore SIGINT for background programs.
TEST(StopSignals, IgnoredSignalsStayIgnored) {
  for (const int number : {SIGINT, SIGHUP}) {
    std::signal(number, SIG_IGN);
    EXPECT_EQ(calls_for(number, 1), 0) << number;
    EXPECT_EQ(action_of(number), SIG_IGN) << number;
    std::signal(number, SIG_DFL);
  }
}

TEST(StopSignals, KeepNoLoopAliveAndRestoreTheState) {
  {
    Loop loop;
    const StopSignals signals(loop.get(), [] {});
    EXPECT_NE(action_of(SIGTERM), SIG_DFL);
    uv_run(loop.get(), UV_RUN_DEFAULT);  // ends because the loop has no other handles
  }
  EXPECT_EQ(action_of(SIGTERM), SIG_DFL);
}

}  // namespace
}  // namespace wgcts::harness
