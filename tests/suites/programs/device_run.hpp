// A drawn program on an OpenCL device, held against what the interpreter says that it must write.
#pragma once

#include <span>
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

/// Programs that are built as one OpenCL program: no two have the same suffix.
class Built {
 public:
  /// `options` are further ones.
  Built(const Device& d, std::span<const LegalProgram> programs, const std::string& options);
  ~Built();
  Built(const Built&) = delete;
  Built& operator=(const Built&) = delete;

  /// What the compiler says, or "".
  const std::string& refusal() const { return refusal_; }
  /// "" if the device writes what one of the programs must, or a line that says where it does not.
  std::string difference(const Device& d, const LegalProgram& p) const;

 private:
  cl_program program_ = nullptr;
  std::string refusal_;
};

/// The same of a program that is built alone, or what the compiler says of it.
std::string difference(const Device& d, const LegalProgram& p, const std::string& options);

}  // namespace wgcts::suites
