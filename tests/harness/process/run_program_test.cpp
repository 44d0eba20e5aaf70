// Programs that run beside the suite: their output and exit.
#include <gtest/gtest.h>

#include <csignal>

#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {
namespace {

Ending run_shell(const std::string& script, double seconds = 60) {
  return run_program({"sh", "-c", script}, seconds).value();
}

TEST(RunProgram, ReturnsOutputAndExitCode) {
  const Ending end = run_shell("echo err >&2; printf out; exit 77");
  EXPECT_FALSE(end.timed_out);
  EXPECT_EQ(end.exit_code, 77);
  EXPECT_EQ(end.signal, 0);
  EXPECT_NE(end.log.find("out"), std::string::npos);
  EXPECT_NE(end.log.find("err\n"), std::string::npos);
}

TEST(RunProgram, NamesTheSignal) { EXPECT_EQ(run_shell("kill -ABRT $$").signal, SIGABRT); }

TEST(RunProgram, KillsAProgramAfterTheTimeLimit) {
  const Ending end = run_shell("sleep 1000 & sleep 1000", 0.2);
  EXPECT_TRUE(end.timed_out);
  EXPECT_EQ(end.signal, SIGKILL);
}

// Its exit is not reported, as if a call of the kernel blocked the process.
TEST(RunProgram, LeavesAProgramThatDoesNotEndBehind) {
  sigset_t children, before;
  sigemptyset(&children);
  sigaddset(&children, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &children, &before);
  EXPECT_TRUE(run_shell("sleep 1000", 0.2).timed_out);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(RunProgram, HasNoInputAndBoundsTheOutput) {
  const Ending end = run_shell("cat; yes | head -c 1000000");
  EXPECT_EQ(end.exit_code, 0);
  EXPECT_EQ(end.log.size(), std::size_t{8} << 10);
}

TEST(RunProgram, ReportsAMissingProgram) { EXPECT_FALSE(run_program({"/nowhere/cc"}, 1)); }

}  // namespace
}  // namespace wgcts::harness
