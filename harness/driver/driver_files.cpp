#include "harness/driver/driver_files.hpp"

#include <CL/cl_icd.h>
#include <dlfcn.h>

#include <string>

namespace wgcts::harness {
namespace {

/// The file that holds the code at this address; empty where none is known.
std::string file_of(const void* code) {
  Dl_info info{};
  return code != nullptr && dladdr(code, &info) != 0 && info.dli_fname != nullptr ? info.dli_fname : "";
}

/// What cl_khr_icd promises: an object of the driver's begins with a pointer to the driver's entries.
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
  facts.loader = file_of(dlsym(RTLD_DEFAULT, "clGetPlatformIDs"));
  cl_platform_id platform = nullptr;
  if (clGetDeviceInfo(device(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) != CL_SUCCESS ||
      !has_icd(platform))
    return;
  const auto* object = reinterpret_cast<const IcdObject*>(device());
  facts.driver_file = file_of(reinterpret_cast<const void*>(object->dispatch->clGetDeviceInfo));
}

}  // namespace wgcts::harness
