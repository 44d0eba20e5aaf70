// The manual page, generated from the declared commands and options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "layers.hpp"

namespace wgcts::cli {

/// The text of wgcts.1 in the man macros.
std::string manual(const CLI::App& app);

}  // namespace wgcts::cli
