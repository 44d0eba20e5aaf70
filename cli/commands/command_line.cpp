#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>

#include "cli/commands/commands.hpp"
#include "cli/help/help.hpp"
#include "reference/lists.hpp"
#include "reports/model/json.hpp"
#include "system/processes.hpp"

namespace wgcts::cli {
namespace {

const Command* const commands[] = {
    &run_command,  &reproduce_command, &report_command,     &explain_command,  &bugs_command,
    &diff_command, &baseline_command,  &merge_command,      &validate_command, &coverage_command,
    &list_command, &devices_command,   &completion_command, &complete_command, &worker_command};

/// Under a kit, the running executable is the kit's dynamic loader. The first argument then names the
/// program.
std::string own_path(const char* first_argument) {
  const std::string_view typed = first_argument;
  std::error_code error;
  if (typed.find('/') != std::string_view::npos)
    if (const auto resolved = std::filesystem::canonical(typed, error); !error) return resolved;
  const std::string program = system::own_program();
  return program.empty() ? std::string(typed) : program;
}

[[noreturn]] void refuse_empty_value(const std::string& option) {
  throw UsageError(option + " has an empty value: give it a value, or leave it out");
}

/// CLI11 takes the next word for the value: in "--device= --filter x" and in "--device --filter x",
/// "--filter" would become the device.
void refuse_missing_values(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* command = argc > 1 ? command_named(app, argv[1]) : nullptr;
  for (int i = 2; command != nullptr && i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string word = argv[i], name = word.substr(0, word.find('='));
    const CLI::Option* option = name.starts_with('-') ? command->get_option_no_throw(name) : nullptr;
    if (option == nullptr || option->get_items_expected_min() == 0) continue;
    if (word == name + '=') refuse_empty_value(name);
    if (word == name && i + 1 < argc && std::string_view(argv[i + 1]).starts_with("--"))
      wrong_usage("{} needs a value, and {:.40} is an option; see wgcts {} --help", name, argv[i + 1],
                  argv[1]);
  }
}

/// A value of spaces counts as empty. With such a launcher, the shell would start the worker directly.
bool is_blank(std::string_view value) { return value.find_first_not_of(" \t\n") == std::string_view::npos; }

/// The options that the user typed. --resume and reproduce take all others from the earlier run. Throws
/// UsageError for an empty value, which usually comes from a shell variable that was never set, as in
/// --json="$REPORT".
std::set<std::string> typed_options(const CLI::App& app) {
  std::set<std::string> typed;
  for (const CLI::App* command : app.get_subcommands())
    for (const CLI::Option* option : command->get_options()) {
      if (option->count() == 0 || option->get_positional()) continue;
      if (std::ranges::any_of(option->results(), is_blank)) refuse_empty_value(option->get_name());
      typed.insert(option->get_name());
    }
  return typed;
}

/// Throws UsageError if the first word is missing, or is neither a command nor a global option. CLI11 would
/// report a missing command without naming the word.
void refuse_unknown_command(const CLI::App& app, int argc, const char* const* argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (is_in(word, commands, &Command::name)) return;
  const bool is_option = word.starts_with('-');
  if (is_option && app.get_option_no_throw(word.substr(0, word.find('='))) != nullptr) return;
  const std::string wrong = word.empty() ? std::string("a command is missing")
                            : is_option  ? fmt::format("there is no option '{:.40}' before a command", word)
                                         : fmt::format("there is no command '{:.40}'", word);
  wrong_usage("{}; the commands are {}; see wgcts --help", wrong,
              joined(visible_commands(app), ", ", [](const CLI::App* c) { return c->get_name(); }));
}

std::string unexpected_words(const CLI::App& app, const CLI::ParseError& error) {
  const auto given = app.get_subcommands();
  const auto words = app.remaining(true);
  if (given.empty() || words.empty()) return error.what();
  const auto option = std::ranges::find_if(words, [](const std::string& w) { return w.starts_with('-'); });
  if (option == words.end())
    return fmt::format("{} does not take the argument '{:.40}'", given.front()->get_name(), words.front());
  return fmt::format("{} has no option '{:.40}'", given.front()->get_name(),
                     option->substr(0, option->find('=')));
}

/// The error as a sentence. CLI11's own texts are "--json: 1 required TEXT missing", "--json: At Most 1
/// required but received 2" and "CASE is required".
std::string message_of(const CLI::ParseError& error, const CLI::App& app) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return unexpected_words(app, error);
  const std::string text = error.what(), before_colon = text.substr(0, text.find(':'));
  constexpr std::string_view required = " is required";
  if (text.starts_with("--") && text.ends_with(" missing")) return before_colon + " needs a value";
  if (text.starts_with(before_colon + ": At Most 1 required"))
    return before_colon + " can be given only once";
  if (text.ends_with(required)) {
    const std::string name = text.substr(0, text.size() - required.size());
    return fmt::format("the {} {} is missing", name.starts_with('-') ? "option" : "argument", name);
  }
  return text;
}

}  // namespace

void declare_all(CLI::App& app, Parsed& parsed) {
  app.name("wgcts");
  app.description("Tests an OpenCL device's work-group collective functions for conformance.");
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text());
  app.footer(
      "Exit codes: 0 passed; 1 something failed; 2 wrong usage; 3 no pass and no new\n"
      "failure (no device, no collectives, or only known failures); 4 a defect\n"
      "of wgcts; 5 some cases were not tested; 130 interrupted.");
  app.formatter_fn([](const CLI::App* asked, std::string, CLI::AppFormatMode) { return help_text(*asked); });
  for (const Command* command : commands) {
    CLI::App* sub = app.add_subcommand(command->name, command->help);
    sub->formatter(std::make_shared<CLI::Formatter>());
    if (*command->help == '\0') sub->group("");
    if (command->exit_codes != nullptr) sub->footer(fmt::format("Exit codes: {}.", command->exit_codes));
    command->declare(*sub, parsed.options);
    sub->callback([&parsed, command] { parsed.command = command; });
  }
}

Parsed parse_command_line(int argc, const char* const* argv) {
  Parsed parsed;
  CLI::App app;
  declare_all(app, parsed);
  refuse_unknown_command(app, argc, argv);
  refuse_missing_values(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      // To stdout, where main() reports failed writes.
      std::ostringstream text;
      const int exit_code = app.exit(error, text, text);
      fmt::print("{}", text.str());
      return {nullptr, {}, exit_code};
    }
    const auto given = app.get_subcommands();
    wrong_usage("{}; see wgcts {}--help", message_of(error, app),
                given.empty() ? "" : given.front()->get_name() + " ");
  }
  parsed.options.given = typed_options(app);
  parsed.options.command_line.assign(argv, argv + argc);
  parsed.options.program = own_path(argv[0]);
  return parsed;
}

}  // namespace wgcts::cli
