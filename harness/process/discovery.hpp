// What devices there are, asked in a worker: drivers have been seen to die of the question.
#pragma once

#include <string>
#include <vector>

#include "harness/process/worker_setup.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The devices that a worker finds, in the loader's order. `driver_died` tells, in a sentence, how a worker
/// ended that a driver took down on the way; the devices described until then are returned. Throws
/// std::runtime_error where no worker could be started at all.
struct Discovery {
  std::vector<DeviceFacts> devices;
  std::string driver_died, log;
  bool hung = false;  ///< what it died of was our patience
};
Discovery discover(const WorkerSetup& setup);

}  // namespace wgcts::harness
