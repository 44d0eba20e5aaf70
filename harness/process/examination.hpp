// Lists the builtins that the file of --implementation defines on a device. Runs in a worker, because
// compilers have crashed on such files.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "harness/process/worker_setup.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The file does not compile on the device: one sentence, and the compiler's output.
struct DoesNotCompile : std::runtime_error {
  DoesNotCompile(const std::string& sentence, std::string log)
      : std::runtime_error(sentence), compiler_log(std::move(log)) {}
  std::string compiler_log;
};

/// The device with `setup.implementation` instead of its own builtins, and with its layout of sub-groups.
/// Uses one of `setup.early` if there is one. Throws DoesNotCompile if the file does not compile on the
/// device, and std::runtime_error if the device is missing or a limit of the machine kept workers from
/// compiling it.
DeviceFacts examined(const WorkerSetup& setup, const DeviceFacts& device);

}  // namespace wgcts::harness
