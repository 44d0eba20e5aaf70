// Builds a program from its text, its binary, or several parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/driver/device_session.hpp"
#include "harness/driver/stage_reports.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

/// The source of a program.
struct ProgramSource {
  std::string whole;  ///< the kernels
  std::string part;   ///< their functions in the other part, for situations that link one
  std::vector<std::uint32_t> module = {};   ///< `whole` as SPIR-V, for the situation Module
  std::vector<std::uint32_t> library = {};  ///< SPIR-V that is linked to the module; empty: none
};

/// The executable program on the session's device, built as the situation requires. Throws Refusal if the
/// driver refuses, and Lacking.
cl::Program build_program(const ProgramSource& source, Situation situation, const std::string& options,
                          const DeviceSession& session, Progress& progress);

/// The kernel of that name. Throws Refusal, as for a failed build.
cl::Kernel create_kernel(const cl::Program& program, const std::string& name);

}  // namespace wgcts::harness
