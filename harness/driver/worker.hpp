// The process that calls the driver.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::harness {

/// Executes orders from standard input until it ends. Returns the process's exit code. Without
/// `driver_cache`, every program differs from those that a driver may have cached. Calls go to the drivers of
/// the file `driver`, as for --driver; empty: those of the machine's OpenCL loader.
int worker_main(bool driver_cache, const std::string& driver = {});

}  // namespace wgcts::harness
