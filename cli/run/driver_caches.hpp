// Drivers cache compiled programs on disk. A fixed driver would be tested with programs that the broken one
// compiled.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// Sets the environment variables that disable these caches; a worker calls it before it loads the driver.
/// Files that PoCL writes all the same go to the folder `scratch`, which is created if it does not exist,
/// unless it is empty.
void switch_off_driver_caches(const std::string& scratch);

}  // namespace wgcts::cli
