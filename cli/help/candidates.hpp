// The candidates for the completion of a word on the command line, for every shell.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

/// Candidates for the last of `words`, which may be empty. `words` are the words after the program's name. A
/// candidate that ends in "." is the beginning of a case name. No candidates mean that a file name may
/// follow.
std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace wgcts::cli
