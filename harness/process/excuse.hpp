// Ends of workers that may not be the driver's fault.
#pragma once

#include <optional>
#include <string>

#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"
#include "system/memory.hpp"

namespace wgcts::harness {

/// The reason why the end may not be the driver's fault, as a clause that begins with "and". nullopt: the
/// driver is at fault. An empty text excuses only the first such end of a case. `before` is the memory at the
/// worker's start, `now` that after its end. `refusal` is the OpenCL error of the refusal that ended the
/// worker, 0 for another refusal, nullopt without a refusal.
std::optional<std::string> excuse_for(const Ending& ending, const WorkerSetup& setup,
                                      const system::Memory& before, const system::Memory& now,
                                      std::optional<int> refusal = {});

/// Whether the launcher caused the end: ssh lost its connection, or a batch system or user ended the launcher
/// or the worker behind it. Shells and launchers put a signal into the exit code. False after a crash with a
/// backtrace.
bool is_of_launcher(const Ending& ending, const WorkerSetup& setup);

}  // namespace wgcts::harness
