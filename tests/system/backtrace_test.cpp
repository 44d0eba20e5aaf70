// A crash prints a backtrace, and ends the process by the original signal within seconds.
#include "system/backtrace.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include "system/processes.hpp"

namespace wgcts::system {
namespace {

using testing::KilledBySignal;

void die_of(int number) {
  print_backtrace_on_crash();
  (void)std::raise(number);
}

TEST(BacktraceDeathTest, TheSignalIsUnchanged) {
  for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    EXPECT_EXIT(die_of(number), KilledBySignal(number), "backtrace:") << number;
}

// Only the thread that crashes counts: a driver has threads of its own.
TEST(BacktraceDeathTest, TheSuitesOwnWorkIsNamed) {
  const std::string words(suites_work_title);
  EXPECT_EXIT(
      {
        note_suites_work(true);
        die_of(SIGSEGV);
      },
      KilledBySignal(SIGSEGV), words + "backtrace:");
  EXPECT_EXIT(
      {
        note_suites_work(true);
        std::thread([] { die_of(SIGSEGV); }).join();
      },
      KilledBySignal(SIGSEGV), "^backtrace:");
}

// Its own threads block all other signals.
TEST(BacktraceDeathTest, AThreadOfTheSuiteIsNamed) {
  for (const int number : {SIGSEGV, SIGABRT})
    EXPECT_EXIT(
        {
          print_backtrace_on_crash();
          run_beside([number] { (void)std::raise(number); });
          sleep(5);
          _exit(7);
        },
        KilledBySignal(number), std::string(suites_work_title) + "backtrace:");
}

// A driver's compiler may crash in a process of its own, and the worker live on.
TEST(BacktraceDeathTest, AChildProcessIsNamed) {
  EXPECT_EXIT(
      {
        print_backtrace_on_crash();
        note_suites_work(true);
        const pid_t child = fork();
        if (child == 0) (void)std::raise(SIGSEGV);
        waitpid(child, nullptr, 0);
        _exit(7);
      },
      testing::ExitedWithCode(7), "^" + std::string(child_backtrace_title));
}

// Intel's compiler of 2026.2.0 sets a timer when it crashes, and then may hang.
TEST(BacktraceDeathTest, ATimerOfTheDriverIsItsCrash) {
  EXPECT_EXIT(
      {
        print_backtrace_on_crash();
        alarm(1);
        sleep(5);
        _exit(7);
      },
      KilledBySignal(SIGABRT), std::string(drivers_timer_title.substr(0, 30)));
}

// setitimer() has two more timers, which count processor time.
TEST(BacktraceDeathTest, ATimerOfProcessorTimeIsOfTheOneWhoSetIt) {
  for (const auto& [timer, signal] :
       {std::pair(ITIMER_VIRTUAL, SIGVTALRM), std::pair(ITIMER_PROF, SIGPROF)}) {
    const auto end_by_timer = [&](bool of_caller) {
      const itimerval soon{{0, 0}, {0, 10'000}};
      if (of_caller) setitimer(timer, &soon, nullptr);
      print_backtrace_on_crash();
      if (!of_caller) setitimer(timer, &soon, nullptr);
      for (volatile unsigned work = 0;;) work = work + 1;
    };
    EXPECT_EXIT(end_by_timer(false), KilledBySignal(SIGABRT), std::string(drivers_timer_title.substr(0, 30)));
    EXPECT_EXIT(end_by_timer(true), KilledBySignal(signal), "^$");
  }
}

TEST(BacktraceDeathTest, AnAlarmOfTheCallerOrOfAnotherProcessIsNot) {
  EXPECT_EXIT(
      {
        alarm(1);  // as before exec
        print_backtrace_on_crash();
        sleep(5);
        _exit(7);
      },
      KilledBySignal(SIGALRM), "^$");
  EXPECT_EXIT(
      {
        print_backtrace_on_crash();
        const pid_t worker = getpid();
        if (fork() == 0) {
          kill(worker, SIGALRM);
          _exit(0);
        }
        sleep(5);
        _exit(7);
      },
      KilledBySignal(SIGALRM), "^$");
}

TEST(Backtrace, OthersPrintSimilarLines) {
  EXPECT_TRUE(has_backtrace("backtrace:\n/usr/bin/wgcts"));
  EXPECT_TRUE(has_backtrace("stack backtrace:\n0: rust\nbacktrace:\n"));
  EXPECT_FALSE(has_backtrace("stack backtrace:\n0: rust\n"));
  EXPECT_FALSE(has_backtrace(child_backtrace_title));
  EXPECT_FALSE(has_backtrace(""));
}

// Sanitizers install their own handlers.
TEST(BacktraceDeathTest, AnExistingHandlerIsKept) {
  EXPECT_EXIT(
      {
        (void)std::signal(SIGSEGV, [](int) { _exit(7); });
        die_of(SIGSEGV);
      },
      testing::ExitedWithCode(7), "");
}

/// The pipe has no reader, so that the backtrace blocks.
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

TEST(BacktraceDeathTest, ABacktraceThatHangsIsEnded) {
  EXPECT_EXIT(die_speechless(), KilledBySignal(SIGABRT), "");
}

}  // namespace
}  // namespace wgcts::system
