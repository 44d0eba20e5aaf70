// What `wgcts devices` says of a device.
#pragma once

#include <string>

#include "harness/facts.hpp"

namespace wgcts {

/// A paragraph: the device's name and index, then one line for each thing that matters, with the query behind
/// it.
std::string device_text(const DeviceFacts& device);

}  // namespace wgcts
