// `wgcts man`: hidden; the build calls it to make the manual page.
#include <fmt/format.h>

#include "cli/commands/command_line.hpp"
#include "cli/help/manual.hpp"

namespace wgcts::cli {
namespace {

int execute_man(const Options& /*options*/) {
  Parsed parsed;
  CLI::App app;
  declare_all(app, parsed);
  fmt::print("{}", manual(app));
  return 0;
}

}  // namespace

const Command man_command{"man", "", [](CLI::App&, Options&) {}, execute_man};

}  // namespace wgcts::cli
