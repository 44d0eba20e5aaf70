// One case in a worker of its own, with all its output.
#pragma once

#include "harness/process/worker_setup.hpp"
#include "results/device_facts.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// Runs one case in a worker of its own. Throws std::runtime_error if no worker starts, and SuiteDefect.
IsolatedRun run_isolated(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed,
                         const Case& c);

}  // namespace wgcts::harness
