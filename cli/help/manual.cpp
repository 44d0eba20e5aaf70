// The manual page, from the declared commands and options.
#include <fmt/format.h>

#include "cli/help/help.hpp"
#include "reports/model/json.hpp"
#include "results/case_result.hpp"

namespace wgcts::cli {
namespace {

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
