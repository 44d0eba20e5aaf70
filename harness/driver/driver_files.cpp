#include "harness/driver/driver_files.hpp"

#include <string>

#include "harness/driver/drivers.hpp"

namespace wgcts::harness {
namespace {

/// cl_khr_icd: an object of the driver begins with a pointer to its dispatch table.
struct IcdObject {
  const cl_icd_dispatch* dispatch;
};

bool has_icd(cl_platform_id platform) {
  char extensions[8192] = {};
  return clGetPlatformInfo(platform, CL_PLATFORM_EXTENSIONS, sizeof extensions - 1, extensions, nullptr) ==
             CL_SUCCESS &&
         std::string(extensions).find("cl_khr_icd") != std::string::npos;
}

}  // namespace

void query_files(const cl::Device& device, DeviceFacts& facts) {
  const auto kind = drivers().kind();
  (kind == Drivers::Kind::Loader ? facts.loader : facts.driver_file) = drivers().exporting_file();
  if (kind == Drivers::Kind::DriverWithExports) return;
  cl_platform_id platform = nullptr;
  if (kind == Drivers::Kind::Loader &&
      (clGetDeviceInfo(device(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) != CL_SUCCESS ||
       !has_icd(platform)))
    return;
  const auto* object = reinterpret_cast<const IcdObject*>(device());
  facts.driver_file = system::file_of(reinterpret_cast<const void*>(object->dispatch->clGetDeviceInfo));
}

}  // namespace wgcts::harness
