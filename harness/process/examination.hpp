// What the file that --implementation names defines on a device, asked in a worker before anything is judged:
// compilers have been seen to die of what they are given.
#pragma once

#include "harness/process/worker_setup.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The device with `setup.implementation` in place of its builtins, asked of one of `setup.early` where there
/// are some. Throws std::runtime_error, with the compiler's first words, where the file does not compile on
/// the device.
DeviceFacts examined(const WorkerSetup& setup, const DeviceFacts& device);

}  // namespace wgcts::harness
