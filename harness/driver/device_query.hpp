// Queries the devices, and finds the device of an order. Runs in a worker only.
#pragma once

#include <functional>
#include <vector>

#include "harness/driver/drivers.hpp"
#include "harness/process/protocol.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// Devices in the loader's order.
struct DeviceList {
  std::vector<cl::Device> devices;
  std::vector<std::string> platforms;  ///< the name of each device's platform; may be empty
  std::vector<std::string> remarks;    ///< platforms that did not list their devices, with the error
  bool no_library = false;             ///< neither the loader nor the drivers of --driver could be opened
};
/// Every device of the platforms whose name satisfies `is_wanted`. Only the names of other platforms are
/// queried, because their drivers may crash or hang. If there are several platforms, `before_name` is called
/// before each query of a name. `sorted` gives the order of DeviceFacts::index, but ocl-icd then lists the
/// devices of every platform.
DeviceList devices_of(
    const std::function<bool(const std::string&)>& is_wanted, bool sorted,
    const std::function<void()>& before_name = [] {});

/// The facts that the device reports. Only queries of its version are made. A failed query counts as "no" and
/// is listed in DeviceFacts::query_errors. Throws no errors of OpenCL. `may_fail`, unless null, are the
/// queries that failed when the device was listed. If another one fails, "no" would be false, so this throws
/// Refusal.
DeviceFacts query_facts(const cl::Device& device, const std::vector<std::string>* may_fail = nullptr);

/// Fills in the files of the device's loader and driver as far as they are visible. A driver is visible if
/// the loader reaches it by cl_khr_icd. A driver that is used directly has no loader.
void query_files(const cl::Device& device, DeviceFacts& facts);

/// Calls `before` with the index of each device before its driver is called.
std::vector<DeviceIdentity> identities_of(
    const std::vector<cl::Device>& devices,
    const std::function<void(std::size_t)>& before = [](std::size_t) {});

/// Numbers devices that agree in all other members: by the files of their drivers, then by their places in
/// the list. If two platforms have one name, ocl-icd's order of them differs between sorted and unsorted
/// lists.
std::vector<DeviceIdentity> with_twins(const std::vector<DeviceIdentity>& bare,
                                       const std::vector<std::string>& files);

/// Lists the devices of its platform only, if that has a name. Throws Refusal with Verdict::NotRun, which
/// names the requested and the available devices, if the device is missing. No other device is judged
/// instead. A crash or hang in Stage::Platforms may be that of another platform's driver.
cl::Device find_device(const DeviceAddress& wanted, Progress& progress);

}  // namespace wgcts::harness
