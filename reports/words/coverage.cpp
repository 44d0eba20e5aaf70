#include "reports/words/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

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

}  // namespace

std::string coverage_text(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  std::string text = fmt::format("{} cases of profile {} cite {} of {} clauses\n\n", scope.cases,
                                 scope.profile, with_cases(coverage), coverage.size());
  for (const Covered& c : coverage)
    if (c.cases != 0)
      text += fmt::format("{:<9} {:>6}  {}\n                  {}\n", c.clause->id, c.cases, c.clause->text,
                          citation(*c.clause));
  text += "\nwithout a case\n";
  for (const Covered& c : coverage)
    if (c.cases == 0)
      text += fmt::format("{:<9} {}\n          {}\n          {}\n", c.clause->id, c.clause->text, c.reason,
                          citation(*c.clause));
  return text;
}

std::string coverage_markdown(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  std::string text = fmt::format(
      "# Clauses and cases\n\nWhich clause is cited by how many of the {} cases of profile {}, on a device "
      "that has everything: {} of {} clauses. The words are our paraphrase; the places are files and anchors "
      "of the "
      "specification's public source, the repository KhronosGroup/OpenCL-Docs. Written by `wgcts coverage "
      "--profile {} --markdown`.\n\n| clause | cases | | where |\n|---|---:|---|---|\n",
      scope.cases, scope.profile, with_cases(coverage), coverage.size(), scope.profile);
  for (const Covered& c : coverage)
    if (c.cases != 0)
      text += fmt::format("| {} | {} | {} | {} |\n", c.clause->id, c.cases, escaped(c.clause->text),
                          escaped(citation(*c.clause)));
  text += "\nWithout a case:\n\n| clause | tier | | why | where |\n|---|---|---|---|---|\n";
  for (const Covered& c : coverage)
    if (c.cases == 0)
      text += fmt::format("| {} | {} | {} | {} | {} |\n", c.clause->id, tier_words(c.clause->tier),
                          escaped(c.clause->text), escaped(c.reason), escaped(citation(*c.clause)));
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
  }
  const nlohmann::ordered_json all{
      {"profile", scope.profile}, {"cases", scope.cases}, {"clauses", std::move(list)}};
  return all.dump(2) + "\n";
}

}  // namespace wgcts::reports
