#include "platforms.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace wgfault {
namespace {

struct Platform {
  const cl_icd_dispatch* dispatch;  // where loaders look for it
};
Platform empty{};
cl_platform_id handle() { return reinterpret_cast<cl_platform_id>(&empty); }

Platform custom{};      // a device, of which loaders want just as much
cl_device_id beside{};  // the driver's first device
cl_device_id custom_handle() { return reinterpret_cast<cl_device_id>(&custom); }

cl_int put(const void* bytes, size_t length, size_t size, void* value, size_t* size_ret) {
  if (size_ret) *size_ret = length;
  if (value && size < length) return CL_INVALID_VALUE;
  if (value) std::memcpy(value, bytes, length);
  return CL_SUCCESS;
}

}  // namespace

void set_platform_dispatch(const cl_icd_dispatch* dispatch) { empty.dispatch = custom.dispatch = dispatch; }

cl_int get_platforms(const cl_icd_dispatch& target, cl_uint entries, cl_platform_id* platforms,
                     cl_uint* count) {
  cl_uint real = 0;
  if (target.clGetPlatformIDs(0, nullptr, &real) != CL_SUCCESS) real = 0;
  std::vector<cl_platform_id> all(real);
  if (real > 0) target.clGetPlatformIDs(real, all.data(), nullptr);
  all.insert(all.begin(), handle());
  if (count) *count = static_cast<cl_uint>(all.size());
  if (platforms) std::copy_n(all.begin(), std::min<size_t>(entries, all.size()), platforms);
  return CL_SUCCESS;
}

std::optional<cl_int> empty_platform_info(cl_platform_id platform, size_t size, void* value,
                                          size_t* size_ret) {
  if (platform != handle()) return std::nullopt;
  const char text[] = "OpenCL 3.0 empty";
  return put(text, sizeof text, size, value, size_ret);
}

std::optional<cl_int> empty_platform_devices(cl_platform_id platform, cl_uint* count) {
  if (platform != handle()) return std::nullopt;
  if (count) *count = 0;
  return CL_DEVICE_NOT_FOUND;
}

cl_int get_platforms_twice(const cl_icd_dispatch& target, cl_uint entries, cl_platform_id* platforms,
                           cl_uint* count) {
  cl_uint real = 0;
  if (const cl_int error = target.clGetPlatformIDs(0, nullptr, &real)) return error;
  std::vector<cl_platform_id> all(2 * real);
  target.clGetPlatformIDs(real, all.data(), nullptr);
  std::copy_n(all.begin(), real, all.begin() + real);
  if (count) *count = static_cast<cl_uint>(all.size());
  if (platforms) std::copy_n(all.begin(), std::min<size_t>(entries, all.size()), platforms);
  return CL_SUCCESS;
}

bool is_custom(cl_device_id device) { return device == custom_handle(); }

cl_int get_devices(const cl_icd_dispatch& target, cl_platform_id platform, cl_device_type type,
                   cl_uint entries, cl_device_id* devices, cl_uint* count) {
  cl_uint real = 0;
  const cl_int error = target.clGetDeviceIDs(platform, type, 0, nullptr, &real);
  if (error != CL_SUCCESS && error != CL_DEVICE_NOT_FOUND) return error;
  std::vector<cl_device_id> all(real);
  if (real > 0) target.clGetDeviceIDs(platform, type, real, all.data(), nullptr);
  if (real > 0) beside = all.front();
  if (type & CL_DEVICE_TYPE_CUSTOM && beside) all.insert(all.begin(), custom_handle());
  if (all.empty()) return CL_DEVICE_NOT_FOUND;
  if (count) *count = static_cast<cl_uint>(all.size());
  if (devices) std::copy_n(all.begin(), std::min<size_t>(entries, all.size()), devices);
  return CL_SUCCESS;
}

cl_int custom_device_info(const cl_icd_dispatch& target, cl_device_info query, size_t size, void* value,
                          size_t* size_ret) {
  const cl_device_type type = CL_DEVICE_TYPE_CUSTOM;
  const cl_bool no = CL_FALSE;
  const char name[] = "a device of fixed functions";
  switch (query) {
    case CL_DEVICE_TYPE:
      return put(&type, sizeof type, size, value, size_ret);
    case CL_DEVICE_NAME:
      return put(name, sizeof name, size, value, size_ret);
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
      return put(&no, sizeof no, size, value, size_ret);
    default:
      return target.clGetDeviceInfo(beside, query, size, value, size_ret);
  }
}

}  // namespace wgfault
