#include "cli/run/driver_caches.hpp"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "system/machine.hpp"
#include "system/processes.hpp"

namespace wgcts::cli {
namespace {

/// Sources: PoCL's "Environment variables", NVIDIA's CUDA Programming Guide, Mesa's "Environment variables",
/// Intel's compute-runtime FAQ (NEO_CACHE_PERSISTENT; cl_cache_dir before it). Against caches that no
/// variable disables, every program has a unique comment: see Runner::salt_programs.
constexpr std::pair<const char*, const char*> switches[] = {{"POCL_KERNEL_CACHE", "0"},
                                                            {"CUDA_CACHE_DISABLE", "1"},
                                                            {"MESA_SHADER_CACHE_DISABLE", "true"},
                                                            {"NEO_CACHE_PERSISTENT", "0"}};

}  // namespace

void switch_off_driver_caches(const std::string& scratch) {
  for (const auto& [variable, value] : switches) system::set_variable(variable, value);
  system::remove_variable("cl_cache_dir");
  std::error_code error;
  if (scratch.empty() || (std::filesystem::create_directories(scratch, error), error)) return;
  // Without its cache, PoCL still compiles in the cache's folder. A worker that crashes leaves its files
  // there.
  system::set_variable("POCL_CACHE_DIR", scratch.c_str());
}

const std::string& scratch_folder() {
  static const system::WatchedFolder scratch("wgcts");
  return scratch.path();
}

}  // namespace wgcts::cli
