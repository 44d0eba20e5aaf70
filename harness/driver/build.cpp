#include "harness/driver/build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/driver/device_query.hpp"
#include "harness/driver/refusal.hpp"

namespace wgcts::harness {
namespace {

/// The first errors of a compiler matter, not the millionth.
constexpr std::size_t log_limit = 16384;

/// The start of what the compiler said, or why it is not to be had.
std::string build_log(cl_program program, cl_device_id device) {
  std::size_t bytes = 0;
  cl_int error = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
  std::string log(bytes, '\0');
  if (error == CL_SUCCESS)
    error = clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
  if (error != CL_SUCCESS) return fmt::format("CL_PROGRAM_BUILD_LOG: {}", error_name(error));
  return log.substr(0, std::min(log.find('\0'), log_limit));
}

}  // namespace

cl::Program build_program(const cl::Context& context, const cl::Device& device, const std::string& text,
                          const std::string& options) {
  cl::Program program;
  try {
    program = cl::Program(context, text);
  } catch (const cl::Error& error) {
    throw Refusal(Verdict::BuildError, fmt::format("{} returned {}", error.what(), error_name(error.err())));
  }
  // Not cl::Program::build, which asks for the log of a good build too, and fails with that query.
  const cl_device_id id = device();
  const cl_int error = clBuildProgram(program(), 1, &id, options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS)
    throw Refusal(Verdict::BuildError,
                  fmt::format("clBuildProgram with {} returned {}", options, error_name(error)),
                  build_log(program(), id));
  return program;
}

}  // namespace wgcts::harness
