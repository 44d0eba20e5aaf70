#include "suites/plan.hpp"

#include <algorithm>
#include <set>
#include <span>

#include "suites/parse.hpp"
#include "suites/programs/fixed_set.hpp"

namespace wgcts::suites {
namespace {

/// Which third of a row's sizes a builtin and type get. Builtins that share a kernel get the same, and
/// predicates, which have but one type, get everything; not so where a row is for few types.
bool in_third(const PlanRow& row, const Form& form, const Builtin& builtin, GenType type, std::size_t place) {
  if (is_predicate(builtin.collective.family) && row.types.empty()) return true;
  const bool own_kernel = form.sharing == KernelSharing::None || form.sharing == KernelSharing::Family;
  const std::size_t family = own_kernel ? static_cast<std::size_t>(builtin.collective.family) : 0;
  return (place + static_cast<std::size_t>(type) + form.rank + family) % 3 == 0;
}

/// Whether the name is one of a row's; where it names none, it means all.
bool names(std::string_view list, std::string_view name) {
  const auto words = split(list, ' ');
  return list.empty() || std::ranges::find(words, name) != words.end();
}

/// Whether the row is the builtin's and type's below the full profile. One that is for few of them is for
/// none of an extension's, unless it stands for the first seconds.
bool is_for(const PlanRow& row, const Builtin& builtin, GenType type) {
  if (!row.types.empty() && !is_core(builtin) && row.least != Profile::Smoke) return false;
  return names(row.types, info(type).name) && names(row.builtins, builtin.name);
}

/// Adds the cases of the form's rows for one builtin, type and dimension, each once: what a row has for few
/// types in the first seconds, another has for all in a larger profile.
void add_rows(std::vector<Case>& cases, Profile profile, const Form& form, const Builtin& builtin,
              GenType type, unsigned dim) {
  const std::size_t first = cases.size();
  for (const PlanRow& row : form.rows) {
    if (row.least > profile) continue;
    if (profile != Profile::Full && !is_for(row, builtin, type)) continue;
    std::size_t place = dim;
    for (const auto size : split(row.sizes[dim - 1], ' ')) {
      if (size.empty()) continue;
      // An extension's builtins are spread, whatever the row: they are twice as many as the others.
      const bool all = row.spread == Spread::All && (is_core(builtin) || row.least == Profile::Smoke);
      const bool taken = all || profile == Profile::Full || in_third(row, form, builtin, type, place++);
      const Case c{&builtin, type, dim, parse_local_size(size, dim).value(), &form, row.variant};
      const auto planned = std::span(cases).subspan(first);
      if (taken && is_legal(c) && std::ranges::find(planned, c) == planned.end()) cases.push_back(c);
    }
  }
}

/// The fixed set; in smoke the first of it; in full every variant of it, and some further programs.
void add_programs(std::vector<Case>& cases, Profile profile) {
  std::vector<Case> chosen;
  // Programs are dear: in the first seconds one stands for all.
  constexpr std::size_t in_smoke = 1;
  for (const std::string_view word : fixed_set) {
    const Case c = parse_case(word).value();
    if (profile != Profile::Smoke || chosen.size() < in_smoke) chosen.push_back(c);
  }
  cases.insert(cases.end(), chosen.begin(), chosen.end());
  if (profile != Profile::Full) return;
  for (const Variant& variant : variants)
    for (Case c : chosen) {
      c.variant = &variant;
      if (&variant != plain_variant && is_legal(c)) cases.push_back(c);
    }
  constexpr std::uint64_t further_numbers = 6;
  constexpr std::string_view further_sizes[3][3] = {
      {"5", "16", "33"}, {"2x3", "8x4", "5x7"}, {"2x2x2", "5x3x2", "3x4x5"}};
  for (const auto& type : gentypes)
    for (unsigned dim = 1; dim <= 3; ++dim)
      for (const std::string_view size : further_sizes[dim - 1])
        for (std::uint64_t number = 1; number <= further_numbers; ++number)
          cases.push_back({&whole_program, type.type, dim, parse_local_size(size, dim).value(), &program_form,
                           plain_variant, number});
}

}  // namespace

std::vector<Case> plan(Profile profile) {
  std::vector<Case> cases;
  if (profile == Profile::Soak) return cases;
  for (const Builtin& builtin : builtins)
    for (const auto& type : gentypes) {
      if (!takes(builtin, type.type)) continue;
      for (unsigned dim = 1; dim <= 3; ++dim)
        for (const Form& form : all_forms())
          if (form.has(builtin)) add_rows(cases, profile, form, builtin, type.type, dim);
    }
  add_programs(cases, profile);
  return cases;
}

bool is_legal(const Case& c) {
  const Variant& variant = *c.variant;
  // What "max" comes to is known when the kernel is: too late for its text, or for a size of the driver's.
  if (c.local.is_max() && (variant.required || variant.situation == Situation::Unsized)) return false;
  // A kernel of a stated size goes with no other, and takes no argument behind its local memory.
  const bool stated = variant.required || c.form->required_size;
  const bool other_arguments = !variant.tells.empty() || variant.situation == Situation::Relaunched;
  if (other_arguments && (stated || c.form->keep != 0)) return false;
  if (variant.situation == Situation::Brimful && c.form->keep != 0) return false;
  // OpenCL C 1.x declares no builtins, and a form that has functions of their names asks for just that.
  if (variant.unversioned != c.form->own_functions) return false;
  // What is judged of a hundred thousand work-groups must not take minutes.
  constexpr std::size_t most_lanes = 5'000'000;
  if (variant.groups * volume(c.local.extents) * c.form->sites > most_lanes) return false;
  return c.form->has(*c.builtin) && c.form->takes(c) &&
         (variant.situation != Situation::Module || c.form->straight);
}

bool is_module(const Case& c) { return c.variant->situation == Situation::Module; }

Case il_twin(Case c) {
  c.variant = is_module(c) ? plain_variant : variant("il");
  return c;
}

std::vector<Case> with_il_twins(std::vector<Case> cases) {
  const std::set<Case> planned(cases.begin(), cases.end());
  const std::size_t count = cases.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (cases[i].variant != plain_variant) continue;
    const Case twin = il_twin(cases[i]);
    if (is_legal(twin) && !planned.contains(twin)) cases.push_back(twin);
  }
  return cases;
}

std::vector<Case> with_named(std::vector<Case> cases, const std::vector<std::string>& filters) {
  for (const std::string& list : filters)
    for (const auto word : split(list, ',')) {
      const auto named = parse_case(word);
      if (!named || std::ranges::find(cases, *named) != cases.end()) continue;
      if (is_legal(*named)) cases.push_back(*named);
    }
  return cases;
}

}  // namespace wgcts::suites
