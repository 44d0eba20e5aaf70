// The files of the driver and loader of a device.
#pragma once

#include "harness/driver/opencl.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Fills in the files of the device's loader and driver as far as they are visible. A driver is visible if
/// the loader reaches it by cl_khr_icd. A driver that is used directly has no loader.
void query_files(const cl::Device& device, DeviceFacts& facts);

}  // namespace wgcts::harness
