// An imaginary OpenCL 3.0 device with all features, for commands that need no device.
#pragma once

#include "results/device_facts.hpp"

namespace wgcts::harness {

DeviceFacts plain_device();

}  // namespace wgcts::harness
