// libuv's event loop with automatic cleanup.
#pragma once

#include <uv.h>

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

}  // namespace wgcts::harness
