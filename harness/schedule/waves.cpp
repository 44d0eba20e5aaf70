#include "harness/schedule/waves.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_set>

#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// Identifies a program before the device is known: by the variant rows that affect the build, or without
/// such rows by the type.
using Program = std::pair<std::uint64_t, std::optional<GenType>>;
Program program_of(GenType type, const Variant& variant) {
  constexpr std::uint64_t of_program = mask_of(Axis::Host) | mask_of(Axis::Language) | mask_of(Axis::Math) |
                                       mask_of(Axis::Option) | mask_of(Axis::Optimiser);
  const std::uint64_t rows = variant.compiled_key & of_program;
  return {rows, rows == 0 ? std::optional(type) : std::nullopt};
}

/// The programs of standard_launches(), in order of new pairs for their cost.
std::map<Program, std::size_t> programs_in_order() {
  std::map<Program, std::size_t> order;
  for (const std::string_view word : standard_launches()) {
    const Case c = parse_case(word).value();
    order.emplace(program_of(c.type, *c.variant), order.size());
  }
  return order;
}

constexpr std::ptrdiff_t of_smoke = 0, of_standard = 1;  // indices into `earlier` of waves_of()

std::unordered_set<std::string> names_of(Profile profile) {
  std::unordered_set<std::string> names;
  for (const Case& c : plan(profile)) names.insert(name(c));
  return names;
}

}  // namespace

std::vector<std::vector<Case>> waves_of(const std::vector<Case>& cases) {
  const std::unordered_set<std::string> earlier[] = {names_of(Profile::Smoke), names_of(Profile::Standard)};
  const auto level_of = [&](const Case& c) {
    const auto* const found =
        std::ranges::find_if(earlier, [&](const auto& names) { return names.contains(name(c)); });
    return found - std::begin(earlier);
  };
  // A launch is a type, dimension, form, variant and size, whatever builtins its kernel calls. It belongs to
  // the earliest profile of its cases.
  using Group = std::tuple<GenType, unsigned, const Form*, const Variant*>;
  std::map<Group, std::map<std::string, std::ptrdiff_t>> levels;
  std::map<Group, std::vector<std::string>> order;
  const auto group_of = [](const Case& c) { return Group{c.type, c.dim, c.form, c.variant}; };
  // Each random program is a separate launch.
  const auto size_of = [](const Case& c) {
    return to_string(c.local, c.dim) + (is_program(c) ? "." + program_word(c) : "");
  };
  for (const Case& c : cases) {
    const auto [place, is_new] = levels[group_of(c)].emplace(size_of(c), level_of(c));
    if (is_new) order[group_of(c)].push_back(size_of(c));
    place->second = std::min(place->second, level_of(c));
  }
  // Each wave is compiled separately. So cases that share a program stay together, unless there are too many.
  const auto programs = programs_in_order();
  std::map<std::pair<Group, std::string>, std::pair<std::ptrdiff_t, std::size_t>> turn;
  for (const auto& [group, sizes] : order) {
    std::size_t further = 0;
    // Random programs come last: they take long and test no single collective thoroughly.
    const bool is_whole = std::get<const Form*>(group) == &program_form;
    const auto known = programs.find(program_of(std::get<GenType>(group), *std::get<const Variant*>(group)));
    const std::size_t program = is_whole || known == programs.end() ? programs.size() : known->second;
    for (const std::string& size : sizes) {
      const std::ptrdiff_t level = levels[group][size];
      turn[{group, size}] = {level, level == of_smoke ? 0 : level == of_standard ? program : further++};
    }
  }
  std::map<std::pair<std::ptrdiff_t, std::size_t>, std::vector<Case>> waves;
  for (const Case& c : cases) waves[turn.at({group_of(c), size_of(c)})].push_back(c);
  std::vector<std::vector<Case>> list;
  for (auto& [place, wave] : waves) list.push_back(std::move(wave));
  return list;
}

}  // namespace wgcts::harness
