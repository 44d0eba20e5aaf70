#include "harness/driver/device_session.hpp"

#include <algorithm>
#include <array>

namespace wgcts::harness {

DeviceSession session_on_part(const DeviceSession& whole) {
  const std::size_t half = std::max<std::size_t>(whole.facts.compute_units / 2, 1);
  const std::array<cl_device_partition_property, 3> equally{
      CL_DEVICE_PARTITION_EQUALLY, static_cast<cl_device_partition_property>(half), 0};
  std::vector<cl::Device> parts;
  try {
    cl::Device(whole.device).createSubDevices(equally.data(), &parts);
  } catch (const cl::Error& refused) {
    // A device need not support each number of compute units (CL_INVALID_VALUE).
    if (refused.err() != CL_DEVICE_PARTITION_FAILED && refused.err() != CL_INVALID_VALUE) throw;
    throw Lacking{{"clCreateSubDevices", error_name(refused.err())}};
  }
  if (parts.empty()) throw Refusal(Verdict::LaunchError, "clCreateSubDevices returned no sub-device");
  DeviceSession session = whole;
  session.device = parts.at(0);
  session.context = cl::Context(session.device);
  session.queue = cl::CommandQueue(session.context, session.device);
  return session;
}

}  // namespace wgcts::harness
