// A drawn program on an OpenCL device, held against what the interpreter says that it must write.
#pragma once

#include <string>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::string standard;  ///< -cl-std, and a space
};

/// The first device of the first platform. Where OpenCL itself fails, that is said and the process ends
/// with 2.
Device open_device();

/// "" if the device writes what it must, or a line that says where it does not. `build` are further options.
std::string difference(const Device& d, const LegalProgram& p, const std::string& build);

}  // namespace wgcts::suites
