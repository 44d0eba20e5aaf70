// libuv's event loop with an end.
#pragma once

#include <uv.h>

#include "layers.hpp"

namespace wgcts::harness {

/// A libuv loop that closes with all that was on it.
class Loop {
 public:
  /// Throws std::runtime_error, with a sentence that says what to raise, where this process has too few file
  /// descriptors left: libuv would end the program.
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
