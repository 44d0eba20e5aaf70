// How a program comes to be: from its text, by way of its binary, or out of parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/driver/device_session.hpp"
#include "harness/driver/stage_reports.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

/// What a program is made of.
struct ProgramSource {
  std::string whole;  ///< the kernels
  std::string part;   ///< the functions that they call in another part; unread where the situation links none
  std::vector<std::uint32_t> module =
      {};  ///< SPIR-V that says what `whole` would; unread but in its situation
  std::vector<std::uint32_t> library = {};  ///< SPIR-V that is linked to the module; empty for none
};

/// The executable program on the session's device, made as the situation asks. Enters Stage::Build before each
/// call that compiles or links: each may take the time of a whole build. Throws Refusal for what the driver
/// refuses, and Lacking.
cl::Program build_program(const ProgramSource& source, Situation situation, const std::string& options,
                          const DeviceSession& session, Progress& progress);

/// The kernel of that name. Throws Refusal: a program that does not give its kernels is not built.
cl::Kernel create_kernel(const cl::Program& program, const std::string& name);

}  // namespace wgcts::harness
