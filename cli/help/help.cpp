#include "cli/help/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "cli/options/options.hpp"
#include "reference/lists.hpp"
#include "system/processes.hpp"

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

using Words = std::vector<std::string>;

Words starting_with(Words all, const std::string& start) {
  return picked(std::move(all), [&](const std::string& w) { return w.starts_with(start); });
}

/// Case names up to the next dot, so that the shell lists a few words instead of thousands.
Words case_names(const std::string& start) {
  static const std::vector<Case> all = plan(Profile::Full);
  std::set<std::string> names;
  for (const Case& c : all) {
    const std::string id = name(c);
    if (!id.starts_with(start)) continue;
    const auto dot = id.find('.', start.size());
    names.insert(dot == std::string::npos ? id : id.substr(0, dot + 1));
  }
  return {names.begin(), names.end()};
}

/// The possible values of an option or positional argument.
struct Values {
  const char* name;
  Words (*words)(const std::string& start);
  bool list;  ///< separated by commas
};
constexpr Values values[] = {
    {"--op", [](const std::string&) { return op_words(); }, true},
    {"--type", [](const std::string&) { return type_words(); }, true},
    {"--dim",
     [](const std::string&) {
       return Words{"1", "2", "3"};
     },
     true},
    {"--filter", case_names, true},
    {"--profile",
     [](const std::string&) {
       return mapped(profiles, [](const ProfileInfo& p) { return std::string(p.name); });
     },
     false},
    {"--kit", [](const std::string&) { return kits_beside(system::own_program()); }, false},
    {"CASE|BUG", case_names, false},
    {"SHELL",
     [](const std::string&) {
       return Words{"bash", "zsh", "fish"};
     },
     false}};

Words values_of(const std::string& option, const std::string& typed) {
  const Values* row = find_row(values, option, &Values::name);
  if (row == nullptr) return {};
  // Completes only the part after the last comma, and after the "-" of an excluding filter.
  std::size_t begin = row->list ? typed.rfind(',') + 1 : 0;
  if (option == "--filter" && typed.substr(begin).starts_with('-')) ++begin;
  const std::string kept = typed.substr(0, begin), start = typed.substr(begin);
  Words words = starting_with(row->words(start), start);
  for (std::string& word : words) word.insert(0, kept);
  return words;
}

Words option_names(const CLI::App& app) {
  Words names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

}  // namespace

std::vector<const CLI::App*> visible_commands(const CLI::App& app) {
  return picked(app.get_subcommands({}), [](const CLI::App* c) { return !c->get_group().empty(); });
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
    if (is_in(command->get_name(), examples, &Example::command)) continue;
    if (line.size() + 1 + command->get_name().size() > 80) text += std::exchange(line, "     ") + "\n";
    line += " " + command->get_name();
  }
  return text + line + "\n\nwgcts COMMAND --help prints a command's options, wgcts --version the version.\n" +
         app.get_footer() + "\n";
}

std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words) {
  const std::string current = words.empty() ? "" : words.back();
  Words before(words.begin(), words.end() - (words.empty() ? 0 : 1));
  const auto chosen = std::ranges::find_if(before, [](const std::string& w) { return !w.starts_with('-'); });
  if (chosen == before.end()) {
    Words all =
        current.starts_with('-') ? option_names(app) : mapped(visible_commands(app), &CLI::App::get_name);
    return starting_with(std::move(all), current);
  }
  const CLI::App* command = command_named(app, *chosen);
  if (command == nullptr) return {};
  // Some shells pass "--op=x" as one word, others as three.
  if (const auto equals = current.find('='); current.starts_with("--") && equals != std::string::npos) {
    Words all = values_of(current.substr(0, equals), current.substr(equals + 1));
    for (std::string& word : all) word.insert(0, current.substr(0, equals + 1));
    return all;
  }
  if (!before.empty() && before.back() == "=") before.pop_back();
  const CLI::Option* option = command->get_option_no_throw(before.back());
  const std::string typed = current == "=" ? "" : current;
  if (option != nullptr && option->nonpositional() && option->get_expected_max() > 0)
    return values_of(before.back(), typed);
  if (current.starts_with('-')) return starting_with(option_names(*command), current);
  for (const CLI::Option* positional : command->get_options())
    if (positional->get_positional()) return values_of(positional->get_name(true), current);
  return starting_with(option_names(*command), current);
}

}  // namespace wgcts::cli
