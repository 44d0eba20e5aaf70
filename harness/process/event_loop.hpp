// libuv's event loop with automatic cleanup, and the signals that end a run early.
#pragma once

#include <uv.h>

#include <functional>
#include <vector>

#include "layers.hpp"

namespace wgcts::harness {

/// A libuv loop that closes with all its handles.
class Loop {
 public:
  /// Throws std::runtime_error if this process has too few file descriptors left, because libuv would abort.
  /// The message names the limit to raise.
  Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  ~Loop() {
    uv_run(&loop_, UV_RUN_DEFAULT);
    uv_loop_close(&loop_);
  }
  uv_loop_t* get() { return &loop_; }

 private:
  uv_loop_t loop_{};
};

/// Calls back for SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1 and SIGXCPU while the loop runs. Signals that
/// were ignored when the program began stay ignored: nohup and shells ignore signals for background programs.
/// It does not keep the loop alive.
class StopSignals {
 public:
  StopSignals(uv_loop_t* loop, std::function<void()> on_signal);
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  /// Call it before the loop's last run.
  void close();

 private:
  std::vector<uv_signal_t> handles_;
  std::function<void()> on_signal_;
};

}  // namespace wgcts::harness
