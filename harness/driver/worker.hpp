// The process that touches the driver, and may die of it.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::harness {

/// Carries out orders from standard input until it ends. Returns the process's exit code. Without
/// `driver_cache` no program is one that a driver may have compiled for an earlier process. Calls go to the
/// drivers of the file `driver`, as --driver takes it; empty for those that the machine's OpenCL loader
/// finds.
int worker_main(bool driver_cache, const std::string& driver = {});

}  // namespace wgcts::harness
