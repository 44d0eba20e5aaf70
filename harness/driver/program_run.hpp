// The launch of a program case on a device.
#pragma once

#include "harness/check/program_checker.hpp"
#include "harness/driver/launch_stages.hpp"

namespace wgcts::harness {

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
