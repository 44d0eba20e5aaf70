// Ends of workers that need not be the driver's fault.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"
#include "system/memory.hpp"

namespace wgcts::harness {

/// The reason why the end need not be the driver's fault, as a clause that begins with "and". Nothing if it
/// is. Empty if only the first such end of a case is forgiven. `before` is the memory at the worker's start,
/// `now` that after its end; `refusal` is the OpenCL error of the driver's refusal after which the worker
/// ended, 0 for one without, and nothing if the driver did not refuse.
std::optional<std::string> excuse_for(const Ending& ending, const WorkerSetup& setup,
                                      const system::Memory& before, const system::Memory& now,
                                      std::optional<int> refusal = {});

/// Whether the end is one of the launcher: ssh lost its connection, or somebody ended the launcher or the
/// worker behind it, as a batch system does. Shells and launchers put a signal into the exit code.
bool is_of_launcher(const Ending& ending, const WorkerSetup& setup);

/// The reason, as above, if one of these processes still runs: each was killed and did not end, and may have
/// the device. Removes the others.
std::optional<std::string> excuse_beside(std::vector<int>& unended);

}  // namespace wgcts::harness
