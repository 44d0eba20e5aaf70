// `wgcts completion`: prints a shell's completion script. The hidden commands: the scripts call `wgcts
// complete` for the candidates, and the build calls `wgcts man` to make the manual page.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/command_line.hpp"
#include "cli/help/help.hpp"
#include "completion.hpp"

namespace wgcts::cli {
namespace {

struct Shell {
  std::string_view name, script;
};
constexpr Shell shells[] = {{"bash", completion_bash}, {"zsh", completion_zsh}, {"fish", completion_fish}};

void declare_completion(CLI::App& command, Options& to) {
  command.add_option("SHELL", to.shell, "bash, zsh or fish")->required()->check([](const std::string& word) {
    return std::ranges::find(shells, word, &Shell::name) != std::end(shells)
               ? std::string()
               : fmt::format("there is no completion for '{}'; the shells are bash, zsh and fish", word);
  });
}

int execute_completion(const Options& options) {
  fmt::print("{}", std::ranges::find(shells, options.shell, &Shell::name)->script);
  return 0;
}

void declare_complete(CLI::App& command, Options& to) {
  command.add_option("WORDS", to.words, "the words after the program's name; the last one is incomplete");
}

/// Calls `print` with the declared commands and options.
template <class Print>
int print_of_app(Print print) {
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

}  // namespace

const Command completion_command{"completion", "Print a shell's completion script: bash, zsh, fish",
                                 declare_completion, execute_completion};
const Command complete_command{"complete", "", declare_complete, execute_complete};
const Command man_command{"man", "", [](CLI::App&, Options&) {}, execute_man};

}  // namespace wgcts::cli
