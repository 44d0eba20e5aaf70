#include "suites/plan.hpp"

#include <algorithm>
#include <set>

#include "suites/parse.hpp"

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
  return cases;
}

bool is_legal(const Case& c) {
  return c.form->has(*c.builtin) && c.form->takes(c) && (!c.variant->il || c.form->straight);
}

std::vector<Case> with_il_twins(std::vector<Case> cases) {
  const std::set<Case> planned(cases.begin(), cases.end());
  const std::size_t count = cases.size();
  for (std::size_t i = 0; i < count; ++i) {
    Case twin = cases[i];
    if (twin.variant != plain_variant) continue;
    twin.variant = variant("il");
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
