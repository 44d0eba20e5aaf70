// The signals by which somebody ends a run early.
#pragma once

#include <uv.h>

#include <functional>
#include <vector>

namespace wgcts::harness {

/// Calls back for SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGXCPU while the loop runs, but for those
/// that were ignored when the program began: nohup and shells that start something in the background have
/// signals ignored that shall not stop it. It keeps no loop alive.
class StopSignals {
 public:
  StopSignals(uv_loop_t* loop, std::function<void()> on_signal);
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  /// Before the loop's last turn.
  void close();

 private:
  std::vector<uv_signal_t> handles_;
  std::function<void()> on_signal_;
};

}  // namespace wgcts::harness
