// Lookup of commands in the declared command line.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "layers.hpp"

namespace wgcts::cli {

/// The commands that help texts list.
inline std::vector<const CLI::App*> visible_commands(const CLI::App& app) {
  auto commands = app.get_subcommands({});
  std::erase_if(commands, [](const CLI::App* command) { return command->get_group().empty(); });
  return commands;
}

/// The command of that name, hidden or not, or nullptr.
inline const CLI::App* command_named(const CLI::App& app, const std::string& name) {
  const auto commands = app.get_subcommands({});
  const auto found = std::ranges::find_if(commands, [&](const CLI::App* c) { return c->get_name() == name; });
  return found == commands.end() ? nullptr : *found;
}

}  // namespace wgcts::cli
