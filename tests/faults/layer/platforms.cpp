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

}  // namespace

void set_platform_dispatch(const cl_icd_dispatch* dispatch) { empty.dispatch = dispatch; }

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
  if (size_ret) *size_ret = sizeof text;
  if (value && size < sizeof text) return CL_INVALID_VALUE;
  if (value) std::memcpy(value, text, sizeof text);
  return CL_SUCCESS;
}

std::optional<cl_int> empty_platform_devices(cl_platform_id platform, cl_uint* count) {
  if (platform != handle()) return std::nullopt;
  if (count) *count = 0;
  return CL_DEVICE_NOT_FOUND;
}

}  // namespace wgfault
