// Processes that die with a backtrace: by the signal that they would have died of, and in time.
#include "system/backtrace.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>

namespace wgcts::system {
namespace {

using testing::KilledBySignal;

void die_of(int number) {
  tell_backtrace_of_death();
  (void)std::raise(number);
}

TEST(BacktraceDeathTest, TheProcessDiesOfWhatItDiedOf) {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    EXPECT_EXIT(die_of(number), KilledBySignal(number), "backtrace:") << number;
}

// Sanitizers report in handlers of their own.
TEST(BacktraceDeathTest, AHandlerThatIsThereIsLeftAlone) {
  EXPECT_EXIT(
      {
        (void)std::signal(SIGSEGV, [](int) { _exit(7); });
        die_of(SIGSEGV);
      },
      testing::ExitedWithCode(7), "");
}

/// Nobody reads what it says, and so its last words never end.
void die_speechless() {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) return;
  fcntl(pipe[1], F_SETFL, O_NONBLOCK);
  const std::array<char, 4096> words{};
  while (write(pipe[1], words.data(), words.size()) > 0) {
  }
  fcntl(pipe[1], F_SETFL, 0);
  dup2(pipe[1], STDERR_FILENO);
  die_of(SIGABRT);
}

TEST(BacktraceDeathTest, ABacktraceThatHangsHasAnEnd) {
  EXPECT_EXIT(die_speechless(), KilledBySignal(SIGABRT), "");
}

}  // namespace
}  // namespace wgcts::system
