// `wgcts worker`: hidden; the supervisor starts it.
#include "cli/commands/commands.hpp"
#include "cli/options/option_groups.hpp"
#include "cli/run/driver.hpp"
#include "harness/driver/worker.hpp"

namespace wgcts::cli {
namespace {

void declare_worker(CLI::App& command, Options& to) {
  add_driver_cache(command, to);
  command.add_option("--driver", to.driver, "drivers to use without an OpenCL loader");
  command.add_option("--scratch", to.scratch, "folder for files that drivers leave behind");
}

int execute_worker(const Options& options) {
  if (!options.driver_cache) switch_off_driver_caches(options.scratch);
  return worker_main(options.driver_cache, options.driver);
}

}  // namespace

const Command worker_command{"worker", "", declare_worker, execute_worker};

}  // namespace wgcts::cli
