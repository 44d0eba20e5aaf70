// The manual page, made of what the command line declares.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// wgcts.1 in the man macros.
std::string manual(const CLI::App& app);

}  // namespace wgcts::cli
