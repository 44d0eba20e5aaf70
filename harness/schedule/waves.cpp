#include "harness/schedule/waves.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_set>

#include "harness/schedule/worth.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// Whether the variant's launches have a kernel of their own, or a program.
bool is_compiled_anew(const Variant& v) {
  return !v.options.empty() || v.cl_std != 0 || acts_on_program(v.situation) ||
         v.situation == Situation::Unsized || v.required || !v.attribute.empty() || v.sub_group != 0 ||
         !v.tells.empty();
}

/// The place of what is compiled for the launch in the table of what is worth its time; behind its end, where
/// it has none.
std::size_t place_by_worth(const Form& form, const Variant& variant) {
  const std::string_view compiled = is_compiled_anew(variant) ? variant.name : plain_variant->name;
  const auto* const row = std::ranges::find_if(
      by_worth, [&](const Worth& w) { return w.form == form.name && w.variant == compiled; });
  return static_cast<std::size_t>(row - by_worth.begin());
}

constexpr std::ptrdiff_t of_smoke = 0, of_standard = 1;  // places in what waves_of() calls `earlier`

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
    return to_string(c.local, c.dim) + (is_program(c) ? "." + program_word(c) : "");
  };
  for (const Case& c : cases) {
    const auto [place, is_new] = levels[group_of(c)].emplace(size_of(c), level_of(c));
    if (is_new) order[group_of(c)].push_back(size_of(c));
    place->second = std::min(place->second, level_of(c));
  }
  // A wave is compiled anew: what shares kernels stays together, unless there is too much of it.
  std::map<std::pair<Group, std::string>, std::pair<std::ptrdiff_t, std::size_t>> turn;
  for (const auto& [group, sizes] : order) {
    std::size_t further = 0;
    for (const std::string& size : sizes) {
      const std::ptrdiff_t level = levels[group][size];
      const std::size_t worth =
          place_by_worth(*std::get<const Form*>(group), *std::get<const Variant*>(group));
      turn[{group, size}] = {level, level == of_smoke ? 0 : level == of_standard ? worth : further++};
    }
  }
  std::map<std::pair<std::ptrdiff_t, std::size_t>, std::vector<Case>> waves;
  for (const Case& c : cases) waves[turn.at({group_of(c), size_of(c)})].push_back(c);
  std::vector<std::vector<Case>> list;
  for (auto& [place, wave] : waves) list.push_back(std::move(wave));
  return list;
}

}  // namespace wgcts::harness
