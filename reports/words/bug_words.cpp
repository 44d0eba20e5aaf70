#include "reports/words/bug_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unordered_set>

#include "harness/program/kernel.hpp"
#include "reports/model/text.hpp"
#include "reports/words/failure_words.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t longest_set = 5;

/// A property of cases in the extent of a bug.
struct Property {
  std::string_view one, several;
  std::set<std::string> Bug::*of_bug;
  std::string (*of_case)(const Case& c);
};
constexpr Property properties[] = {
    {"builtin", "builtins", &Bug::builtins, [](const Case& c) { return std::string(c.builtin->name); }},
    {"type", "types", &Bug::types, [](const Case& c) { return std::string(info(c.type).name); }},
    {"dimension", "dimensions", &Bug::dimensions, [](const Case& c) { return fmt::format("{}d", c.dim); }},
    {"form", "forms", &Bug::forms, [](const Case& c) { return std::string(c.form->name); }},
};

std::string set_text(const std::set<std::string>& some, const std::set<std::string>& all,
                     const Property& property) {
  if (some.size() > 1 && std::ranges::includes(some, all)) return fmt::format("every {}", property.one);
  if (some.size() > longest_set) return fmt::format("{} of {} {}", some.size(), all.size(), property.several);
  return fmt::format("{}", fmt::join(some, ", "));
}

/// The number of failing programs of a bug that single collectives show too.
std::size_t programs_besides(const Bug& bug) {
  if (is_of_programs(bug)) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(bug.cases, [](const std::string& id) {
    const auto c = parse_case(id);
    return c && is_program(*c);
  }));
}

}  // namespace

std::string cause_text(const Bug& bug) {
  std::string text = to_string(bug.what);
  text += bug.where.empty() ? ", always" : " where " + to_string(bug.where);
  if (bug.fit > 0 && bug.fit < 1)
    text += fmt::format(", fits {:.3g} % of the wrong work-groups", 100 * bug.fit);
  if (!bug.cut_short.empty()) text += fmt::format("; the time limit ended {}", bug.cut_short);
  return printable(text);
}

std::string extent_text(const Report& report, const Bug& bug) {
  std::string text;
  const bool of_programs = is_of_programs(bug);
  for (const Property& property : properties) {
    std::set<std::string> some = bug.*property.of_bug, all;
    for (const CaseResult& result : report.cases)
      if (was_tested(result.verdict)) all.insert(property.of_case(result.the_case));
    // The end of the text counts whole programs separately.
    if (!of_programs)
      for (std::set<std::string>* names : {&some, &all}) names->erase(std::string(whole_program.name));
    text += (text.empty() ? "" : "; ") + set_text(some, all, property);
  }
  const auto is_alike = [&](const CaseResult& result) {
    return was_tested(result.verdict) && std::ranges::all_of(properties, [&](const Property& property) {
             return (bug.*property.of_bug).contains(property.of_case(result.the_case));
           });
  };
  const auto alike = static_cast<std::size_t>(std::ranges::count_if(report.cases, is_alike));
  const std::size_t programs = programs_besides(bug);
  text += fmt::format(": {} of {}", bug.cases.size() - programs, counted(alike, "case"));
  if (programs != 0) text += ", and " + counted(programs, "whole program");
  return printable(text);
}

std::string minimal_text(const Bug& bug) {
  if (!bug.minimal) return {};
  const MinimalCase& minimal = *bug.minimal;
  if (minimal.wrong.empty()) return printable(fmt::format("{}: {}", minimal.name, minimal.message));
  std::size_t wrong = 0;
  for (const LaneRun& run : minimal.wrong) wrong += run.last - run.first + 1;
  std::string text = fmt::format("{}: {} of {} lanes wrong", minimal.name, wrong, volume(minimal.local_size));
  const auto lane = std::ranges::find(minimal.lanes, minimal.wrong.front().first, &WrongLane::lane);
  if (lane != minimal.lanes.end())
    text +=
        fmt::format("; lane {}: {}", lane->lane, lane_values_text(lane->input, lane->expected, lane->got));
  return printable(text);
}

std::string neighbour_text(const Bug& bug) {
  if (!bug.neighbour) return {};
  return printable(fmt::format("{} passes: {}", bug.neighbour->name, bug.neighbour->differs));
}

std::string bug_command(const Report& report, const Bug& bug) {
  auto shown = bug.minimal ? case_in(bug, bug.minimal->name) : std::nullopt;
  if (!shown) shown = case_in(bug, bug.example);
  return shown ? replay_command(report, *shown) : "";
}

std::string reproduce_command(const Report& report, const Bug& bug) {
  const auto shown = bug.minimal ? case_in(bug, bug.minimal->name) : std::nullopt;
  if (!shown || is_program(*shown) || !bug.reproducer.empty() || !bug.no_reproducer.empty() ||
      report.device.implementation)
    return "";
  return command_for(report, {"reproduce", name(*shown), "-o", bug.signature + ".c"});
}

std::string reproducer_text(const Bug& bug) {
  if (bug.reproducer.empty()) return bug.no_reproducer.empty() ? "" : "none: " + printable(bug.no_reproducer);
  if (!bug.proof.empty() && !bug.proof.starts_with("not compiled"))
    return printable(bug.reproducer + ": " + bug.proof);
  return printable(fmt::format("{}: its kernel shows the bug in wgcts{}; {}", bug.reproducer,
                               bug.reproduced ? "" : ", but not in a separate process",
                               bug.proof.empty() ? "not compiled as C" : bug.proof));
}

std::string c_program_of(const Bug& bug) {
  std::error_code error;
  const std::filesystem::path path = bug.reproducer;
  if (path.extension() != ".c" || !std::filesystem::is_regular_file(path, error) ||
      std::filesystem::file_size(path, error) > longest_program || error)
    return {};
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string smallest_kernel(const Bug& bug) {
  const auto c = bug.minimal ? case_in(bug, bug.minimal->name) : std::nullopt;
  const std::string text = c ? program_text({kernel_of(*c, true)}) : "";
  return text.size() > longest_program ? "" : text;
}

std::string bug_headline(const Bug& bug) {
  return printable(fmt::format("bug {}: {}", bug.signature, bug.sentence));
}

bool is_known(const Report& report, const Bug& bug) {
  const std::unordered_set<std::string> names(bug.cases.begin(), bug.cases.end());
  return std::ranges::none_of(report.cases, [&](const CaseResult& result) {
    return !info(result.verdict).good && names.contains(name(result.the_case));
  });
}

}  // namespace wgcts::reports
