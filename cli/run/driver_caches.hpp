// Files that drivers write: their caches of compiled programs, and what they leave behind.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// Sets the environment variables that disable the caches, since a fixed driver would be tested with programs
/// that the broken one compiled. A worker calls it before it loads the driver.
/// Files that PoCL writes all the same go to the folder `scratch`, which is created if it does not exist,
/// unless it is empty.
void switch_off_driver_caches(const std::string& scratch);

/// This process's folder for files that drivers leave behind, which is removed when the program ends; empty
/// if it could not be created. The first call must come before the process starts threads.
const std::string& scratch_folder();

}  // namespace wgcts::cli
