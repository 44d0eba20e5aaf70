// Whether a bug's C program shows the bug: it is compiled and run on the driver that was judged.
#pragma once

#include "cli/options/options.hpp"
#include "harness/process/worker_setup.hpp"
#include "results/bug.hpp"
#include "results/device_facts.hpp"

namespace wgcts::cli {

/// Compiles the bug's C program with `--cc`, and runs it as workers are started: behind the kit's launch, or
/// the launcher. Sets `proof`, and where it was run `reproduced`. Does nothing for a bug that has no
/// program.
void prove(Bug& bug, const Options& options, const WorkerSetup& setup, const DeviceFacts& device);

}  // namespace wgcts::cli
