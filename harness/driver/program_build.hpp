// Builds a program, and says what the compiler says.
#pragma once

#include <string>

#include "harness/driver/device_launch.hpp"

namespace wgcts::harness {

/// Throws Refusal, with the start of the build log.
cl::Program build_program(const DeviceSession& session, const std::string& text, const std::string& options);

}  // namespace wgcts::harness
