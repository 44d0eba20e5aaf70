// The requirements of a case on a device, and a device that meets all of them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The query and answer that show that the device cannot run the case, or nothing. Limits of a built kernel
/// (CL_KERNEL_WORK_GROUP_SIZE) are checked elsewhere.
std::optional<Reason> missing(const Case& c, const DeviceFacts& facts);

/// The cases that the device can run.
std::vector<Case> able(std::vector<Case> cases, const DeviceFacts& facts);

/// Adds the error to the reason if the query failed, because an unknown value is not a limit of the device.
Reason with_error(const DeviceFacts& facts, Reason reason);

/// The feature macro of the collectives (WGC.AV.1).
inline constexpr std::string_view collectives_macro = "__opencl_c_work_group_collective_functions";

/// An imaginary OpenCL 3.0 device with all features, for commands that need no device.
DeviceFacts plain_device();

}  // namespace wgcts::harness
