// What wgcts --help says: on one screen, what people need first.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// At most 24 lines of 80 columns: the commands that people need with an example each, and the names of the
/// others. A command's own --help says the rest.
std::string help_text(const CLI::App& app);

}  // namespace wgcts::cli
