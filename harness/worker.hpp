// The process that touches the driver, and may die of it.
#pragma once

namespace wgcts {

/// Carries out orders from standard input until it ends. Returns the process's exit code.
int worker_main();

}  // namespace wgcts
