#include "suites/plan.hpp"

#include <algorithm>

#include "suites/parse.hpp"
#include "suites/programs/fixed_set.hpp"

namespace wgcts::suites {
namespace {

/// Which third of a row's sizes a builtin and type get. Builtins that share a kernel get the same, and
/// predicates, which have but one type, get everything.
bool in_third(const Form& form, const Builtin& builtin, GenType type, std::size_t place) {
  if (is_predicate(builtin.collective.family)) return true;
  const bool own_kernel = form.sharing == KernelSharing::None || form.sharing == KernelSharing::Family;
  const std::size_t family = own_kernel ? static_cast<std::size_t>(builtin.collective.family) : 0;
  return (place + static_cast<std::size_t>(type) + form.rank + family) % 3 == 0;
}

/// Adds the cases of the form's rows for one builtin, type and dimension.
void add_rows(std::vector<Case>& cases, Profile profile, const Form& form, const Builtin& builtin,
              GenType type, unsigned dim) {
  for (const PlanRow& row : form.rows) {
    if (row.least > profile) continue;
    std::size_t place = dim;
    for (const auto size : split(row.sizes[dim - 1], ' ')) {
      const bool taken =
          row.spread == Spread::All || profile == Profile::Full || in_third(form, builtin, type, place++);
      if (taken)
        cases.push_back({&builtin, type, dim, parse_local_size(size, dim).value(), &form, row.variant});
    }
  }
}

/// The fixed set; in smoke the first of each type; in full every variant of it, and some further programs.
void add_programs(std::vector<Case>& cases, Profile profile) {
  std::vector<Case> chosen;
  for (const std::string_view word : fixed_set) {
    const Case c = parse_case(word).value();
    const bool has_type = std::ranges::find(chosen, c.type, &Case::type) != chosen.end();
    if (profile != Profile::Smoke || !has_type) chosen.push_back(c);
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

bool is_legal(const Case& c) { return c.form->has(*c.builtin) && c.form->takes(c); }

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
