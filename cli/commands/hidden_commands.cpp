// The shells' completion and the hidden commands. The scripts of `wgcts completion` call `wgcts complete` for
// the candidates. The build makes the manual page by `wgcts man`. The supervisor starts `wgcts worker`.
#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/help/help.hpp"
#include "cli/options/option_groups.hpp"
#include "cli/run/driver.hpp"
#include "completion.hpp"
#include "harness/driver/worker.hpp"
#include "reference/lists.hpp"

namespace wgcts::cli {
namespace {

struct Shell {
  std::string_view name, script;
};
constexpr Shell shells[] = {{"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};

void declare_completion(CLI::App& command, Options& to) {
  command.add_option("SHELL", to.shell, "bash, zsh or fish")->required()->check([](const std::string& word) {
    return is_in(word, shells, &Shell::name)
               ? std::string()
               : fmt::format("there is no completion for '{}'; the shells are bash, zsh and fish", word);
  });
}

int execute_completion(const Options& options) {
  fmt::print("{}", find_row(shells, options.shell, &Shell::name)->script);
  return 0;
}

void declare_complete(CLI::App& command, Options& to) {
  command.add_option("WORDS", to.words, "the words after the program's name; the last one is incomplete");
}

/// Calls `print` with the declared commands and options.
int print_of_app(auto print) {
  Parsed parsed;
  CLI::App app;
  declare_all(app, parsed);
  print(app);
  return 0;
}

int execute_complete(const Options& options) {
  return print_of_app([&](const CLI::App& app) {
    for (const std::string& word : candidates(app, options.words)) fmt::print("{}\n", word);
  });
}

int execute_man(const Options& /*options*/) {
  return print_of_app([](const CLI::App& app) { fmt::print("{}", manual(app)); });
}

void declare_worker(CLI::App& command, Options& to) {
  add_driver_cache(command, to);
  command.add_option("--driver", to.driver, "drivers to use without an OpenCL loader");
  command.add_option("--scratch", to.scratch, "folder for files that drivers leave behind");
}

int execute_worker(const Options& options) {
  if (!options.driver_cache) switch_off_driver_caches(options.scratch);
  return worker_main(options.driver_cache, options.driver);
}

}  // namespace

const Command completion_command{"completion", "Print a shell's completion script: bash, zsh, fish",
                                 declare_completion, execute_completion};
const Command complete_command{"complete", "", declare_complete, execute_complete};
const Command man_command{"man", "", [](CLI::App&, Options&) {}, execute_man};
const Command worker_command{"worker", "", declare_worker, execute_worker};

}  // namespace wgcts::cli
