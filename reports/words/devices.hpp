// The text of `wgcts devices` about a device.
#pragma once

#include <string>

#include "results/device_facts.hpp"

namespace wgcts::reports {

/// The device's index and name, then a line for each feature with its query.
std::string device_text(const DeviceFacts& device);

}  // namespace wgcts::reports
