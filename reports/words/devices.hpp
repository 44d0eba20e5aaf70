// What `wgcts devices` says of a device.
#pragma once

#include <string>

#include "results/device_facts.hpp"

namespace wgcts::reports {

/// A paragraph: the device's name and index, then one line for each thing that matters, with the query behind
/// it.
std::string device_text(const DeviceFacts& device);

}  // namespace wgcts::reports
