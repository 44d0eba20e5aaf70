// What a worker is at: told before each stage begins, and timed.
#pragma once

#include <functional>
#include <utility>

#include "results/stage.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

/// One thread's way through the stages. What it tells goes out before the driver is called, so that the time
/// of a call that never comes back, and the death of a process in it, have a name.
class Progress {
 public:
  explicit Progress(std::function<void(Stage)> tell) : tell_(std::move(tell)) {}

  /// From here on it is this stage's time.
  void enter(Stage stage) {
    watch_.lap(info(stage_).activity);
    stage_ = stage;
    if (tell_) tell_(stage);
  }
  Stage stage() const { return stage_; }

  /// The time since the last call, or since the start; the current stage goes on.
  Timing take() {
    watch_.lap(info(stage_).activity);
    Timing now = watch_.timing(), since = now;
    for (std::size_t i = 0; i < now.seconds.size(); ++i) since.seconds[i] -= taken_.seconds[i];
    taken_ = now;
    return since;
  }

 private:
  std::function<void(Stage)> tell_;
  Stage stage_ = Stage::Data;
  Stopwatch watch_;
  Timing taken_;
};

}  // namespace wgcts::harness
