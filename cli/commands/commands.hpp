// The commands, and the command line that names one.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options/options.hpp"

namespace wgcts::cli {

struct Command {
  const char* name;
  const char* help;                                  ///< one line; empty hides the command
  void (*declare)(CLI::App& app, Options& to);       ///< adds the options that the command takes
  int (*run)(const Options& options);                ///< returns the program's exit code
  const char* exit_codes = "0 done; 2 wrong usage";  ///< nullptr: those of a run
};

extern const Command baseline_command;
extern const Command bugs_command;
extern const Command complete_command;
extern const Command completion_command;
extern const Command coverage_command;
extern const Command devices_command;
extern const Command diff_command;
extern const Command explain_command;
extern const Command list_command;
extern const Command merge_command;
extern const Command report_command;
extern const Command reproduce_command;
extern const Command run_command;
extern const Command validate_command;
extern const Command worker_command;

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
