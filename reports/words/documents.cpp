#include "reports/words/documents.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "reference/causes/wrong_model.hpp"
#include "reference/clauses.hpp"
#include "reference/lists.hpp"
#include "reports/words/words.hpp"
#include "suites/forms/form.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"
#include "suites/values.hpp"
#include "suites/variant.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t lanes_shown = 8;

/// In the order of the enumeration.
constexpr std::string_view rule_words[] = {"exact, as every order gives the same value",
                                           "within the error bound of every order",
                                           "close to the exact value, as an option leaves the accuracy open",
                                           "zero or non-zero",
                                           "equal bits, any NaN for NaN",
                                           "observed, not judged"};

std::string heading(const Explanation& e, const std::string& rerun) {
  const Case& c = e.the_case;
  const auto row = [](std::string_view name, std::string_view words) {
    return words.empty() ? "" : fmt::format("{:<9}{}\n", name, words);
  };
  std::string text = name(c) + "\n\n";
  text += row("tests", fmt::format("{} of {}: {}", title(*c.builtin), info(c.type).name, c.form->plan));
  text += row("launch", c.given.hash ? "that of the reduced program" : plan_of(*c.variant));
  for (std::string_view title = "clauses"; const std::string& id : e.clauses) {
    text += row(title, fmt::format("{:<9} {}", id, find_clause(id)->text));
    text += row("", fmt::format("{:<9} {}", "", citation(*find_clause(id))));
    title = "";
  }
  text += row("device", printable(e.device.name));
  if (e.missing)
    text += row("skipped", fmt::format("{}: {}", printable(e.missing->query), printable(e.missing->answer)));
  text += row("build", e.the_case.variant->situation == Situation::Module
                           ? "from a SPIR-V module that is equivalent to the text"
                           : e.build_options);
  text += row("ndrange", fmt::format("{}, global {}, local {}, offset {}: {}", counted(c.dim, "dimension"),
                                     to_string(e.range.global, c.dim), to_string(e.range.local, c.dim),
                                     to_string(e.range.offset, c.dim), counted(e.groups, "work-group")));
  text += row("seed", std::to_string(e.seed));
  text += row("rerun", rerun);
  return text;
}

std::string verdict_text(const CaseResult& result) {
  std::string text =
      fmt::format("verdict  {}: {}\n", info(result.verdict).name, info(result.verdict).meaning);
  if (result.reason)
    text +=
        fmt::format("         {}: {}\n", printable(result.reason->query), printable(result.reason->answer));
  if (result.failure)
    text += fmt::format("         {}, {}: {}\n", result.failure->check, result.failure->clause,
                        printable(sentence_of(result)));
  else if (const std::string sentence = sentence_of(result); !sentence.empty())
    text += fmt::format("         {}\n", printable(sentence));
  for (std::string_view title = "log"; const auto line : split(result.log, '\n'))
    if (const auto words = printable(line); !words.empty()) {
      text += fmt::format("{:<9}{}\n", title, words);
      title = "";
    }
  for (const std::string& seen : result.observed) text += fmt::format("observed {}\n", printable(seen));
  return text;
}

void table(const Explanation& e, const GroupRecord& g, bool everything, const TextSink& sink) {
  const unsigned dim = e.the_case.dim;
  const bool with_got = !g.lanes.empty() && !g.lanes.front().got.text.empty();
  const std::size_t first = everything || g.wrong.empty() ? 0 : g.wrong.front() / lanes_shown * lanes_shown;
  const std::size_t end = everything ? g.lanes.size() : std::min(g.lanes.size(), first + lanes_shown);
  sink(fmt::format("    {:>5} {:>12} {:>24} {:>24}{}\n", "lane", "local id", "input", "expected",
                   with_got ? fmt::format(" {:>24}", "got") : ""));
  for (std::size_t lane = first; lane < end; ++lane) {
    const LaneRow& row = g.lanes[lane];
    sink(fmt::format("    {:>5} {:>12} {:>24} {:>24}{}{}\n", lane,
                     to_string(unlinear(lane, g.group.size), dim), row.input.text, row.expected.text,
                     with_got ? fmt::format(" {:>24}", row.got.text) : "",
                     std::ranges::binary_search(g.wrong, lane) ? "  wrong" : ""));
  }
  if (end - first < g.lanes.size())
    sink(fmt::format("    ... {} of {} work-items\n", end - first, g.lanes.size()));
}

void group_text(const Explanation& e, const GroupRecord& g, std::size_t of_class, bool everything,
                const TextSink& sink) {
  sink(fmt::format("\n  {}: {}; {}\n", g.check, g.plan, rule_words[static_cast<std::size_t>(g.rule)]));
  std::string clauses;
  for (const std::string& id : g.clauses) clauses += " " + id;
  sink(fmt::format(
      "  work-group {} of size {}{}{}{}\n", to_string(g.group.id, e.the_case.dim),
      to_string(g.group.size, e.the_case.dim),
      of_class > 1 && !everything ? fmt::format(", one of {} with this data class", of_class) : "",
      e.the_case.builtin->collective.family == Family::Broadcast ? fmt::format(", source lane {}", g.source)
                                                                 : "",
      clauses.empty() ? "" : fmt::format(";{}", clauses)));
  table(e, g, everything, sink);
}

enum class Kind { Text, Number, Code };

struct Column {
  std::string_view name;
  Kind kind = Kind::Text;
};

/// A table with its introduction. It has a heading if `title` is not empty.
struct Section {
  std::string title, introduction;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows{};
};

std::string markdown_escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) (c == '*' || c == '_' || c == '|' ? safe += '\\' : safe) += c;
  return safe;
}

std::string markdown_of(const Section& section) {
  std::string text = section.title.empty() ? "" : fmt::format("\n## {}\n", section.title);
  text += fmt::format("\n{}\n\n|", section.introduction);
  for (const Column& column : section.columns) text += fmt::format(" {} |", markdown_escaped(column.name));
  text += "\n|";
  for (const Column& column : section.columns) text += column.kind == Kind::Number ? "---:|" : "---|";
  for (const auto& row : section.rows) {
    text += "\n|";
    for (std::size_t i = 0; i < row.size(); ++i)
      text += section.columns[i].kind == Kind::Code ? fmt::format(" `{}` |", row[i])
                                                    : fmt::format(" {} |", markdown_escaped(row[i]));
  }
  return text + "\n";
}

std::string_view tier_words(Tier tier) {
  return tier == Tier::Written ? "written" : tier == Tier::Implied ? "implied" : "undefined";
}

std::vector<Section> clause_sections(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  Section with{
      "",
      fmt::format("{} cases of profile {}, on a device with all features, cite {} of {} clauses. The table "
                  "has the number of cases for each clause, a paraphrase of the rule, and its place: a file "
                  "and an anchor in the specification's public source, the repository "
                  "KhronosGroup/OpenCL-Docs. Written by `wgcts coverage --profile {}`.",
                  scope.cases, scope.profile, std::ranges::count_if(coverage, &Covered::cases),
                  coverage.size(), scope.profile),
      {{"clause"}, {"cases", Kind::Number}, {"rule"}, {"where"}}};
  Section without{
      "",
      "No case of this profile cites these clauses. The specification states a written clause in words. An "
      "implied clause follows from the text of the specification. An undefined clause names behaviour that "
      "the specification leaves open.",
      {{"clause"}, {"tier"}, {"rule"}, {"reason"}, {"where"}}};
  for (const Covered& c : coverage)
    if (const std::string id(c.clause->id), text(c.clause->text); c.cases != 0)
      with.rows.push_back({id, std::to_string(c.cases), text, citation(*c.clause)});
    else
      without.rows.push_back({id, std::string(tier_words(c.clause->tier)), text,
                              std::string(c.clause->uncited), citation(*c.clause)});
  return {std::move(with), std::move(without)};
}

std::vector<Section> vocabulary_sections() {
  Section forms{
      "Forms and variants",
      "A form is the way in which a kernel calls the function. It is the fifth part of the case's name.",
      {{"form", Kind::Code}, {"calls"}}};
  for (const Form& form : all_forms()) forms.rows.push_back({std::string(form.name), std::string(form.plan)});
  Section rows{
      "",
      "A variant is a difference from the plain build and launch that must not change the results. Variants "
      "follow the form in the case's name, in the order of this table. An axis is a kind of variants. A case "
      "has at most one variant of each axis.",
      {{"variant", Kind::Code}, {"axis"}, {"difference"}}};
  for (std::size_t axis = 0; axis < axis_count; ++axis)
    for (const Variant& row : variants)
      if (row.key != 0 && static_cast<std::size_t>(row.axis) == axis)
        rows.rows.push_back(
            {std::string(row.name), std::string(parameter_name(place_of(row.axis))), std::string(row.plan)});
  return {std::move(forms), std::move(rows)};
}

struct ProfileShares {
  std::string_view profile;
  Share pairs, triples;
};

std::vector<ProfileShares> shares() {
  return mapped(std::span(profiles).first<3>(), [](const ProfileInfo& profile) {
    const auto cases = plan(profile.profile);
    return ProfileShares{profile.name, share_of(cases, 2), share_of(cases, 3)};
  });
}

/// A percentage, rounded down so that 100 means all.
std::string percent(const Share& share) {
  const std::size_t tenths = share.legal == 0 ? 1000 : 1000 * share.met / share.legal;
  return fmt::format("{}.{} % of {}", tenths / 10, tenths % 10, share.legal);
}

std::string value_name(ValueId id) {
  const ParameterValue& value = all_values()[id];
  return fmt::format("{}: {}", parameter_name(value.parameter), value.name);
}

std::map<std::string_view, std::vector<std::string>> impossible_pairs() {
  std::map<std::string_view, std::vector<std::string>> by_reason;
  for_each_set(all_ids(), 2, [&](std::span<const ValueId> pair) {
    if (const auto reason = legality(pair).reason; !reason.empty())
      by_reason[reason].push_back(fmt::format("{} and {}", value_name(pair[0]), value_name(pair[1])));
  });
  return by_reason;
}

std::vector<Section> pair_sections() {
  Section covered{
      "Pairs and triples",
      "The parameters of a case are its type, the shape and the size of its work-groups, its form, and the "
      "axes of its variants. A pair is a combination of values of two parameters, a triple of three. Some "
      "values are rare, such as the variant svm: many devices do not support them, and skip the cases that "
      "have them. A case with rare values counts only for the pairs and triples that contain all its rare "
      "values.",
      {{"profile"}, {"pairs", Kind::Number}, {"triples", Kind::Number}}};
  for (const ProfileShares& row : shares())
    covered.rows.push_back({std::string(row.profile), percent(row.pairs), percent(row.triples)});
  Section impossible{"", "Pairs that no case can have:", {{"reason"}, {"pairs", Kind::Number}, {"example"}}};
  for (const auto& [reason, pairs] : impossible_pairs())
    impossible.rows.push_back({std::string(reason), std::to_string(pairs.size()), pairs.front()});
  Section alone{"",
                "Forms and variants that are not counted in pairs and triples:",
                {{"form or variant", Kind::Code}, {"reason"}}};
  for (const LeftOut& row : left_out())
    alone.rows.push_back({std::string(row.name), std::string(row.reason)});
  return {std::move(covered), std::move(impossible), std::move(alone)};
}

Section program_section(const CoverageScope& scope) {
  Section programs{
      "Whole programs",
      "The table has the number of whole programs of the profile that call a collective at each place. A "
      "family counts in a program only if a wrong result of it changes the program's output. A dash means "
      "that a scan is not legal at the place, because all work-items must have the same value there.",
      {{"place of the call"}}};
  for (const auto family : family_names) programs.columns.push_back({family, Kind::Number});
  for (const PlaceCovered& row : scope.places) {
    auto& cells = programs.rows.emplace_back(std::vector{std::string(row.place->name)});
    for (std::size_t f = 0; f < family_count; ++f)
      cells.push_back(can_stand(*row.place, static_cast<Family>(f)) ? std::to_string(row.programs.at(f))
                                                                    : "-");
  }
  return programs;
}

/// Pairs and programs are left out if the scope has no places.
std::vector<Section> sections(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  std::vector<Section> all = clause_sections(coverage, scope);
  const auto add = [&](std::vector<Section> more) { std::ranges::move(more, std::back_inserter(all)); };
  add(vocabulary_sections());
  if (scope.places.empty()) return all;
  add(pair_sections());
  add({program_section(scope)});
  return all;
}

nlohmann::ordered_json pairs_json() {
  const auto json_of = [](const Share& share) {
    return nlohmann::ordered_json{{"met", share.met}, {"legal", share.legal}};
  };
  nlohmann::ordered_json json;
  for (const ProfileShares& row : shares())
    json["profiles"].push_back(
        {{"profile", row.profile}, {"pairs", json_of(row.pairs)}, {"triples", json_of(row.triples)}});
  for (const auto& [reason, pairs] : impossible_pairs())
    json["impossible"].push_back({{"reason", reason}, {"pairs", pairs}});
  return json;
}

struct Parameter {
  std::string_view name;
  std::vector<std::string_view> values{};
  bool may_lack = false;
};

void note(std::vector<Parameter>& parameters, std::string_view name, std::string_view value, bool may_lack) {
  auto found = std::ranges::find(parameters, name, &Parameter::name);
  if (found == parameters.end()) found = parameters.insert(found, {.name = name, .may_lack = may_lack});
  add_once(found->values, value);
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

void explain_text(const Explanation& e, bool everything, const std::string& rerun, const TextSink& sink) {
  sink(heading(e, rerun));
  if (e.result) sink(verdict_text(*e.result));
  sink(fmt::format("\nkernel {}", e.kernel));
  if (!e.beside.empty()) sink(fmt::format(", shared with {}", counted(e.beside.size(), "more builtin")));
  sink(":\n\n" + e.source);
  for (std::size_t number = 1; const auto& groups : e.sites) {
    sink(fmt::format("call site {} of {}: inputs and expected results\n", number++, e.sites.size()));
    if (everything) {
      for (const GroupRecord& g : groups) group_text(e, g, 1, everything, sink);
      continue;
    }
    // For each data class, the first wrong work-group. Without one, the first work-group.
    const auto all = mapped(groups, [](const GroupRecord& g) { return &g; });
    for (const auto& alike : grouped(all, [](const GroupRecord* g) { return g->check; })) {
      const auto wrong = std::ranges::find_if(alike, [](const GroupRecord* g) { return !g->wrong.empty(); });
      group_text(e, wrong == alike.end() ? *alike.front() : **wrong, alike.size(), everything, sink);
    }
  }
  if (!everything) sink("\n--all shows every work-group and work-item.\n");
}

std::string coverage_markdown(const std::vector<Covered>& coverage, const CoverageScope& scope) {
  std::string text = "# Clauses and cases\n";
  for (const Section& section : sections(coverage, scope)) text += markdown_of(section);
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
    if (c.cases == 0) list.back()["reason"] = c.clause->uncited;
  }
  nlohmann::ordered_json all{
      {"profile", scope.profile}, {"cases", scope.cases}, {"clauses", std::move(list)}};
  for (const PlaceCovered& row : scope.places) {
    nlohmann::ordered_json programs;
    for (std::size_t f = 0; f < family_count; ++f)
      if (can_stand(*row.place, static_cast<Family>(f)))
        programs[std::string(family_names.at(f))] = row.programs.at(f);
    all["places"].push_back({{"place", row.place->name}, {"programs", std::move(programs)}});
  }
  if (!scope.places.empty()) all["meetings"] = pairs_json();
  return all.dump(2) + "\n";
}

std::string causes_markdown() {
  std::string text = "| code | parameters | results |\n|---|---|---|\n";
  for (const auto& row : reference::wrong_models<std::int32_t>()) {
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
