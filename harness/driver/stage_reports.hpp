// Reports and times the stages of a worker.
#pragma once

#include <functional>
#include <utility>

#include "results/stage.hpp"
#include "results/timing.hpp"
#include "system/backtrace.hpp"

namespace wgcts::harness {

/// The stages of one thread. Each stage is reported before the driver is called, so that a hang or crash in
/// the call has a name.
class Progress {
 public:
  explicit Progress(std::function<void(Stage)> tell) : tell_(std::move(tell)) {}

  void enter(Stage stage) {
    watch_.lap(info(stage_).activity);
    stage_ = stage;
    system::note_suites_work(!is_drivers(stage));
    if (tell_) tell_(stage);
  }
  Stage stage() const { return stage_; }

  /// The time since the last call or the start. The current stage continues.
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
