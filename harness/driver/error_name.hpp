// Names of OpenCL errors.
#pragma once

#include <string>

#include "harness/driver/opencl.hpp"

namespace wgcts::harness {

/// The loader's error if there is no driver (cl_khr_icd).
inline constexpr cl_int platform_not_found = -1001;

/// The symbolic name of an OpenCL error, or its number.
std::string error_name(cl_int error);

}  // namespace wgcts::harness
