// Compiling a program.
#pragma once

#include <string>

#include "harness/driver/opencl.hpp"

namespace wgcts::harness {

/// The program, built for the device. Throws Refusal, with what the compiler said.
cl::Program build_program(const cl::Context& context, const cl::Device& device, const std::string& text,
                          const std::string& options);

}  // namespace wgcts::harness
