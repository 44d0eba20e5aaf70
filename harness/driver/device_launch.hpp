// One launch of a form's kernel, or of a program, on a device.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "harness/check/program_checker.hpp"
#include "harness/check/site_checker.hpp"
#include "harness/driver/device_run.hpp"
#include "harness/program/job.hpp"
#include "harness/program/layout.hpp"
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
  const std::optional<Reason>& lacks() const { return lacks_; }

  void enqueue(Progress& progress);

  void wait_and_read(Progress& progress);

  /// Whether a second launch on the same data is the same launch.
  bool can_be_repeated() const;

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
  std::optional<Reason> lacks_;
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
  std::vector<Repetition> repetitions_;  ///< the first few that differ
};

/// Steps that call the driver throw cl::Error if it refuses, and report their stage.
class DeviceLaunch final : public LaunchStages {
 public:
  /// Makes the kernel and its buffers of at most `memory` bytes, and fills them. Throws NoBuffers if that is
  /// too little for the launch and less than the device reports.
  DeviceLaunch(const Launch& launch, const cl::Program& program, const DeviceSession& session,
               std::size_t memory, Progress& progress);

 private:
  std::optional<Reason> settle_size();
  std::optional<Reason> lack(std::size_t kernel_limit) const;
  std::vector<KernelArgument> arguments(std::size_t items, std::size_t groups) const;
  void fill(const cl::Program& program, Progress& progress);
  Extents size_chosen_by_driver(const cl::Program& program, const NDRange& range, Progress& progress) const;
  Extents reported_by(const Outputs& written) const;
  /// The site's part of the output.
  std::span<const std::byte> stream_of(std::span<const std::byte> written, std::size_t site) const;
  bool anything_written(std::span<const std::byte> written, std::size_t site) const;
  bool canary_lives(std::span<const std::byte> written, std::size_t site) const;
  CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const override;
  /// Launches cannot be judged if the driver chooses another local size each time.
  void look_at(const Outputs& written) override;

  std::size_t memory_;
  Extents local_{};
  Layout layout_;
  std::size_t groups_ = 0;  ///< as in ndrange()
  std::size_t element_;     ///< bytes of a value
  std::size_t sites_;
  std::unique_ptr<Grid> grid_;
  std::vector<std::unique_ptr<SiteChecker>> checkers_;
  Extents reported_{};             ///< reported by the kernel (see Variant::tells)
  std::vector<std::byte> poison_;  ///< one element of the initial output
};

class ProgramRun final : public LaunchStages {
 public:
  /// Draws the program, makes its kernel and buffers, and fills them. `launch` and `session` must outlive
  /// this object.
  ProgramRun(const Launch& launch, const cl::Program& program, const DeviceSession& session,
             Progress& progress);

 private:
  CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const override;

  ProgramChecker checker_;
};

}  // namespace wgcts::harness
