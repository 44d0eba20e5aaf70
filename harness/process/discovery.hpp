// Lists the devices in a worker, because drivers have crashed on these queries.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/worker_setup.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The devices that a worker finds, in the loader's order.
struct Discovery {
  std::vector<DeviceFacts> devices;  ///< if the worker died, the devices that it had described
  std::vector<std::string>
      remarks;              ///< platforms that did not list their devices or were left out, with the reason
  bool no_library = false;  ///< neither the loader nor the drivers of --driver could be opened
  std::optional<Conclusion> death{};  ///< of the worker, if it crashed or hung
};

/// A platform whose driver crashes twice or hangs is left out, with a remark, if another one has a device.
/// Calls `listed` when only the digests of the drivers' files are missing, because these take longest. The
/// callback must not throw. Throws std::runtime_error if no worker starts or a launcher does not forward the
/// order, and SuiteDefect.
Discovery discover(const WorkerSetup& setup,
                   const std::function<void(const std::vector<DeviceFacts>&)>& listed = {});

}  // namespace wgcts::harness
