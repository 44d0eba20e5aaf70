// The launch of a whole program on its way through a device.
#pragma once

#include "harness/check/program_checker.hpp"
#include "harness/driver/device_launch.hpp"

namespace wgcts::harness {

class ProgramRun final : public LaunchStages {
 public:
  /// Draws the program, makes its kernel and its buffers, and fills them. `launch` and `session` must outlive
  /// it.
  ProgramRun(const Launch& launch, const cl::Program& program, const DeviceSession& session,
             Progress& progress);

  const std::optional<Reason>& lacks() const override { return lacks_; }
  void enqueue(Progress& progress) override;
  void wait_and_read(Progress& progress) override;
  const std::vector<Case>& cases() const override { return launch_.cases; }
  CaseResult result(const Case& c,
                    const std::function<void(const Case&, const RawOutput&)>& output) const override;

 private:
  std::optional<Reason> lack() const;
  void bind_arguments();
  bool canary_lives(std::size_t output) const;

  const Launch& launch_;
  const DeviceSession& session_;
  ProgramChecker checker_;
  std::optional<Reason> lacks_;
  cl::Kernel kernel_;
  std::vector<cl::Buffer> inputs_, outputs_;
  std::vector<std::vector<std::byte>> poisons_;  ///< of each output, an element that nobody wrote
  std::vector<std::vector<std::byte>> written_;  ///< of each output, what it held at the end
};

}  // namespace wgcts::harness
