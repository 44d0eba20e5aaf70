// A device that nobody has: OpenCL 3.0 with all that collectives can use. For what is asked without a device.
#pragma once

#include "results/device_facts.hpp"

namespace wgcts::harness {

DeviceFacts plain_device();

}  // namespace wgcts::harness
