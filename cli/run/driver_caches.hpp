// Drivers keep what they compiled, on disk, for the next process: a driver that was mended would be judged by
// programs of the one that was not.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// Sets the variables that switch these caches off in this process, which is a worker's, before the driver is
/// loaded. What a driver writes none the less goes to `scratch`, which is made where it is not there; empty
/// for where the driver likes it.
void switch_off_driver_caches(const std::string& scratch);

}  // namespace wgcts::cli
