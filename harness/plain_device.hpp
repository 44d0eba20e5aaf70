// A device that nobody has: OpenCL 3.0 with all that collectives can use. For what is asked without a device.
#pragma once

#include "harness/facts.hpp"

namespace wgcts {

DeviceFacts plain_device();

}  // namespace wgcts
