// What every launch goes through on a device, whatever it launches.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "harness/driver/stage_reports.hpp"
#include "results/case_result.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// A launch that is prepared, enqueued, read back and judged. The stages are apart so that several launches
/// can be in flight, and that one is judged while the driver is at the next. Those that touch the driver
/// throw cl::Error for what it refuses, and say where they are.
class LaunchStages {
 public:
  virtual ~LaunchStages() = default;

  /// What the device lacks for the launch, which then is not made.
  virtual const std::optional<Reason>& lacks() const = 0;

  virtual void enqueue(Progress& progress) = 0;

  /// Waits, and reads what the kernel wrote.
  virtual void wait_and_read(Progress& progress) = 0;

  /// Whether another launch on the same data would be the same launch.
  virtual bool can_be_repeated() const { return false; }

  /// Launches once more on the same data, and keeps what came if it differs from what came first.
  virtual void repeat(Progress& /*progress*/) {}

  /// Gives kernel and buffers back.
  virtual void release() {}

  virtual const std::vector<Case>& cases() const = 0;

  /// Judges what was read for one of the launch's cases; a skip where the device lacks something. `output`
  /// gets what the case's sites wrote; it may be empty. Touches no driver, and may run beside one that is at
  /// work. Throws SuiteDefect for a check that could not fail.
  virtual CaseResult result(const Case& c,
                            const std::function<void(const Case&, const RawOutput&)>& output) const = 0;
};

}  // namespace wgcts::harness
