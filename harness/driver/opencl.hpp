// The configuration of OpenCL's C++ binding.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>  // IWYU pragma: export
// After it, so that both have the same version.
#include <CL/cl_icd.h>  // IWYU pragma: export

#include "layers.hpp"
