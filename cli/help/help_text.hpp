// The text of wgcts --help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// At most 24 lines of 80 columns: the most important commands with an example each, and the names of the
/// others.
std::string help_text(const CLI::App& app);

}  // namespace wgcts::cli
