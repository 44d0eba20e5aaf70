#include "system/held_signals.hpp"

#include <array>
#include <csignal>

namespace wgcts::system {
namespace {

constexpr std::array ending{SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,
                            SIGUSR2, SIGALRM, SIGXCPU, SIGPROF, SIGVTALRM};
thread_local int holders = 0;
thread_local sigset_t before;

}  // namespace

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

}  // namespace wgcts::system
