// Signals that end a run: they call back, or stay ignored if they were ignored before. The state afterwards
// is the state before.
#include "harness/process/stop_signals.hpp"

#include <gtest/gtest.h>

#include <csignal>

#include "harness/process/event_loop.hpp"

namespace wgcts::harness {
namespace {

auto action_of(int number) {
  struct sigaction current {};
  sigaction(number, nullptr, &current);
  return current.sa_handler;
}

/// The number of callbacks after the signal is raised `times` times.
int calls_for(int number, int times) {
  Loop loop;
  int calls = 0;
  StopSignals signals(loop.get(), [&] { ++calls; });
  for (int i = 0; i < times; ++i) raise(number);
  uv_timer_t while_it_runs;
  uv_timer_init(loop.get(), &while_it_runs);
  uv_timer_start(
      &while_it_runs, [](uv_timer_t* t) { uv_close(reinterpret_cast<uv_handle_t*>(t), nullptr); }, 50, 0);
  uv_run(loop.get(), UV_RUN_DEFAULT);
  signals.close();
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
    StopSignals signals(loop.get(), [] {});
    EXPECT_NE(action_of(SIGTERM), SIG_DFL);
    uv_run(loop.get(), UV_RUN_DEFAULT);  // ends because nothing else is on it
    signals.close();
  }
  EXPECT_EQ(action_of(SIGTERM), SIG_DFL);
}

}  // namespace
}  // namespace wgcts::harness
