// `wgcts complete`: hidden; the shells' completion scripts call it.
#include <fmt/format.h>

#include "cli/commands/command_line.hpp"
#include "cli/help/candidates.hpp"

namespace wgcts::cli {
namespace {

void declare_complete(CLI::App& command, Options& to) {
  command.add_option("WORDS", to.words, "the words after the program's name; the last one is incomplete");
}

int execute_complete(const Options& options) {
  Parsed parsed;
  CLI::App app;
  declare_all(app, parsed);
  for (const std::string& word : candidates(app, options.words)) fmt::print("{}\n", word);
  return 0;
}

}  // namespace

const Command complete_command{"complete", "", declare_complete, execute_complete};

}  // namespace wgcts::cli
