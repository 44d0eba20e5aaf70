// What the file that --implementation names defines on a device, asked in a worker before anything is judged:
// compilers have been seen to die of what they are given.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "harness/process/worker_setup.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// A file of builtins that does not compile on a device: one sentence, and all that the compiler printed.
struct DoesNotCompile : std::runtime_error {
  DoesNotCompile(const std::string& sentence, std::string log)
      : std::runtime_error(sentence), compiler_log(std::move(log)) {}
  std::string compiler_log;
};

/// The device with `setup.implementation` in place of its builtins, asked of one of `setup.early` where there
/// are some. Throws DoesNotCompile if the file does not compile on the device.
DeviceFacts examined(const WorkerSetup& setup, const DeviceFacts& device);

}  // namespace wgcts::harness
