// What may stand where the cursor is: the one place that knows it, for every shell.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

/// The words that may take the place of the last one, which is unfinished and may be empty; those before it
/// are what was typed after the program's name. A word that ends in "." is a part of a case's name: more
/// follows. Empty where a file's name may stand.
std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace wgcts::cli
