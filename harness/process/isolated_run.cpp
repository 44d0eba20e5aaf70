#include "harness/process/isolated_run.hpp"

#include "harness/process/worker_connection.hpp"

namespace wgcts::harness {

IsolatedRun run_isolated(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed,
                         const Case& c) {
  return WorkerConnection(setup, device, seed).ask({.the_case = c, .outputs = true});
}

}  // namespace wgcts::harness
