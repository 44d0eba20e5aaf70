#include "harness/driver/opencl.hpp"

#include <fmt/format.h>

#include "harness/process/protocol.hpp"
#include "opencl_names.hpp"

namespace wgcts::harness {

static_assert(device_not_available == CL_DEVICE_NOT_AVAILABLE);
static_assert(allocation_failure == CL_MEM_OBJECT_ALLOCATION_FAILURE);
static_assert(out_of_resources == CL_OUT_OF_RESOURCES);
static_assert(out_of_host_memory == CL_OUT_OF_HOST_MEMORY);

std::string error_name(cl_int error) {
  for (const auto& [code, symbol] : error_names)
    if (code == error) return std::string(symbol);
  return fmt::format("OpenCL error {}", error);
}

std::string query_name(cl_device_info what) {
  for (const auto& [code, symbol] : query_names)
    if (code == what) return std::string(symbol);
  return fmt::format("device query {:#x}", what);
}

}  // namespace wgcts::harness
