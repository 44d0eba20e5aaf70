// The driver options: the start of workers, the choice of the device, and files that drivers leave behind.
#pragma once

#include <optional>
#include <vector>

#include "cli/options/options.hpp"
#include "harness/process/discovery.hpp"

namespace wgcts::cli {

inline constexpr const char* no_device =
    "no OpenCL device was found. Install a driver, or set OCL_ICD_VENDORS to its folder, or use --driver "
    "FILE for a driver that is not installed, or --kit NAME for one that scripts/setup NAME fetched";

/// Lists the devices; see harness::discover(). Throws UsageError if the file of --driver is not a driver.
harness::Discovery find_devices(const Options& options, const WorkerSetup& setup);

std::string why_no_device(const harness::Discovery& found);

unsigned jobs_of(const Options& options);

/// The number of workers for this device: --jobs, or by default the setup's number, limited on a GPU.
unsigned jobs_for(const DeviceFacts& device, const WorkerSetup& setup, const Options& options);

/// How workers are started: through a kit, a launcher, or directly. Throws UsageError for an unknown kit, a
/// missing driver file, and an implementation that cannot be read.
WorkerSetup setup_of(const Options& options);

/// The device under test. With --implementation, it has the file's builtins instead of its own. Throws
/// UsageError, with the compiler's first error, if the file does not compile or defines no builtin, and
/// NothingTested if no worker could check that. The compiler's whole log is written to `log_file`, unless
/// that is empty.
DeviceFacts judged_device(WorkerSetup& setup, const DeviceFacts& device, const std::string& log_file);

/// The device that --device names. By default the first device with collectives, or the first that can
/// compile or link the implementation. Otherwise the first device. Throws UsageError unless the name matches
/// exactly one device.
const DeviceFacts& chosen_device(const std::vector<DeviceFacts>& devices, const std::string& wanted,
                                 const std::optional<harness::Implementation>& implementation = {});

/// Sets the environment variables that disable drivers' caches. Otherwise a fixed driver might run programs
/// that the broken one compiled. A worker calls it before it loads the driver. Files that PoCL writes
/// nevertheless go to the folder `scratch`, which is created if necessary, if the worker can write files and
/// run them there.
void switch_off_driver_caches(const std::string& scratch);

/// This process's folder for files that drivers leave behind, which is removed when the program ends; empty
/// if it could not be created. The first call must come before the process starts threads.
const std::string& scratch_folder();

}  // namespace wgcts::cli
