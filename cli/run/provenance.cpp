#include "cli/run/provenance.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "cli/run/driver.hpp"
#include "reports/model/json.hpp"
#include "results/file_hash.hpp"
#include "system/machine.hpp"

namespace wgcts::cli {
namespace {

/// Prefixes of the environment variables that loaders, layers and drivers read.
constexpr std::array<std::string_view, 10> of_drivers{
    "OCL_", "OPENCL_", "POCL_", "CL_", "CUDA_", "MESA_", "NEO_", "LD_LIBRARY_PATH", "LD_PRELOAD", "cl_"};

std::map<std::string, std::string> driver_environment() {
  std::map<std::string, std::string> found;
  for (const auto& [name, value] : system::environment())
    if (std::ranges::any_of(of_drivers, [&](std::string_view start) { return name.starts_with(start); }))
      found.emplace(name, value);
  return found;
}

/// The processor's name from /proc/cpuinfo, "model name : Intel(R) Xeon(R)"; empty except on x86 Linux.
std::string processor_name() {
  std::ifstream list("/proc/cpuinfo");
  for (std::string line; std::getline(list, line);)
    if (const auto colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  return {};
}

}  // namespace

RunSegment this_segment(const Options& options, std::string started) {
  RunSegment segment;
  segment.started = std::move(started);
  segment.tool = version_text();
  segment.command = options.command_line;
  segment.kit = options.kit;
  segment.driver = options.driver;
  segment.launcher = options.launcher;
  segment.worker = options.worker;
  segment.device = options.device;
  segment.jobs = jobs_of(options);
  segment.memory = options.memory;
  segment.driver_cache = options.driver_cache;
  segment.baseline = options.baseline;
  if (!options.baseline.empty()) segment.baseline_sha256 = sha256_of(options.baseline);
  segment.environment = driver_environment();
  const system::Machine machine = system::this_machine();
  segment.host = machine.host;
  segment.system = machine.kernel;
  segment.processor = processor_name();
  return segment;
}

Report report_of(const Options& options, const DeviceFacts& device) {
  Report report;
  report.run.seed = options.seed;
  report.device = device;
  report.run.segments = {this_segment(options, "")};
  return report;
}

}  // namespace wgcts::cli
