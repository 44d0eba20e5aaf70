// A platform that has no device at all, which comes first (the order's action "empty-platform" of
// clGetPlatformIDs).
#pragma once

#include <CL/cl_icd.h>

#include <optional>

namespace wgfault {

void set_platform_dispatch(const cl_icd_dispatch* dispatch);

cl_int get_platforms(const cl_icd_dispatch& target, cl_uint entries, cl_platform_id* platforms,
                     cl_uint* count);

// The answers of the empty platform; nothing if it is another one.
std::optional<cl_int> empty_platform_info(cl_platform_id platform, size_t size, void* value,
                                          size_t* size_ret);
std::optional<cl_int> empty_platform_devices(cl_platform_id platform, cl_uint* count);

}  // namespace wgfault
