// Parses the command line into a command and its options.
#pragma once

#include "cli/commands/commands.hpp"

namespace wgcts::cli {

/// The command and its options. Without a command, as with --help and --version, only `exit_code` counts.
struct Parsed {
  const Command* command = nullptr;
  Options options;
  int exit_code = 0;
};

/// Declares every command and option; parsing them then fills in `parsed`, which must outlive the app.
void declare_all(CLI::App& app, Parsed& parsed);

/// Throws UsageError if the command line is wrong.
Parsed parse_command_line(int argc, const char* const* argv);

}  // namespace wgcts::cli
