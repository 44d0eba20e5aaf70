// The configuration of OpenCL's C++ binding, and the names of OpenCL's errors and device queries.
#pragma once

#include <string>

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <CL/opencl.hpp>  // IWYU pragma: export
// After it, so that both have the same version.
#include <CL/cl_icd.h>  // IWYU pragma: export

#include "layers.hpp"

namespace wgcts::harness {

/// The loader's error if there is no driver (cl_khr_icd).
inline constexpr cl_int platform_not_found = -1001;

/// Of cl_intel_required_subgroup_size. Some headers lack it.
inline constexpr cl_device_info sub_group_sizes_intel = 0x4108;

/// The symbolic name of an OpenCL error, or its number.
std::string error_name(cl_int error);

/// The name, such as CL_DEVICE_NAME, or the number of a query that the suite does not make.
std::string query_name(cl_device_info what);

}  // namespace wgcts::harness
