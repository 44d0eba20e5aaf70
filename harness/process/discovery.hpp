// What devices there are, asked in a worker: drivers have been seen to die of the question.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/process/worker_setup.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The devices that a worker finds, in the loader's order.
struct Discovery {
  std::vector<DeviceFacts> devices;  ///< where the worker died, those described until then
  std::vector<std::string> remarks;  ///< which platforms did not list their devices, and why
  std::string driver_died;           ///< in a sentence, how a worker ended that a driver took down on the way
  std::string log;                   ///< what that one printed
  bool hung = false;                 ///< what it died of was our patience
};

/// Calls `listed` once all devices are known, but for the digests of their drivers' files, which take longer
/// than all else; it must not throw. Throws std::runtime_error where no worker could be started at all, or a
/// launcher kept the order from it, and SuiteDefect.
Discovery discover(const WorkerSetup& setup,
                   const std::function<void(const std::vector<DeviceFacts>&)>& listed = {});

}  // namespace wgcts::harness
