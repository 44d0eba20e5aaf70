#include "cli/command_line.hpp"

#include <climits>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "reports/json.hpp"

namespace wgcts {
namespace {

const Command* const commands[] = {&run_command,      &report_command,  &explain_command,  &diff_command,
                                   &baseline_command, &merge_command,   &validate_command, &coverage_command,
                                   &list_command,     &devices_command, &worker_command};

/// Under a kit the running executable is the kit's loader; the first argument names the program then.
std::string own_path(const char* first_argument) {
  const std::string_view typed = first_argument;
  char resolved[PATH_MAX];
  if (typed.find('/') != std::string_view::npos && realpath(first_argument, resolved) != nullptr)
    return resolved;
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string(typed) : path.string();
}

}  // namespace

Parsed parse_command_line(int argc, const char* const* argv) {
  Parsed parsed;
  CLI::App app{"Tells whether an OpenCL device's work-group collectives obey the specification.", "wgcts"};
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text());
  app.footer("Exit codes: 0 all good; 1 something failed; 2 wrong usage; 3 nothing could be judged.");
  for (const Command* command : commands) {
    CLI::App* sub = app.add_subcommand(command->name, command->help);
    if (*command->help == '\0') sub->group("");
    command->declare(*sub, parsed.options);
    sub->callback([&parsed, command] { parsed.command = command; });
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return {nullptr, {}, app.exit(error)};
    throw UsageError(std::string(error.what()) + "; wgcts --help says what there is");
  }
  parsed.options.program = own_path(argv[0]);
  return parsed;
}

}  // namespace wgcts
