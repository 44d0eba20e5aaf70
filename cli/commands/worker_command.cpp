// What the supervisor starts; nobody types it.
#include "cli/commands/commands.hpp"
#include "harness/driver/worker.hpp"

namespace wgcts::cli {

const Command worker_command{"worker", "", [](CLI::App&, Options&) {},
                             [](const Options&) { return worker_main(); }};

}  // namespace wgcts::cli
