// The launch of a whole program on its way through a device.
#pragma once

#include "harness/check/program_checker.hpp"
#include "harness/driver/launch_stages.hpp"

namespace wgcts::harness {

class ProgramRun final : public LaunchStages {
 public:
  /// Draws the program, makes its kernel and its buffers, and fills them. `launch` and `session` must outlive
  /// it.
  ProgramRun(const Launch& launch, const cl::Program& program, const DeviceSession& session,
             Progress& progress);

 private:
  CaseResult judge(const Case& c, const Outputs& written, RawOutput* raw) const override;

  ProgramChecker checker_;
  Outputs poisons_;  ///< of each output, an element that nobody wrote
};

}  // namespace wgcts::harness
