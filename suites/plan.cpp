#include "suites/plan.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "reference/lists.hpp"
#include "suites/parse.hpp"
#include "suites/values.hpp"

namespace wgcts::suites {
namespace {

/// Whether a builtin and type get this third of a row's sizes. Builtins that share a kernel get the same
/// third. Predicates, which have one type only, get all sizes, unless the row is for a few types.
bool in_third(const PlanRow& row, const Form& form, const Builtin& builtin, GenType type, std::size_t place) {
  if (is_predicate(builtin.collective.family) && row.types.empty()) return true;
  const bool own_kernel = form.sharing == KernelSharing::None || form.sharing == KernelSharing::Family;
  const std::size_t family = own_kernel ? static_cast<std::size_t>(builtin.collective.family) : 0;
  return (place + static_cast<std::size_t>(type) + form.rank + family) % 3 == 0;
}

/// Whether the list contains the name. An empty list contains all names.
bool names(std::string_view list, std::string_view name) {
  return list.empty() || is_in(name, split(list, ' '));
}

/// Whether the row applies to the builtin and type in profiles below full. Rows for a few of them exclude
/// builtins of extensions, except in smoke.
bool is_for(const PlanRow& row, const Builtin& builtin, GenType type) {
  if (!row.types.empty() && !is_core(builtin) && row.least != Profile::Smoke) return false;
  return names(row.types, info(type).name) && names(row.builtins, builtin.name);
}

/// Whether standard_launches() replace the case below the full profile. Rows that name types stay, unless
/// they are spread. So do plain kernels with all builtins of a type: each builtin, type and dimension has
/// several sizes and the largest.
bool is_superseded(const PlanRow& row, const Case& c) {
  const bool is_plain = c.form->sharing == KernelSharing::Type && c.variant == plain_variant;
  const bool stays = row.spread == Spread::All && (is_plain || !row.types.empty());
  return row.least == Profile::Standard && !stays && values_of(c);
}

/// Adds the cases of the form's rows for one builtin, type and dimension, each once. A row for a few types in
/// smoke may repeat in a larger profile for all types.
void add_rows(std::vector<Case>& cases, Profile profile, const Form& form, const Builtin& builtin,
              GenType type, unsigned dim) {
  const std::size_t first = cases.size();
  const auto add = [&](const PlanRow& row, const Variant* variant) {
    std::size_t place = dim;
    for (const auto size : split(row.sizes[dim - 1], ' ')) {
      // An extension's builtins get a third in every row, because they are twice as many as the others.
      const bool all = row.spread == Spread::All && (is_core(builtin) || row.least == Profile::Smoke);
      const bool taken = all || profile == Profile::Full || in_third(row, form, builtin, type, place++);
      const Case c{&builtin, type, dim, parse_local_size(size, dim).value(), &form, variant};
      if (profile != Profile::Full && is_superseded(row, c)) continue;
      const auto planned = std::span(cases).subspan(first);
      if (taken && is_legal(c) && !is_in(c, planned)) cases.push_back(c);
    }
  };
  for (const PlanRow& row : form.rows)
    if (row.least <= profile && !row.sizes[dim - 1].empty() &&
        (profile == Profile::Full || is_for(row, builtin, type)))
      for (const Variant* variant : variants_of(row)) add(row, variant);
}

/// Adds some of the programs under the row, from `first` on. None if the row is not for programs.
void add_programs_under(const Variant& row, std::size_t first, const std::vector<Case>& programs,
                        std::vector<Case>& cases) {
  std::size_t left = 6;  // programs are expensive
  for (std::size_t i = 0; i < programs.size() && left > 0; ++i) {
    Case c = programs[(first + i) % programs.size()];
    c.variant = &row;
    if (!is_legal(c)) continue;
    cases.push_back(c);
    --left;
  }
}

std::vector<Case> cases_named(std::span<const std::string_view> names) {
  return mapped(names, [](std::string_view name) { return parse_case(name).value(); });
}

/// Adds the fixed set, and programs under variants. Smoke has only the first program. Full also has some
/// programs under each variant row, and further programs.
void add_programs(std::vector<Case>& cases, Profile profile) {
  std::vector<Case> chosen = cases_named(fixed_set());
  // Programs are expensive: the smoke profile takes seconds, so it has one.
  if (profile == Profile::Smoke) chosen.resize(1);
  cases.insert(cases.end(), chosen.begin(), chosen.end());
  if (profile == Profile::Smoke) return;
  std::ranges::move(cases_named(fixed_set_under_variants()), std::back_inserter(cases));
  if (profile != Profile::Full) return;
  std::size_t first = 0;
  for (const Variant& row : variants)
    if (&row != plain_variant) add_programs_under(row, first++, chosen, cases);
  constexpr std::uint64_t further_numbers = 6;
  // Other launches have many work-groups. Of programs, a third in one dimension, and fewer in others, have a
  // single one. So each dimension has a size of more than two sub-groups of 64.
  constexpr std::string_view further_sizes[3][4] = {
      {"5", "16", "33", "129"}, {"2x3", "8x4", "5x7", "16x10"}, {"2x2x2", "5x3x2", "3x4x5", "4x6x7"}};
  for (const auto& type : gentypes)
    for (unsigned dim = 1; dim <= 3; ++dim)
      for (const std::string_view size : further_sizes[dim - 1])
        for (std::uint64_t number = 1; number <= further_numbers; ++number)
          cases.push_back({&whole_program, type.type, dim, parse_local_size(size, dim).value(), &program_form,
                           plain_variant, number});
}

void add_new(std::vector<Case>& cases, const std::vector<Case>& more) {
  const std::set<Case> known(cases.begin(), cases.end());
  std::ranges::copy_if(more, std::back_inserter(cases), [&](const Case& c) { return !known.contains(c); });
}

/// Adds a plain case for each function, type and form that has only cases with parts. There, the compiler
/// does not see the collective in the loop or branch of the form.
void add_cases_of_one_program(std::vector<Case>& cases) {
  std::map<std::tuple<const Builtin*, GenType, const Form*>, bool> in_one_program;
  for (const Case& c : cases) in_one_program[{c.builtin, c.type, c.form}] |= !has_parts(*c.variant);
  for (const auto& [subject, is_met] : in_one_program) {
    const auto [builtin, type, form] = subject;
    const Case plain{builtin, type, 1, parse_local_size("33", 1).value(), form, plain_variant};
    if (!is_met && is_legal(plain)) cases.push_back(plain);
  }
}

/// Launches with very many work-groups draw small sizes, because large ones take long to judge and show no
/// more. Some forms allow small sizes only.
std::size_t most_lanes(const Case& c) {
  constexpr std::size_t crowded = 64, flooded = 4, flood = 10'000;
  if (c.variant->groups == 0) return c.form->largest_drawn;
  return std::min(c.variant->groups < flood ? crowded : flooded, c.form->largest_drawn);
}

}  // namespace

std::vector<Case> plan(Profile profile) {
  if (profile == Profile::Soak) return {};
  std::vector<Case> cases = cases_of_rows(profile);
  if (profile != Profile::Smoke) {
    add_new(cases, cases_of_launches(cases_named(standard_launches())));
    add_cases_of_one_program(cases);
  }
  if (profile == Profile::Full) {
    add_new(cases, plan(Profile::Standard));
    add_new(cases, cases_of_launches(cases_named(full_launches())));
  }
  std::erase_if(cases, [](const Case& c) { return is_program(c); });
  std::ranges::stable_sort(cases, {},
                           [](const Case& c) { return std::tuple(c.builtin, c.type, c.dim, c.form); });
  add_programs(cases, profile);
  return cases;
}

std::vector<Case> cases_of_rows(Profile profile) {
  std::vector<Case> cases;
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes) {
      if (!takes(builtin, type.type)) continue;
      for (unsigned dim = 1; dim <= 3; ++dim)
        for (const Form& form : all_forms())
          if (form.has(builtin)) add_rows(cases, profile, form, builtin, type.type, dim);
    }
  return cases;
}

std::vector<Case> cases_of_launch(const Case& launch) {
  std::vector<Case> cases;
  for (const Builtin& b : builtins) {
    Case c = launch;
    c.builtin = &b;
    if (takes(b, c.type) && share_a_kernel(*c.form, c.variant->compiled_key, b, *launch.builtin) &&
        is_legal(c))
      cases.push_back(c);
  }
  return cases;
}

std::vector<Case> cases_of_launches(std::span<const Case> launches) {
  std::vector<Case> cases;
  for (const Case& launch : launches) std::ranges::move(cases_of_launch(launch), std::back_inserter(cases));
  return cases;
}

std::optional<Case> il_twin(Case c) {
  if (!c.form->straight) return std::nullopt;
  c.variant = is_module(c) ? without(*c.variant, Axis::Host) : combined(*c.variant, *variant("il"));
  return c.variant != nullptr && is_legal(c) ? std::optional(c) : std::nullopt;
}

std::vector<Case> with_il_twins(std::vector<Case> cases) {
  const std::set<Case> planned(cases.begin(), cases.end());
  const std::size_t count = cases.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (is_module(cases[i])) continue;
    const auto twin = il_twin(cases[i]);
    if (twin && !planned.contains(*twin)) cases.push_back(*twin);
  }
  return cases;
}

std::vector<Case> with_named(std::vector<Case> cases, const std::vector<std::string>& filters) {
  for (const std::string& list : filters)
    for (const auto word : split(list, ',')) {
      const auto named = parse_case(word);
      if (named && is_legal(*named)) add_once(cases, *named);
    }
  return cases;
}

Draw::Draw(std::uint64_t seed, std::size_t largest, const Extents& extents, std::size_t first)
    : seed_(hash("soak", seed)),
      largest_(std::max<std::size_t>(largest, 1)),
      extents_(extents),
      number_(first) {}

/// Small sizes are as likely as large ones: each power of two has the same chance, with the sizes between.
Extents Draw::local(unsigned dim, std::size_t largest) {
  Extents local{1, 1, 1};
  std::size_t room = largest;
  const auto first = static_cast<unsigned>(random_.below(dim));  // each dimension may be the longest
  for (unsigned i = 0; i < dim; ++i) {
    const unsigned d = (first + i) % dim;
    const std::size_t most = std::max<std::size_t>(std::min(room, extents_[d]), 1);
    const std::size_t bound = std::size_t{2}
                              << random_.below(static_cast<std::uint64_t>(std::bit_width(most)));
    local[d] = 1 + random_.below(std::min(bound, most));
    room /= local[d];
  }
  return local;
}

const Variant* Draw::some_variant() {
  const Variant* row = &variants[random_.below(variants.size())];
  if (random_.coin()) return row;
  // Combinations stay in memory. There are two thousand combinations of two rows, but far more of several
  // rows.
  const Variant* both = combined(*row, variants[random_.below(variants.size())]);
  return both != nullptr ? both : row;
}

Case Draw::program() {
  constexpr std::uint64_t numbers = 1'000'000'000;
  Case drawn{&whole_program, gentypes[random_.below(gentypes.size())].type,
             static_cast<unsigned>(1 + random_.below(3))};
  drawn.form = &program_form;
  drawn.local.extents = local(drawn.dim, std::min(largest_, program_form.largest_drawn));
  drawn.number = random_.below(numbers);
  do drawn.variant = some_variant();
  while (!is_legal(drawn));
  return drawn;
}

std::vector<Case> Draw::next() {
  random_ = Random(Random(seed_ + number_++).bits());
  if (random_.below(4) == 0) return {program()};
  while (true) {
    Case drawn{&builtins[random_.below(builtins.size())], gentypes[random_.below(gentypes.size())].type,
               static_cast<unsigned>(1 + random_.below(3))};
    drawn.form = &all_forms()[random_.below(all_forms().size())];
    drawn.variant = some_variant();
    drawn.local.extents = local(drawn.dim, std::min(largest_, most_lanes(drawn)));
    if (random_.below(16) == 0 && drawn.variant->groups == 0) drawn.local = {};  // max
    // The extension has twice as many builtins as the core, and most devices lack it.
    constexpr std::uint64_t rare = 8;
    if (!is_core(*drawn.builtin) && random_.below(rare) != 0) continue;
    if (!takes(*drawn.builtin, drawn.type)) continue;
    if (auto cases = cases_of_launch(drawn); !cases.empty()) return cases;
  }
}

}  // namespace wgcts::suites
