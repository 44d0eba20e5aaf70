// The commands, each returning the program's exit code.
#pragma once

#include "cli/options.hpp"

namespace wgcts {

int devices_command(const Options& options);
int list_command(const Options& options);
int run_command(const Options& options);

}  // namespace wgcts
