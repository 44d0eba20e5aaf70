#include "cli/help/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "reports/model/json.hpp"
#include "results/case_result.hpp"

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

/// Escapes the characters that roff would interpret.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      if ((c == '.' || c == '\'') && (safe.empty() || safe.back() == '\n')) safe += "\\&";
      safe += c;
    }
  }
  return safe;
}

std::string option_text(const CLI::Option& option) {
  const bool positional = option.get_positional();
  const std::string name = option.get_name(positional, !positional);
  const bool takes_value = !positional && option.get_expected_max() > 0;
  std::string text = ".TP\n\\fB" + roff(name) + "\\fR" + (takes_value ? " \\fIVALUE\\fR\n" : "\n");
  text += roff(option.get_description());
  if (!option.get_default_str().empty()) text += " (" + roff(option.get_default_str()) + ")";
  return text + "\n";
}

std::string options_text(const CLI::App& app) {
  std::string text;
  for (const CLI::Option* option : app.get_options())
    if (app.get_parent() == nullptr || option->get_name() != "--help") text += option_text(*option);
  return text;
}

}  // namespace

std::vector<const CLI::App*> visible_commands(const CLI::App& app) {
  auto commands = app.get_subcommands({});
  std::erase_if(commands, [](const CLI::App* command) { return command->get_group().empty(); });
  return commands;
}

const CLI::App* command_named(const CLI::App& app, const std::string& name) {
  const auto commands = app.get_subcommands({});
  const auto found = std::ranges::find_if(commands, [&](const CLI::App* c) { return c->get_name() == name; });
  return found == commands.end() ? nullptr : *found;
}

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

std::string manual(const CLI::App& app) {
  std::string text = ".TH WGCTS 1 \"\" \"" + roff(version_text()) + "\"\n.SH NAME\nwgcts \\- " +
                     roff(app.get_description()) +
                     "\n.SH SYNOPSIS\n.B wgcts\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n.SH OPTIONS\n";
  text += options_text(app);
  text += ".SH COMMANDS\n";
  for (const CLI::App* command : visible_commands(app))
    text += ".SS wgcts " + roff(command->get_name()) + "\n" + roff(command->get_description()) + ".\n" +
            options_text(*command);
  text += ".SH VERDICTS\n";
  for (const VerdictInfo& v : verdicts) text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", v.name, roff(v.meaning));
  return text + ".SH EXIT STATUS\n" + roff(app.get_footer()) + "\n";
}

}  // namespace wgcts::cli
