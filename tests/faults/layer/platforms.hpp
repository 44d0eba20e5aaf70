// Platforms and devices that a program must step over: a platform without any device, which comes first
// ("empty-platform" of clGetPlatformIDs), all of them twice ("twice"), a device that runs no programs
// ("custom-device" of clGetDeviceIDs).
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

cl_int get_platforms_twice(const cl_icd_dispatch& target, cl_uint entries, cl_platform_id* platforms,
                           cl_uint* count);

// The driver's devices, behind a custom one where the type asks for such.
cl_int get_devices(const cl_icd_dispatch& target, cl_platform_id platform, cl_device_type type,
                   cl_uint entries, cl_device_id* devices, cl_uint* count);
bool is_custom(cl_device_id device);
cl_int custom_device_info(const cl_icd_dispatch& target, cl_device_info query, size_t size, void* value,
                          size_t* size_ret);

}  // namespace wgfault
