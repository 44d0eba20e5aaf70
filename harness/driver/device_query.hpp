// Queries the devices, and finds that of an order. Runs in a worker only.
#pragma once

#include <functional>
#include <vector>

#include "harness/driver/opencl.hpp"
#include "harness/process/device_address.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Every device of every platform, in the loader's order, which is that of DeviceFacts::index.
struct DeviceList {
  std::vector<cl::Device> devices;
  std::vector<std::string> remarks;  ///< platforms that did not list their devices, with the error
  bool no_library = false;           ///< neither the loader nor the drivers of --driver could be opened
};
DeviceList all_devices();

/// The facts that the device reports. Only queries of its version are made. A failed query counts as "no" and
/// is listed in DeviceFacts::query_errors. Throws no errors of OpenCL.
DeviceFacts query_facts(const cl::Device& device, std::size_t index);

/// Fills in the files of the device's loader and driver as far as they are visible. A driver is visible if
/// the loader reaches it by cl_khr_icd. A driver that is used directly has no loader.
void query_files(const cl::Device& device, DeviceFacts& facts);

/// The identities of the devices of all_devices().
std::vector<DeviceIdentity> identities(const std::vector<cl::Device>& devices);

/// The index of the device in the list. Throws Refusal with Verdict::NotRun, which names the requested and
/// the available devices, if it is missing. No other device is judged instead.
std::size_t find_device(const DeviceAddress& wanted, const DeviceList& list);

}  // namespace wgcts::harness
