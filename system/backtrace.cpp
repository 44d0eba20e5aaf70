#include "system/backtrace.hpp"

#include <execinfo.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cfenv>
#include <csignal>

#include "system/reached_limits.hpp"

namespace wgcts::system {
namespace {

constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXFSZ};
/// Reports keep 8 KiB of a log, and most of that should be the driver's messages.
constexpr int most_frames = 24;
/// After a crash inside the loader or the allocator, the backtrace may deadlock.
constexpr unsigned most_seconds = 3;

volatile std::sig_atomic_t dying_of = 0;
pid_t own_process = 0;  ///< its backtraces are not those of a child
thread_local volatile bool at_suites_work = false;
thread_local std::fenv_t drivers_environment;

/// Raises the signal with its default action, so that the supervisor sees the original signal.
void die_of(int number) {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(number, &usual, nullptr);
  kill(getpid(), number);
  // The first process of a container gets no signal that it sends itself. A shell's exit code says the same.
  constexpr pid_t first = 1;
  if (getpid() == first) _exit(128 + number);
}

void on_backtrace_hangs(int) { die_of(dying_of); }

void on_fatal_signal(int number) {
  if (dying_of != 0) return die_of(dying_of);
  dying_of = number;
  struct sigaction limit {};
  limit.sa_handler = on_backtrace_hangs;
  sigaction(SIGALRM, &limit, nullptr);
  alarm(most_seconds);
  print_reached_limits();
  const bool is_child = getpid() != own_process;
  const std::string_view title = is_child ? child_backtrace_title : backtrace_title;
  if (at_suites_work && !is_child)
    (void)!write(STDERR_FILENO, suites_work_title.data(), suites_work_title.size());
  (void)!write(STDERR_FILENO, title.data(), title.size());
  std::array<void*, most_frames> frames{};
  backtrace_symbols_fd(frames.data(), backtrace(frames.data(), most_frames), STDERR_FILENO);
  die_of(number);
}

/// A timer that the process has set itself is the driver's. LLVM's crash handler, for example, sets one that
/// ends the process if the handler hangs. Its signal would say that another process ended this one.
void on_end_of_timer(int number, siginfo_t* info, void*) {
  const bool was_sent = info->si_code == SI_USER || info->si_code == SI_QUEUE || info->si_code == SI_TKILL;
  if (was_sent && info->si_pid != getpid()) return die_of(number);
  (void)!write(STDERR_FILENO, drivers_timer_title.data(), drivers_timer_title.size());
  die_of(SIGABRT);
}

/// The interval timers of setitimer(), and their signals.
struct IntervalTimer {
  int which;  ///< an argument of setitimer()
  int signal;
};
constexpr IntervalTimer interval_timers[] = {
    {ITIMER_REAL, SIGALRM}, {ITIMER_VIRTUAL, SIGVTALRM}, {ITIMER_PROF, SIGPROF}};

/// A launcher's timer survives exec, and is not the driver's.
bool is_running(const IntervalTimer& timer) {
  itimerval left{};
  return getitimer(timer.which, &left) != 0 || left.it_value.tv_sec != 0 || left.it_value.tv_usec != 0;
}

bool has_handler(int number) {
  struct sigaction current {};
  sigaction(number, nullptr, &current);
  return (current.sa_flags & SA_SIGINFO) != 0 || current.sa_handler != SIG_DFL;
}

}  // namespace

void note_suites_work(bool is_suites) {
  if (is_suites == at_suites_work) return;
  at_suites_work = is_suites;
  if (is_suites) {
    std::fegetenv(&drivers_environment);
    std::fesetenv(FE_DFL_ENV);
  } else {
    std::fesetenv(&drivers_environment);
  }
}

bool has_backtrace(std::string_view output) {
  const std::size_t at = output.find(backtrace_title);
  if (at == std::string_view::npos) return false;
  return at == 0 || output[at - 1] == '\n' || has_backtrace(output.substr(at + 1));
}

void print_backtrace_on_crash() {
  own_process = getpid();
  prepare_reached_limits();
  // The first call loads a library, which is not safe in a signal handler.
  void* frame = nullptr;
  backtrace(&frame, 1);
  // After a stack overflow, the handler needs another stack.
  static std::array<std::byte, std::size_t{1} << 16> room;
  const stack_t stack{room.data(), 0, room.size()};
  sigaltstack(&stack, nullptr);
  for (const int number : fatal_signals) {
    if (has_handler(number)) continue;
    struct sigaction ours {};
    ours.sa_handler = on_fatal_signal;
    // SA_NODEFER: if the handler blocked its own signal, the signal could not end a backtrace that hangs.
    ours.sa_flags = SA_ONSTACK | SA_NODEFER;
    sigaction(number, &ours, nullptr);
  }
  for (const IntervalTimer& timer : interval_timers) {
    if (is_running(timer) || has_handler(timer.signal)) continue;
    struct sigaction at_end {};
    at_end.sa_sigaction = on_end_of_timer;
    at_end.sa_flags = SA_ONSTACK | SA_SIGINFO;
    sigaction(timer.signal, &at_end, nullptr);
  }
}

}  // namespace wgcts::system
