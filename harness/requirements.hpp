// What a case needs of a device, and what it is refused for.
#pragma once

#include <optional>

#include "harness/facts.hpp"

namespace wgcts {

/// The query and the answer by which the device lacks what the case needs, or nothing. What only a built kernel
/// can tell (CL_KERNEL_WORK_GROUP_SIZE) is not asked here.
std::optional<Reason> missing(const Case& c, const DeviceFacts& facts);

/// The -cl-std that the case is built with: 20, 30, ...
unsigned cl_std_of(const Case& c, const DeviceFacts& facts);

/// The build options of the case's program. Cases share a program only if theirs are equal.
std::string build_options(const Case& c, const DeviceFacts& facts);

}  // namespace wgcts
