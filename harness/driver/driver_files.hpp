// Which files of this machine answer for a device.
#pragma once

#include "harness/driver/opencl.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Fills in the device's loader and its driver's file, as far as they can be seen: a driver that the loader
/// reaches by cl_khr_icd can be. A driver that is used directly has no loader.
void query_files(const cl::Device& device, DeviceFacts& facts);

}  // namespace wgcts::harness
