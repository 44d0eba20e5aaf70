// Finds the device of an order among those of this process.
#pragma once

#include <vector>

#include "harness/driver/opencl.hpp"
#include "harness/process/device_address.hpp"

namespace wgcts::harness {

/// The identity of the device, as if it had no twins.
DeviceIdentity identity_of(const cl::Device& device);
/// Numbers those that are equal.
void number_twins(std::vector<DeviceIdentity>& identities);

/// Lists the devices of its platform only, if the order names it. Throws Refusal with Verdict::NotRun, which
/// names the requested and the available devices, if the device is missing. No other device is judged
/// instead.
cl::Device find_device(const DeviceAddress& wanted);

}  // namespace wgcts::harness
