#include "system/signals.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace wgcts::system {
namespace {

// Signals of crashes, a number that is not a signal, and a signal without a name.
TEST(Signals, HaveTheirNames) {
  EXPECT_EQ(signal_name(SIGSEGV), "SIGSEGV");
  EXPECT_EQ(signal_name(SIGKILL), "SIGKILL");
  EXPECT_EQ(signal_name(4711), "signal 4711");
  EXPECT_EQ(signal_name(0), "signal 0");
}

// A driver's own errors can raise these signals.
TEST(Signals, OfCrashesDoNotComeFromOutside) {
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGPIPE})
    EXPECT_FALSE(comes_from_outside(number)) << signal_name(number);
  for (const int number : {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2,
                           SIGALRM, SIGVTALRM, SIGPROF, SIGSYS, SIGPWR})
    EXPECT_TRUE(comes_from_outside(number)) << signal_name(number);
}

TEST(Signals, ThatStopARunComeFromOutside) {
  for (const int number : stop_signals()) EXPECT_TRUE(comes_from_outside(number)) << signal_name(number);
}

TEST(Signals, DetectsIgnoredSignals) {
  const auto before = std::signal(SIGUSR2, SIG_IGN);
  EXPECT_TRUE(is_ignored(SIGUSR2));
  (void)std::signal(SIGUSR2, SIG_DFL);
  EXPECT_FALSE(is_ignored(SIGUSR2));
  (void)std::signal(SIGUSR2, before);
}

}  // namespace
}  // namespace wgcts::system
