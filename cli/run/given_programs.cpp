#include "cli/run/given_programs.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/options/options.hpp"
#include "reference/lists.hpp"
#include "reports/model/bugs.hpp"
#include "reports/model/json.hpp"
#include "reports/model/json_file.hpp"
#include "results/program_json.hpp"
#include "suites/selection.hpp"

namespace wgcts::cli {
namespace {

/// "1a2b3c4d" for a bare program hash, "1a2b3c4d" or "x1a2b3c4d"; otherwise empty.
std::string hash_in(const std::string& text) {
  const std::string digits = text.starts_with('x') ? text.substr(1) : text;
  return is_hash(digits) ? digits : "";
}

void add(std::vector<Case>& cases, const Case& c) {
  if (c.given.program && !is_in(name(c), cases, [](const Case& other) { return name(other); }))
    cases.push_back(c);
}

}  // namespace

std::vector<Case> programs_of_cases(const Report& report) {
  std::vector<Case> cases;
  for (const CaseResult& result : report.cases) add(cases, result.the_case);
  return cases;
}

std::vector<Case> programs_of(const Report& report) {
  std::vector<Case> cases = programs_of_cases(report);
  // The variant is part of the name, and not of the program's content.
  for (const Bug& bug : report.bugs) {
    std::vector<std::string> names;
    if (bug.minimal) names.push_back(bug.minimal->name);
    if (bug.neighbour) names.push_back(bug.neighbour->name);
    for (const Ingredient& i : bug.ingredients) names.push_back(i.without);
    for (const std::string& text : names)
      if (const auto c = case_in(bug, text)) add(cases, *c);
  }
  return cases;
}

std::vector<Case> read_programs(const std::string& path) {
  const nlohmann::json document =
      reports::read_json_file(path, "cases", [](nlohmann::json&&, std::size_t) {});
  if (document.is_object() && document.contains("program") && document.contains("range")) try {
      return {given_case_from_json(document)};
    } catch (const std::exception& error) {
      wrong_usage("{} is not a valid program: {}", display_name(path), reports::json_message(error.what()));
    }
  if (path == "-") wrong_usage("--program - reads a single program; pass a report by its path");
  auto cases = programs_of(read_report(path));
  if (cases.empty())
    wrong_usage(
        "{} contains no reduced program: all its bugs show in single collectives, or the run had no "
        "diagnosis",
        display_name(path));
  return cases;
}

Case named_case(const std::string& text, const std::optional<Report>& report) {
  const std::string hash = hash_in(text);
  if (hash.empty()) {
    const std::optional<Case> c = !report ? case_named(text) : parse_case(text);
    if (report && (!c || !c->given.hash))
      wrong_usage(
          "--report needs a bug's signature or a reduced program, and '{:.60}' is neither: leave out "
          "--report to name a case",
          text);
    if (!c->given.hash) return *c;
  }
  if (!report)
    wrong_usage(
        "{} is a reduced program or a bug's signature: add --report FILE, the report that contains it", text);
  if (const Bug* bug = find_bug(*report, text))
    if (const auto shown = case_in(*bug, bug->minimal ? bug->minimal->name : bug->example)) return *shown;
  const auto cases = programs_of(*report);
  const auto found = std::ranges::find_if(
      cases, [&](const Case& c) { return name(c) == text || program_word(c) == "x" + hash; });
  if (found != cases.end()) return *found;
  std::vector<std::string> all;
  for (const Bug& bug : report->bugs) all.push_back(bug.signature);
  for (const Case& c : cases) all.push_back(name(c));
  wrong_usage("the report has no bug and no program {}: {}", text,
              all.empty() ? "it contains neither" : "it has " + joined(all, ", "));
}

}  // namespace wgcts::cli
