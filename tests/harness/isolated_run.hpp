// Runs one case alone in a worker.
#pragma once

#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {

/// The case in a separate worker, with all output. Throws like WorkerConnection::ask().
inline IsolatedRun run_isolated(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed,
                                const Case& c) {
  return WorkerConnection(setup, device, seed).ask(Experiment{.the_case = c, .outputs = true});
}

}  // namespace wgcts::harness
