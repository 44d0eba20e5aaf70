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

/// Beginnings of the variables that loaders, layers and drivers read.
constexpr std::array<std::string_view, 10> of_drivers{
    "OCL_", "OPENCL_", "POCL_", "CL_", "CUDA_", "MESA_", "NEO_", "LD_LIBRARY_PATH", "LD_PRELOAD", "cl_"};

std::map<std::string, std::string> driver_environment() {
  std::map<std::string, std::string> found;
  for (const auto& [name, value] : system::environment())
    if (std::ranges::any_of(of_drivers, [&](std::string_view start) { return name.starts_with(start); }))
      found.emplace(name, value);
  return found;
}

/// "model name : Intel(R) Xeon(R)" as Linux lists it on x86; empty elsewhere.
std::string processor_name() {
  std::ifstream list("/proc/cpuinfo");
  for (std::string line; std::getline(list, line);)
    if (const auto colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos)
      return line.substr(colon + 2);
  return {};
}

}  // namespace

Leg this_leg(const Options& options, std::string started) {
  Leg leg;
  leg.started = std::move(started);
  leg.tool = version_text();
  leg.command = options.command_line;
  leg.kit = options.kit;
  leg.driver = options.driver;
  leg.launcher = options.launcher;
  leg.worker = options.worker;
  leg.device = options.device;
  leg.jobs = jobs_of(options);
  leg.memory = options.memory;
  leg.driver_cache = options.driver_cache;
  leg.baseline = options.baseline;
  if (!options.baseline.empty()) leg.baseline_sha256 = sha256_of(options.baseline);
  leg.environment = driver_environment();
  const system::Machine machine = system::this_machine();
  leg.host = machine.host;
  leg.system = machine.kernel;
  leg.processor = processor_name();
  return leg;
}

Report report_of(const Options& options, const DeviceFacts& device) {
  Report report;
  report.run.seed = options.seed;
  report.device = device;
  report.run.legs = {this_leg(options, "")};
  return report;
}

}  // namespace wgcts::cli
