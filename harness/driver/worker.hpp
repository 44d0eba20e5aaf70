// The process that touches the driver, and may die of it.
#pragma once

#include "layers.hpp"

namespace wgcts::harness {

/// Carries out orders from standard input until it ends. Returns the process's exit code.
int worker_main();

}  // namespace wgcts::harness
