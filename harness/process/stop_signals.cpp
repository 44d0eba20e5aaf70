#include "harness/process/stop_signals.hpp"

#include <csignal>
#include <utility>

namespace wgcts::harness {
namespace {

// Slurm and other engines send SIGUSR1 ahead of the end of a job's time, where they are asked to, and a soft
// limit on CPU time sends SIGXCPU: both leave time for a report.
constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGXCPU};

bool is_ignored(int number) {
  struct sigaction current {};
  return sigaction(number, nullptr, &current) == 0 && (current.sa_flags & SA_SIGINFO) == 0 &&
         current.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals(uv_loop_t* loop, std::function<void()> on_signal)
    : on_signal_(std::move(on_signal)) {
  static_assert(stop_signals.size() == std::tuple_size_v<decltype(handles_)>);
  for (std::size_t i = 0; i < stop_signals.size(); ++i) {
    uv_signal_init(loop, &handles_[i]);
    handles_[i].data = this;
    if (!is_ignored(stop_signals[i]))
      uv_signal_start(
          &handles_[i], [](uv_signal_t* s, int) { static_cast<StopSignals*>(s->data)->on_signal_(); },
          stop_signals[i]);
    uv_unref(reinterpret_cast<uv_handle_t*>(&handles_[i]));
  }
}

void StopSignals::close() {
  for (uv_signal_t& handle : handles_) uv_close(reinterpret_cast<uv_handle_t*>(&handle), nullptr);
}

}  // namespace wgcts::harness
