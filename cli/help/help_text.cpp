#include <fmt/format.h>

#include <algorithm>

#include "cli/help/help.hpp"
#include "cli/options/app.hpp"

namespace wgcts::cli {
namespace {

struct Example {
  const char* command;
  const char* line;
};

/// In the order in which a new user needs them.
constexpr Example examples[] = {
    {"devices", "wgcts devices"},
    {"run", "wgcts run --device 0 --json report.json"},
    {"explain", "wgcts explain all.int.1d.33.chain --run"},
    {"report", "wgcts report report.json --html report.html"},
    {"diff", "wgcts diff old.json new.json"},
};

}  // namespace

std::string help_text(const CLI::App& app) {
  std::string text = fmt::format("{}\n\n", app.get_description());
  for (const Example& example : examples)
    if (const CLI::App* command = command_named(app, example.command))
      text += fmt::format("  {:<9} {}\n            {}\n", example.command, command->get_description(),
                          example.line);
  std::string line = "also:";
  text += "\n";
  for (const CLI::App* command : visible_commands(app)) {
    const auto* shown =
        std::ranges::find_if(examples, [&](const Example& e) { return command->get_name() == e.command; });
    if (shown != std::end(examples)) continue;
    if (line.size() + 1 + command->get_name().size() > 80) text += std::exchange(line, "     ") + "\n";
    line += " " + command->get_name();
  }
  return text + line + "\n\nwgcts COMMAND --help prints the options of a command, --version the version.\n" +
         app.get_footer() + "\n";
}

}  // namespace wgcts::cli
