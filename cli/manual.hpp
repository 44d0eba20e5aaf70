// The manual page, made of what the command line declares.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace wgcts {

/// wgcts.1 in the man macros.
std::string manual(const CLI::App& app);

}  // namespace wgcts
