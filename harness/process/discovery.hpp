// Lists the devices, the builtins that the file of --implementation defines on a device, and its layout of
// sub-groups. All run in a worker, because drivers and compilers have crashed on them.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "harness/process/worker_process.hpp"
#include "harness/program/kernel_run.hpp"
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
  std::string platform{};             ///< the one that the worker called last; empty: unknown
};

/// A platform whose driver crashes twice or hangs is left out, with a remark, if another one has a device.
/// Throws std::runtime_error if no worker starts or a launcher does not forward the order, and SuiteDefect.
Discovery discover(const WorkerSetup& setup);

/// The file does not compile on the device: one sentence, and the compiler's output.
struct DoesNotCompile : std::runtime_error {
  DoesNotCompile(const std::string& sentence, std::string log)
      : std::runtime_error(sentence), compiler_log(std::move(log)) {}
  std::string compiler_log;
};

/// The device with `setup.implementation` instead of its own builtins, and with its layout of sub-groups.
/// Throws DoesNotCompile if the file does not compile on the device, and std::runtime_error if the device is
/// missing or a limit of the machine kept workers from compiling it.
DeviceFacts examined(const WorkerSetup& setup, const DeviceFacts& device);

/// One work-group of the largest size shows the size of a full sub-group. One in three dimensions shows the
/// order of work-items.
std::vector<KernelRun> sub_group_probes(const DeviceFacts& facts);

/// The layout that the probes show; none if a probe did not complete or the layout is unknown.
std::optional<SubGroupLayout> layout_of(std::span<const KernelRun> probes,
                                        std::span<const RunOutcome> outcomes);

}  // namespace wgcts::harness
