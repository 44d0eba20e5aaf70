// The signals that end a run early.
#pragma once

#include <uv.h>

#include <functional>
#include <vector>

namespace wgcts::harness {

/// Calls back for SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGXCPU while the loop runs. Signals that
/// were ignored when the program began stay ignored: nohup and shells ignore signals for background programs.
/// It keeps no loop alive.
class StopSignals {
 public:
  StopSignals(uv_loop_t* loop, std::function<void()> on_signal);
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  /// To be called before the loop's last run.
  void close();

 private:
  std::vector<uv_signal_t> handles_;
  std::function<void()> on_signal_;
};

}  // namespace wgcts::harness
