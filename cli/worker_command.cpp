// What the supervisor starts; nobody types it.
#include "cli/commands.hpp"
#include "harness/worker.hpp"

namespace wgcts {

const Command worker_command{"worker", "", [](CLI::App&, Options&) {},
                             [](const Options&) { return worker_main(); }};

}  // namespace wgcts
