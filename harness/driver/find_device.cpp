#include "harness/driver/find_device.hpp"

#include <CL/cl_ext.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "harness/driver/device_query.hpp"
#include "harness/driver/queries.hpp"
#include "harness/driver/refusal.hpp"
#include "results/json_values.hpp"

namespace wgcts::harness {
namespace {

/// Of cl_khr_device_uuid and cl_khr_pci_bus_info. Some headers lack them.
constexpr cl_device_info device_uuid_khr = 0x106A, pci_bus_info_khr = 0x410F;

template <class T>
std::optional<T> answer(const cl::Device& device, cl_device_info what) {
  T value{};
  if (clGetDeviceInfo(device(), what, sizeof value, &value, nullptr) != CL_SUCCESS) return std::nullopt;
  return value;
}

/// Only if the extension is listed: the result of an unknown query is undefined.
std::string hardware_of(const cl::Device& device) {
  const std::string extensions = Queries(device).text(CL_DEVICE_EXTENSIONS);
  if (extensions.find("cl_khr_device_uuid") != std::string::npos)
    if (const auto uuid = answer<std::array<unsigned char, 16>>(device, device_uuid_khr))
      return fmt::format("uuid {:02x}", fmt::join(*uuid, ""));
  if (extensions.find("cl_khr_pci_bus_info") != std::string::npos)
    if (const auto pci = answer<std::array<cl_uint, 4>>(device, pci_bus_info_khr))
      return fmt::format("pci {:04x}:{:02x}:{:02x}.{:x}", (*pci)[0], (*pci)[1], (*pci)[2], (*pci)[3]);
  return {};
}

std::string described(const DeviceIdentity& d) {
  std::string text = fmt::format("{} of {}, driver {}", d.name, d.platform, d.driver);
  if (!d.hardware.empty()) text += ", " + d.hardware;
  if (d.twins > 1) text += fmt::format(", number {} of {} identical devices", d.twin + 1, d.twins);
  return text;
}

}  // namespace

// Texts are as they come out of the protocol.
DeviceIdentity identity_of(const cl::Device& device) {
  Queries ask(device);
  return {valid_utf8(ask.platform_name()), valid_utf8(ask.text(CL_DEVICE_NAME)),
          valid_utf8(ask.text(CL_DRIVER_VERSION)), hardware_of(device)};
}

void number_twins(std::vector<DeviceIdentity>& identities) {
  const std::vector<DeviceIdentity> bare = identities;
  for (std::size_t i = 0; i < bare.size(); ++i) {
    identities[i].twins = static_cast<std::size_t>(std::ranges::count(bare, bare[i]));
    identities[i].twin = static_cast<std::size_t>(
        std::count(bare.begin(), bare.begin() + static_cast<std::ptrdiff_t>(i), bare[i]));
  }
}

cl::Device find_device(const DeviceAddress& wanted) {
  std::vector<std::string> found;
  const bool any = !wanted.identity || wanted.identity->platform.empty();
  const DeviceList list = devices_of(
      [&](const std::string& platform) {
        const bool is_wanted = any || wanted.identity->platform == platform;
        if (!is_wanted) found.push_back("the platform " + platform);
        return is_wanted;
      },
      any);
  if (wanted.identity) {
    std::vector<DeviceIdentity> all;
    for (const cl::Device& device : list.devices) all.push_back(identity_of(device));
    number_twins(all);
    const auto place = std::ranges::find(all, *wanted.identity);
    if (place != all.end()) return list.devices[static_cast<std::size_t>(place - all.begin())];
    for (const DeviceIdentity& other : all) found.push_back(described(other));
  } else if (wanted.index < list.devices.size()) {
    return list.devices[wanted.index];
  }
  found.insert(found.end(), list.remarks.begin(), list.remarks.end());
  throw Refusal(
      Verdict::NotRun,
      fmt::format("a worker did not find the requested device, {}; it found {}",
                  wanted.identity ? described(*wanted.identity) : fmt::format("number {}", wanted.index),
                  found.empty() ? "none" : fmt::format("{}", fmt::join(found, "; "))));
}

}  // namespace wgcts::harness
