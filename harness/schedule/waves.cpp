#include "harness/schedule/waves.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

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
  // A launch is its type, dimension, form, variant and size, whatever builtins its kernel holds. One that
  // holds a case of an earlier profile is of that profile.
  using Group = std::tuple<GenType, unsigned, const Form*, const Variant*>;
  std::map<Group, std::map<std::string, std::ptrdiff_t>> levels;
  std::map<Group, std::vector<std::string>> order;
  const auto group_of = [](const Case& c) { return Group{c.type, c.dim, c.form, c.variant}; };
  // Each whole program is a launch of its own.
  const auto size_of = [](const Case& c) {
    return to_string(c.local, c.dim) + (is_program(c) ? "." + std::to_string(c.number) : "");
  };
  for (const Case& c : cases) {
    const auto [place, is_new] = levels[group_of(c)].emplace(size_of(c), level_of(c));
    if (is_new) order[group_of(c)].push_back(size_of(c));
    place->second = std::min(place->second, level_of(c));
  }
  std::map<std::pair<Group, std::string>, std::pair<std::ptrdiff_t, std::size_t>> turn;
  for (const auto& [group, sizes] : order) {
    std::map<std::ptrdiff_t, std::size_t> counts;
    for (const std::string& size : sizes) {
      const std::ptrdiff_t level = levels[group][size];
      turn[{group, size}] = {level, counts[level]++};
    }
  }
  std::map<std::pair<std::ptrdiff_t, std::size_t>, std::vector<Case>> waves;
  for (const Case& c : cases) waves[turn.at({group_of(c), size_of(c)})].push_back(c);
  std::vector<std::vector<Case>> list;
  for (auto& [place, wave] : waves) list.push_back(std::move(wave));
  return list;
}

}  // namespace wgcts::harness
