#include "reports/words/causes_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "reference/causes/wrong_model.hpp"

namespace wgcts::reports {
namespace {

using reference::wrong_models;

struct Parameter {
  std::string_view name;
  std::vector<std::string_view> values{};
  bool may_lack = false;
};

void note(std::vector<Parameter>& parameters, std::string_view name, std::string_view value, bool may_lack) {
  auto found = std::ranges::find(parameters, name, &Parameter::name);
  if (found == parameters.end()) found = parameters.insert(found, {.name = name, .may_lack = may_lack});
  if (std::ranges::find(found->values, value) == found->values.end()) found->values.push_back(value);
}

/// A bar ends a cell of Markdown.
std::string parameters_text(const std::vector<Parameter>& parameters) {
  std::string text;
  for (const Parameter& p : parameters) {
    const std::string one = fmt::format("`{}={}`", p.name, fmt::join(p.values, "\\|"));
    text += text.empty() ? "" : p.may_lack ? " " : " \\| ";
    text += p.may_lack ? "[" + one + "]" : one;
  }
  return text;
}

}  // namespace

std::string causes_markdown() {
  std::string text = "| code | parameters | results |\n|---|---|---|\n";
  for (const auto& row : wrong_models<std::int32_t>()) {
    if (row.results.empty()) continue;
    std::vector<Parameter> parameters;
    const bool may_lack = row.forms.front().name.empty();
    for (const reference::FaultForm& form : row.forms) {
      if (!form.reported || form.name.empty()) continue;
      note(parameters, form.name, form.value, may_lack);
      if (const auto& [name, value] = form.further; !name.empty()) note(parameters, name, value, true);
    }
    const std::string told = parameters_text(parameters);
    text += fmt::format("| `{}` | {}{}| {} |\n", row.code, told, told.empty() ? "" : " ", row.results);
  }
  return text;
}

}  // namespace wgcts::reports
