// The process that touches the driver, and may die of it.
#pragma once

#include "layers.hpp"

namespace wgcts::harness {

/// Carries out orders from standard input until it ends. Returns the process's exit code. Without
/// `driver_cache` no program is one that a driver may have compiled for an earlier process.
int worker_main(bool driver_cache);

}  // namespace wgcts::harness
