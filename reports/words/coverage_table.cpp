#include "reports/words/coverage_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "reference/quotations.hpp"
#include "reports/words/pair_table.hpp"
#include "suites/forms.hpp"
#include "suites/variant.hpp"

namespace wgcts::reports {
namespace {

std::string_view tier_words(Tier tier) {
  return tier == Tier::Written ? "written" : tier == Tier::Implied ? "implied" : "undefined";
}

std::size_t with_cases(const std::vector<Covered>& coverage) {
  return static_cast<std::size_t>(
      std::ranges::count_if(coverage, [](const Covered& c) { return c.cases != 0; }));
}

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) (c == '*' || c == '_' || c == '|' ? safe += '\\' : safe) += c;
  return safe;
}

/// The number of programs with the family at this place; a dash if it cannot be there.
std::string programs_at(const PlaceCovered& row, std::size_t family) {
  return can_stand(row.place->place, static_cast<Family>(family)) ? std::to_string(row.programs.at(family))
                                                                  : "-";
}

/// Forms and variants with their descriptions.
using Words = std::vector<std::pair<std::string_view, std::string_view>>;

Words forms_in_words() {
  Words words;
  for (const Form& form : all_forms()) words.emplace_back(form.name, form.plan);
  return words;
}

Words variants_in_words() {
  Words words;
  for (std::size_t axis = 0; axis < axis_count; ++axis)
    for (const Variant& row : variants)
      if (row.key != 0 && static_cast<std::size_t>(row.axis) == axis) words.emplace_back(row.name, row.plan);
  return words;
}

std::string rows_of(const Words& words) {
  std::string text = "|---|---|\n";
  for (const auto& [name, plan] : words) text += fmt::format("| `{}` | {} |\n", name, escaped(plan));
  return text;
}

}  // namespace

std::string vocabulary_text() {
  std::string text = "\nforms: how a case calls its builtin\n";
  for (const auto& [name, plan] : forms_in_words()) text += fmt::format("  {:<14} {}\n", name, plan);
  text += "\nvariants: how its launch differs from the plain one\n";
  for (const auto& [name, plan] : variants_in_words()) text += fmt::format("  {:<14} {}\n", name, plan);
  return text;
}

std::string vocabulary_markdown() {
  return "\n## Forms and variants\n\nA form is how a case calls its builtin. It is the fifth word of the "
         "case's name.\n\n| form | how |\n" +
         rows_of(forms_in_words()) +
         "\nA variant is a difference from the plain launch that must not change the results. Variants "
         "follow the form in the case's name, in the order of this table. A case has at most one variant of "
         "each axis.\n\n| variant | what |\n" +
         rows_of(variants_in_words());
}

std::string coverage_text(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  std::string text = fmt::format("{} cases of profile {} cite {} of {} clauses\n\n", scope.cases,
                                 scope.profile, with_cases(coverage), coverage.size());
  for (const Covered& c : coverage)
    if (c.cases != 0)
      text += fmt::format("{:<9} {:>6}  {}\n                  {}\n", c.clause->id, c.cases, c.clause->text,
                          citation(*c.clause));
  text += "\nclauses without a case\n";
  for (const Covered& c : coverage)
    if (c.cases == 0)
      text += fmt::format("{:<9} {}\n          {}\n          {}\n", c.clause->id, c.clause->text, c.reason,
                          citation(*c.clause));
  text += vocabulary_text();
  if (scope.places.empty()) return text;
  text += pairs_text();
  text += fmt::format("\n{:<36}", "whole programs with a collective");
  for (const auto family : family_names) text += fmt::format(" {:>14}", family);
  text += "\n";
  for (const PlaceCovered& row : scope.places) {
    text += fmt::format("{:<36}", row.place->name);
    for (std::size_t f = 0; f < family_count; ++f) text += fmt::format(" {:>14}", programs_at(row, f));
    text += "\n";
  }
  return text;
}

std::string coverage_markdown(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  std::string text = fmt::format(
      "# Clauses and cases\n\nThe number of cases that cite each clause: {} cases of profile {}, on a device "
      "with all features, cite {} of {} clauses. The text is a paraphrase. The places are files and anchors "
      "in the specification's public source, the repository KhronosGroup/OpenCL-Docs. Written by `wgcts "
      "coverage --profile {} --markdown`.\n\n| clause | cases | | where |\n|---|---:|---|---|\n",
      scope.cases, scope.profile, with_cases(coverage), coverage.size(), scope.profile);
  for (const Covered& c : coverage)
    if (c.cases != 0)
      text += fmt::format("| {} | {} | {} | {} |\n", c.clause->id, c.cases, escaped(c.clause->text),
                          escaped(citation(*c.clause)));
  text += "\nClauses without a case:\n\n| clause | tier | | why | where |\n|---|---|---|---|---|\n";
  for (const Covered& c : coverage)
    if (c.cases == 0)
      text += fmt::format("| {} | {} | {} | {} | {} |\n", c.clause->id, tier_words(c.clause->tier),
                          escaped(c.clause->text), escaped(c.reason), escaped(citation(*c.clause)));
  text += vocabulary_markdown();
  if (scope.places.empty()) return text;
  text += pairs_markdown();
  text +=
      "\n## Whole programs\n\nThe number of whole programs of the profile that have a collective at each "
      "place. A family counts only if its wrong result changes the program's output. A dash means that the "
      "place needs a value that is the same in all work-items.\n\n| a collective ... |";
  for (const auto family : family_names) text += fmt::format(" {} |", escaped(family));
  text += "\n|---|---:|---:|---:|---:|---:|---:|\n";
  for (const PlaceCovered& row : scope.places) {
    text += fmt::format("| {} |", escaped(row.place->name));
    for (std::size_t f = 0; f < family_count; ++f) text += fmt::format(" {} |", programs_at(row, f));
    text += "\n";
  }
  return text;
}

std::string coverage_json(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Covered& c : coverage) {
    list.push_back({{"id", c.clause->id},
                    {"tier", tier_words(c.clause->tier)},
                    {"text", c.clause->text},
                    {"where", citation(*c.clause)},
                    {"cases", c.cases}});
    if (c.cases == 0) list.back()["reason"] = c.reason;
    for (const Quotation& quotation : quotations)
      if (quotation.clause == c.clause->id)
        list.back()["quotations"].push_back(
            {{"where", citation(*quotation.section)}, {"words", quotation.words}});
  }
  nlohmann::ordered_json all{
      {"profile", scope.profile}, {"cases", scope.cases}, {"clauses", std::move(list)}};
  for (const PlaceCovered& row : scope.places) {
    nlohmann::ordered_json programs;
    for (std::size_t f = 0; f < family_count; ++f)
      if (can_stand(row.place->place, static_cast<Family>(f)))
        programs[std::string(family_names.at(f))] = row.programs.at(f);
    all["places"].push_back({{"place", row.place->name}, {"programs", std::move(programs)}});
  }
  if (!scope.places.empty()) all["meetings"] = pairs_json();
  return all.dump(2) + "\n";
}

}  // namespace wgcts::reports
