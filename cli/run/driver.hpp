// From the driver's options to workers and a device.
#pragma once

#include <optional>
#include <stdexcept>
#include <vector>

#include "cli/options/options.hpp"
#include "harness/process/discovery.hpp"

namespace wgcts::cli {

/// What to say, after the program's name, where discovery finds nothing.
inline constexpr const char* no_device =
    "no OpenCL device: is a driver installed, and does OCL_ICD_VENDORS name its folder? "
    "--driver FILE takes a driver that is not installed, --kit NAME one that scripts/setup NAME made";

/// Why discovery found no device, in a sentence.
std::string why_no_device(const harness::Discovery& found);

/// A run that has to go on finds no device: one sentence for the user, exit code 3.
struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// How many workers there are at a time.
unsigned jobs_of(const Options& options);

/// How many workers judge the device: as many as the user said, else those of the setup, and fewer on a GPU.
unsigned jobs_for(const DeviceFacts& device, const WorkerSetup& setup, const Options& options);

/// How workers are started: through a kit, a launcher, or by themselves. Throws UsageError for an unknown
/// kit, a driver's file that is not there, and a file of builtins that cannot be read.
WorkerSetup setup_of(const Options& options);

/// Has workers set a GPU up while its driver's file is hashed and so many cases are still being planned.
void start_early(WorkerSetup& setup, const DeviceFacts& device, std::size_t cases);

/// The device as it is judged: with --implementation the file's builtins stand in place of its own. A device
/// that refuses while workers wait that were started early is asked again without them. Throws UsageError,
/// with the compiler's first error, if the file does not compile or defines none of them; the compiler's whole
/// log goes to `log_file`, if it is not empty. What a module exports is read from itself, and no device is
/// asked.
DeviceFacts judged_device(WorkerSetup& setup, const DeviceFacts& device, const std::string& log_file);

/// The device that --device names, or the first with collectives, or the first; where an implementation is
/// judged, the first that can compile it, or link it. Throws UsageError unless the name fits exactly one.
const DeviceFacts& chosen_device(const std::vector<DeviceFacts>& devices, const std::string& wanted,
                                 const std::optional<harness::Implementation>& implementation = {});

}  // namespace wgcts::cli
