// Compiles a bug's C program, and runs it on the tested driver.
#pragma once

#include "cli/options/options.hpp"
#include "harness/process/worker_setup.hpp"
#include "results/bug.hpp"
#include "results/device_facts.hpp"

namespace wgcts::cli {

/// Compiles the bug's C program with `--cc`, and runs it through the kit or the launcher, like a worker. Sets
/// `proof`, and if the program ran `reproduced`. Does nothing for a bug without a program.
void prove(Bug& bug, const Options& options, const WorkerSetup& setup, const DeviceFacts& device);

}  // namespace wgcts::cli
