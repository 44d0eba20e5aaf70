// The device that an order is for, among those that this process finds.
#pragma once

#include "harness/driver/device_query.hpp"
#include "harness/process/device_address.hpp"

namespace wgcts::harness {

/// What `all_devices()` lists, each with what tells it from the others.
std::vector<DeviceIdentity> identities(const std::vector<cl::Device>& devices);

/// The place of the device in the list. Throws Refusal with Verdict::NotRun, which says what was asked for and
/// what is there, where the device is not among them: another is never judged in its place.
std::size_t find_device(const DeviceAddress& wanted, const DeviceList& list);

}  // namespace wgcts::harness
