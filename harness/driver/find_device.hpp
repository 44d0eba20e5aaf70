// Finds the device of an order among those of this process.
#pragma once

#include "harness/driver/device_query.hpp"
#include "harness/process/device_address.hpp"

namespace wgcts::harness {

/// The identities of the devices of all_devices().
std::vector<DeviceIdentity> identities(const std::vector<cl::Device>& devices);

/// The index of the device in the list. Throws Refusal with Verdict::NotRun, which names the requested and
/// the available devices, if it is missing. No other device is judged instead.
std::size_t find_device(const DeviceAddress& wanted, const DeviceList& list);

}  // namespace wgcts::harness
