// One launch of a form's kernel, or of a program, on a device.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/driver/device_run.hpp"
#include "harness/program/job.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// A launch that is prepared, enqueued, read back and judged. The steps are separate so that several launches
/// can be in flight, and one can be judged while the driver runs the next. Steps that call the driver throw
/// cl::Error if it refuses, and report their stage.
class LaunchStages {
 public:
  using Outputs = RunOutcome::Outputs;

  LaunchStages(const Launch& launch, const DeviceSession& session) : launch_(launch), session_(session) {}
  LaunchStages(const LaunchStages&) = delete;
  LaunchStages& operator=(const LaunchStages&) = delete;
  virtual ~LaunchStages() = default;

  /// The reason why the device cannot run the launch.
  const std::optional<Reason>& unsupported() const { return unsupported_; }

  void enqueue(Progress& progress);

  void wait_and_read(Progress& progress);

  /// Whether a second launch on the same data is the same launch.
  bool can_be_repeated() const { return !unsupported_ && run_.situation == Situation::None; }

  /// Launches again on the same data, and keeps the output if it differs from the first.
  void repeat(Progress& progress);

  /// Releases the kernel and its buffers.
  void release() { device_.reset(); }

  const std::vector<Case>& cases() const { return launch_.cases; }

  /// The result for one of the launch's cases; a skip if the device cannot run it. `output`, unless empty,
  /// receives the output of the case's sites. Does not call the driver and may run in parallel with it.
  /// Throws SuiteDefect for a check that cannot fail.
  CaseResult result(const Case& c, const std::function<void(const Case&, const RawOutput&)>& output) const;

 protected:
  /// Judges one launch's output for one of the cases. `raw`, unless null, receives the output.
  virtual CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const = 0;

  /// Inspects the output of the first launch before it is judged.
  virtual void look_at(const Outputs& /*written*/) {}

  const Launch& launch_;
  const DeviceSession& session_;
  std::optional<Reason> unsupported_;
  KernelRun run_;
  std::optional<DeviceRun> device_;

 private:
  /// The output of a repeated launch that differs from the first.
  struct Repetition {
    unsigned number = 0;  ///< 2 for the second launch
    Outputs written;
  };
  void judge_repetitions(const Case& c, CaseResult& result) const;

  /// The output of the launch, followed by different outputs of launches with the same input.
  std::vector<Outputs> written_;
  unsigned launched_ = 0;                ///< number of launches
  std::vector<Repetition> repetitions_;  ///< those that differ
};

/// Makes the launch's kernel and its buffers, and fills them. The buffers of a form's kernel have at most
/// `memory` bytes each. Throws NoBuffers if that is too little for the launch and less than the device
/// reports, and cl::Error if the driver refuses. `launch` and `session` must outlive the result.
std::unique_ptr<LaunchStages> prepared(const Launch& launch, const cl::Program& program,
                                       const DeviceSession& session, std::size_t memory, Progress& progress);

}  // namespace wgcts::harness
