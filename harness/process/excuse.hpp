// Ends of workers that need not be the driver's fault.
#pragma once

#include <optional>
#include <string>

#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"
#include "system/memory.hpp"

namespace wgcts::harness {

/// The reason why the end need not be the driver's fault, as a clause that begins with "and". Nothing if it
/// is. Empty if only the first such end of a case is forgiven. `memory` is that of the worker's start;
/// `lacks_host_memory`: the driver had refused for lack of host memory.
std::optional<std::string> excuse_for(const Ending& ending, const WorkerSetup& setup,
                                      const system::Memory& memory, bool lacks_host_memory = false);

}  // namespace wgcts::harness
