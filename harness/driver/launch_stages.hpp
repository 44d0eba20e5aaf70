// What every launch of a case's kernel goes through on a device, whatever it launches.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "harness/driver/device_run.hpp"
#include "harness/program/job.hpp"
#include "results/case_result.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// A launch that is prepared, enqueued, read back and judged. The stages are apart so that several launches
/// can be in flight, and that one is judged while the driver is at the next. Those that touch the driver
/// throw cl::Error for what it refuses, and say where they are.
class LaunchStages {
 public:
  using Outputs = RunOutcome::Outputs;

  LaunchStages(const Launch& launch, const DeviceSession& session) : launch_(launch), session_(session) {}
  LaunchStages(const LaunchStages&) = delete;
  LaunchStages& operator=(const LaunchStages&) = delete;
  virtual ~LaunchStages() = default;

  /// What the device lacks for the launch, which then is not made.
  const std::optional<Reason>& lacks() const { return lacks_; }

  void enqueue(Progress& progress);

  /// Waits, and reads what the kernel wrote.
  void wait_and_read(Progress& progress);

  /// Whether another launch on the same data would be the same launch.
  bool can_be_repeated() const;

  /// Launches once more on the same data, and keeps what came if it differs from what came first.
  void repeat(Progress& progress);

  /// Gives kernel and buffers back.
  void release() { device_.reset(); }

  const std::vector<Case>& cases() const { return launch_.cases; }

  /// Judges what was read for one of the launch's cases; a skip where the device lacks something. `output`
  /// gets what the case's sites wrote; it may be empty. Touches no driver, and may run beside one that is at
  /// work. Throws SuiteDefect for a check that could not fail.
  CaseResult result(const Case& c, const std::function<void(const Case&, const RawOutput&)>& output) const;

 protected:
  /// Judges what one launch wrote for one of the cases; `raw`, unless null, gets all of it.
  virtual CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const = 0;

  /// Looks at what the first launch wrote, before it is judged.
  virtual void look_at(const Outputs& /*written*/) {}

  const Launch& launch_;
  const DeviceSession& session_;
  std::optional<Reason> lacks_;
  KernelRun run_;
  std::optional<DeviceRun> device_;

 private:
  /// What another launch on the same data wrote, where it is not what the first one did.
  struct Repetition {
    unsigned number = 0;  ///< 2 for the second launch
    Outputs written;
  };
  void judge_repetitions(const Case& c, CaseResult& result) const;

  /// What the launch wrote, and behind it what differs where several launches had the same input.
  std::vector<Outputs> written_;
  unsigned launched_ = 0;                ///< times
  std::vector<Repetition> repetitions_;  ///< the first few that differ
};

}  // namespace wgcts::harness
