// Builds a program from its text, its binary, or several parts. Finds the functions that a file of builtins
// defines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/driver/device_session.hpp"
#include "harness/program/implementation.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {

struct ProgramSource {
  std::string whole;  ///< the kernels
  std::string part;   ///< their functions in the other part, for situations that link one
  std::vector<std::uint32_t> module = {};   ///< `whole` as SPIR-V, for the situation Module
  std::vector<std::uint32_t> library = {};  ///< SPIR-V that is linked to the module; empty: none
};

/// The executable program on the session's device, built as the situation requires. Throws Refusal if the
/// driver refuses, and Unsupported.
cl::Program build_program(const ProgramSource& source, Situation situation, const std::string& options,
                          const DeviceSession& session, Progress& progress);

/// The kernel of that name. Throws the Refusal of a failed build.
cl::Kernel create_kernel(const cl::Program& program, const std::string& name);

/// The prototypes that the implementation defines on the device, as printed by text_of(). `facts` are those
/// of the device itself. An empty `context` is replaced by a new one. Throws Refusal, with the compiler's
/// log, if the file itself does not compile.
std::vector<std::string> definitions(const cl::Device& device, const DeviceFacts& facts,
                                     const Implementation& implementation, const cl::Context& context,
                                     Progress& progress);

}  // namespace wgcts::harness
