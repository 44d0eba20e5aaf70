#include "cli/run/driver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

#include "cli/run/files.hpp"
#include "harness/process/worker_connection.hpp"
#include "harness/program/il_library.hpp"
#include "reference/lists.hpp"
#include "reports/terminal/terminal.hpp"
#include "reports/words/words.hpp"
#include "system/machine.hpp"
#include "system/output_file.hpp"
#include "system/processes.hpp"

namespace wgcts::cli {
namespace {

std::vector<std::string> worker_words(const Options& options) {
  std::vector<std::string> command;
  if (!options.kit.empty()) {
    command.push_back(kit_launcher(options.program, options.kit));
  } else if (!options.launcher.empty()) {
    // The shell splits the launcher's words as the user's own shell would.
    command = {"/bin/sh", "-c", fmt::format("exec {} \"$@\"", options.launcher), "launcher"};
  }
  command.push_back(options.worker.empty() ? options.program : options.worker);
  command.emplace_back("worker");
  if (!options.driver.empty()) command.insert(command.end(), {"--driver", options.driver});
  if (options.driver_cache)
    command.emplace_back("--driver-cache");
  else if (const std::string& scratch = scratch_folder(); !scratch.empty())
    command.insert(command.end(), {"--scratch", scratch});
  return command;
}

/// Checks that the driver's file exists. With a launcher, the file is on another machine; a name without a
/// folder is found in the library path.
void require_driver_file(const Options& options) {
  const std::string& file = options.driver;
  if (!options.launcher.empty() || file.find('/') == std::string::npos) return;
  std::error_code error;  // a worker reports other errors
  if (std::filesystem::exists(file, error) || error) return;
  wrong_usage("--driver {}: no such file or folder{}", file,
              options.given.contains("--driver")
                  ? ""
                  : "; the report's driver is not here, so give another --driver");
}

/// Whether the device can run any test. Individual cases are checked later.
bool is_able(const DeviceFacts& device, const std::optional<Implementation>& implementation) {
  if (device.unusable) return false;
  if (!implementation) return device.collectives.yes;
  const bool takes_module = !device.il_version.empty() && device.linker.yes;
  return device.compiler.yes && (implementation->module.empty() || takes_module);
}

/// An example of a function for a file that defines no builtin.
std::string expected_function(const Implementation& implementation) {
  const bool requests = implementation.local_memory != 0;
  const bool forgot = !requests && implementation.text.find("__local") != std::string::npos;
  return fmt::format(
      "int __attribute__((overloadable)) work_group_reduce_add(int x{}) {{ ... }}{}",
      requests ? ", __local void *memory" : "",
      forgot ? "; a pointer to local memory needs the line '// wgcts: local memory BYTES'" : "");
}

/// The device with the module's builtins instead of its own.
DeviceFacts with_module(const DeviceFacts& device, const Implementation& module) {
  DeviceFacts facts = with_implementation(device, module);
  try {
    facts.implementation->defines = exported_builtins(module.module, device);
  } catch (const std::invalid_argument& error) {
    wrong_usage("--implementation {}: {}", module.file, error.what());
  }
  if (!facts.implementation->defines.empty()) return facts;
  wrong_usage(
      "--implementation {}: the module exports no builtin: it needs functions with LinkageAttributes Export "
      "and the mangled names of an OpenCL C compiler, such as {}",
      module.file, mangled({builtin_named("reduce_add"), GenType::Int}, 64));
}

/// Says after a few seconds what the program waits for, unless it is stopped before.
void say_what_is_awaited(const std::stop_token& stop, double timeout) {
  constexpr std::chrono::seconds few(5);
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any stopped;
  stopped.wait_for(lock, stop, few, [] { return false; });
  if (!stop.stop_requested())
    warn("waiting for the drivers to list their devices; --timeout limits each call, now to {:g} s", timeout);
}

/// Sources: PoCL's "Environment variables", NVIDIA's CUDA Programming Guide, Mesa's "Environment variables",
/// Intel's compute-runtime FAQ (NEO_CACHE_PERSISTENT; cl_cache_dir before it). No variable disables other
/// caches, so every program has a unique comment: see Runner::salt_programs.
constexpr std::pair<const char*, const char*> switches[] = {{"POCL_KERNEL_CACHE", "0"},
                                                            {"CUDA_CACHE_DISABLE", "1"},
                                                            {"MESA_SHADER_CACHE_DISABLE", "true"},
                                                            {"NEO_CACHE_PERSISTENT", "0"}};

}  // namespace

unsigned jobs_of(const Options& options) {
  return options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
}

unsigned jobs_for(const DeviceFacts& device, const WorkerSetup& setup, const Options& options) {
  // Processes that share a GPU slow each other down. On an H100, the creation of a context takes 1.4 s for
  // one process, 2 s for eight, and 3 to 4 s for sixteen. The standard profile took 7.8, 7.8 and 7.5 s with
  // 8, 10 and 12 workers (medians of three), and longer with 16.
  constexpr unsigned most_on_a_gpu = 12;
  const bool shared = options.jobs == 0 && device.kind == "GPU";
  return shared ? std::min(setup.jobs, most_on_a_gpu) : setup.jobs;
}

harness::Discovery find_devices(const Options& options, const WorkerSetup& setup) {
  std::optional<std::jthread> message;
  if (!options.quiet) message.emplace(say_what_is_awaited, options.timeout);
  harness::Discovery found = harness::discover(setup);
  if (found.no_library && !options.driver.empty()) wrong_usage("--driver: {}", found.remarks.front());
  return found;
}

std::string why_no_device(const harness::Discovery& found) {
  if (found.death) return found.death->message;
  return found.remarks.empty() ? no_device : fmt::format("{}", fmt::join(found.remarks, "; "));
}

WorkerSetup setup_of(const Options& options) {
  require_driver_file(options);
  WorkerSetup setup{.command = worker_words(options),
                    .timeout = options.timeout,
                    .jobs = jobs_of(options),
                    .retries = options.retries,
                    .memory = options.memory << 20,
                    .launcher = options.launcher};
  if (!options.implementation.empty())
    setup.implementation = read_implementation(options.implementation, implementation_build_options(options));
  return setup;
}

DeviceFacts judged_device(WorkerSetup& setup, const DeviceFacts& device, const std::string& log_file) {
  if (!setup.implementation) return device;
  setup.implementation = for_device(std::move(*setup.implementation), device);
  const Implementation& implementation = *setup.implementation;
  if (implementation.local_memory > device.local_memory)
    wrong_usage("{} requests {} bytes of local memory, but {} has {}", implementation.file,
                implementation.local_memory, device.name, device.local_memory);
  if (!implementation.module.empty()) return with_module(device, implementation);
  try {
    DeviceFacts facts = examined(setup, device);
    if (!facts.implementation->defines.empty()) return facts;
  } catch (const harness::DoesNotCompile& refused) {
    if (!log_file.empty()) system::write_file(log_file, refused.compiler_log);
    const std::string line = main_log_line(refused.compiler_log);
    if (line.empty()) wrong_usage("{}; the compiler's log is empty", refused.what());
    wrong_usage("{}: {}{}", refused.what(), line,
                log_file.empty() ? "; --implementation-log FILE writes the whole log" : "");
  } catch (const harness::Interrupted&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw NothingTested(error.what());
  }
  wrong_usage("{} defines no builtin: it needs functions with the builtins' names and types, such as {}",
              implementation.file, expected_function(implementation));
}

const DeviceFacts& chosen_device(const std::vector<DeviceFacts>& devices, const std::string& wanted,
                                 const std::optional<Implementation>& implementation) {
  if (wanted.empty()) {
    const auto able =
        std::ranges::find_if(devices, [&](const DeviceFacts& d) { return is_able(d, implementation); });
    return able != devices.end() ? *able : devices.front();
  }
  const bool number = wanted.find_first_not_of("0123456789") == std::string::npos;
  std::vector<const DeviceFacts*> matches;
  for (const DeviceFacts& d : devices)
    if (number ? std::to_string(d.index) == wanted : d.name.find(wanted) != std::string::npos)
      matches.push_back(&d);
  if (matches.size() == 1) return *matches.front();
  const std::string all = joined(devices, "; ", [](const DeviceFacts& d) {
    return fmt::format("{}: {} ({})", d.index, d.name, d.platform);
  });
  wrong_usage("{} matches --device '{}'; the devices are: {}",
              matches.empty() ? "no device" : "more than one device", wanted, all);
}

void switch_off_driver_caches(const std::string& scratch) {
  for (const auto& [variable, value] : switches) system::set_variable(variable, value);
  system::remove_variable("cl_cache_dir");
  std::error_code error;
  if (scratch.empty() || (std::filesystem::create_directories(scratch, error), error)) return;
  // Without its cache, PoCL still compiles in the cache's folder, and loads libraries from there. A worker
  // that crashes leaves its files there. A launcher may start workers as another user.
  if (!system::can_keep_programs(scratch)) return;
  system::set_variable("POCL_CACHE_DIR", scratch.c_str());
}

const std::string& scratch_folder() {
  static const system::WatchedFolder scratch("wgcts");
  return scratch.path();
}

}  // namespace wgcts::cli
