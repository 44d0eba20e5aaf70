// Asks OpenCL what there is. Runs in a worker only.
#pragma once

#include <functional>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Every device of every platform, in the loader's order: the order of DeviceFacts::index.
struct DeviceList {
  std::vector<cl::Device> devices;
  std::vector<std::string> remarks;  ///< which platforms did not list theirs, and their errors
};
DeviceList all_devices();

/// What the device says of itself. A query that its version does not have is never made; one that is answered
/// with an error counts as "no" and stands in DeviceFacts::query_errors. Throws nothing that OpenCL did.
DeviceFacts query_facts(const cl::Device& device, std::size_t index);

}  // namespace wgcts::harness
