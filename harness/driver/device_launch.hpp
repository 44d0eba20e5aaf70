// One launch of a form's kernel, or of a program, on a device.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "harness/check/program_checker.hpp"
#include "harness/check/site_checker.hpp"
#include "harness/driver/launch_stages.hpp"
#include "harness/program/layout.hpp"

namespace wgcts::harness {

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
  Outputs poisons_;  ///< for each output, one element of its initial contents
};

}  // namespace wgcts::harness
