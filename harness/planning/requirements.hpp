// What a case needs of a device, and what it is refused for.
#pragma once

#include <optional>
#include <string_view>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The query and the answer by which the device lacks what the case needs, or nothing. What only a built
/// kernel can tell (CL_KERNEL_WORK_GROUP_SIZE) is not asked here.
std::optional<Reason> missing(const Case& c, const DeviceFacts& facts);

/// The same reason, with the error for an answer where the query was answered with one: what nothing is known
/// of is no limit of the device's.
Reason with_error(const DeviceFacts& facts, Reason reason);

/// The feature macro of the collectives (WGC.AV.1).
inline constexpr std::string_view collectives_macro = "__opencl_c_work_group_collective_functions";

}  // namespace wgcts::harness
