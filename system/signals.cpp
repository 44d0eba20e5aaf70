#include "system/signals.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace wgcts::system {
namespace {

// glibc has a function for these names only since 2.32.
constexpr std::pair<int, std::string_view> names[] = {
    {SIGHUP, "SIGHUP"},       {SIGINT, "SIGINT"},   {SIGQUIT, "SIGQUIT"}, {SIGILL, "SIGILL"},
    {SIGTRAP, "SIGTRAP"},     {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"},   {SIGFPE, "SIGFPE"},
    {SIGKILL, "SIGKILL"},     {SIGUSR1, "SIGUSR1"}, {SIGSEGV, "SIGSEGV"}, {SIGUSR2, "SIGUSR2"},
    {SIGPIPE, "SIGPIPE"},     {SIGALRM, "SIGALRM"}, {SIGTERM, "SIGTERM"}, {SIGCHLD, "SIGCHLD"},
    {SIGCONT, "SIGCONT"},     {SIGSTOP, "SIGSTOP"}, {SIGTSTP, "SIGTSTP"}, {SIGTTIN, "SIGTTIN"},
    {SIGTTOU, "SIGTTOU"},     {SIGURG, "SIGURG"},   {SIGXCPU, "SIGXCPU"}, {SIGXFSZ, "SIGXFSZ"},
    {SIGVTALRM, "SIGVTALRM"}, {SIGPROF, "SIGPROF"}, {SIGPWR, "SIGPWR"},   {SIGSYS, "SIGSYS"},
};

/// SIGSYS comes from the filter of system calls of a container (seccomp).
constexpr std::array sent_by_others{SIGKILL, SIGTERM, SIGINT,  SIGHUP,    SIGQUIT, SIGXCPU, SIGXFSZ,
                                    SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGSYS,  SIGPWR};

// Slurm and other schedulers can send SIGUSR1 before the end of a job's time, and a soft limit on CPU time
// sends SIGXCPU. Both leave time for a report.
constexpr std::array stopping{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU};

/// Signals from other processes that end a process by default.
constexpr std::array ending{SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,
                            SIGUSR2, SIGALRM, SIGXCPU, SIGPROF, SIGVTALRM};
thread_local int holders = 0;
thread_local sigset_t before;

}  // namespace

std::string signal_name(int number) {
  const auto* const row = std::ranges::find(names, number, &std::pair<int, std::string_view>::first);
  return row != std::end(names) ? std::string(row->second) : "signal " + std::to_string(number);
}

bool comes_from_outside(int number) {
  return std::ranges::find(sent_by_others, number) != sent_by_others.end();
}

std::span<const int> stop_signals() { return stopping; }

bool is_ignored(int number) {
  struct sigaction current {};
  return sigaction(number, nullptr, &current) == 0 && (current.sa_flags & SA_SIGINFO) == 0 &&
         current.sa_handler == SIG_IGN;
}

HeldSignals::HeldSignals() {
  if (holders++ != 0) return;
  sigset_t held;
  sigemptyset(&held);
  for (const int number : ending) sigaddset(&held, number);
  pthread_sigmask(SIG_BLOCK, &held, &before);
}

HeldSignals::~HeldSignals() {
  if (--holders == 0) pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void receive_ends_of_children() {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);
}

// Programs that a driver starts would inherit SIG_IGN.
void ignore_closed_pipes() {
  std::signal(SIGPIPE, [](int) {});
}

void ignore_unwritable_files() {
  ignore_closed_pipes();
  std::signal(SIGXFSZ, [](int) {});
}

void end_by_closed_pipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  std::abort();  // only if SIGPIPE is blocked
}

}  // namespace wgcts::system
