// Help texts and completion, generated from the declared commands and options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

std::vector<const CLI::App*> visible_commands(const CLI::App& app);

/// The command of that name, hidden or not, or nullptr.
const CLI::App* command_named(const CLI::App& app, const std::string& name);

/// The text of wgcts --help, at most 24 lines of 80 columns: the most important commands with an example
/// each, and the names of the others.
std::string help_text(const CLI::App& app);

/// Candidates for the last of `words`, which may be empty, for the completion of every shell. `words` are the
/// words after the program's name. A candidate that ends in "." is the beginning of a case name. No
/// candidates mean that a file name may follow.
std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace wgcts::cli
