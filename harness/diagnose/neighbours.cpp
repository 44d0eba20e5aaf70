#include "harness/diagnose/neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

using List = std::vector<Neighbour>;

void add_sizes(const Case& c, List& list) {
  if (c.local.is_max()) return;
  std::set<LocalSize> seen{c.local};
  const auto add = [&](unsigned d, std::size_t n) {
    Neighbour other{c, {}};
    other.the_case.local.extents[d] = n;
    if (n == 0 || !seen.insert(other.the_case.local).second) return;
    other.differs = fmt::format("local size {} instead of {}", to_string(other.the_case.local, c.dim),
                                to_string(c.local, c.dim));
    list.push_back(std::move(other));
  };
  for (unsigned d = 0; d < c.dim; ++d) add(d, c.local.extents[d] - 1);
  for (unsigned d = 0; d < c.dim; ++d) add(d, c.local.extents[d] + 1);
  for (unsigned d = 0; d < c.dim; ++d) add(d, 2 * c.local.extents[d]);
  for (unsigned d = 0; d < c.dim; ++d) add(d, 4 * c.local.extents[d]);
}

void add_variants(const Case& c, List& list) {
  const auto add = [&](const Variant* other, std::string differs) {
    Neighbour neighbour{c, std::move(differs)};
    neighbour.the_case.variant = other;
    list.push_back(std::move(neighbour));
  };
  if (c.variant != plain_variant) return add(plain_variant, fmt::format("without {}", c.variant->name));
  for (const char* name : {"noopt", "cl20"}) add(variant_named(name), fmt::format("with {}", name));
}

void add_forms(const Case& c, List& list) {
  using enum Surroundings;
  for (const Surroundings around : {None, Calls, Loop, Branch}) {
    const Form* form = form_with(around);
    Neighbour other{c, fmt::format("form {} instead of {}", form->name, c.form->name)};
    other.the_case.form = form;
    if (other.the_case.form != c.form) list.push_back(std::move(other));
  }
}

void add_types(const Case& c, List& list) {
  using enum GenType;
  for (const GenType type : {Int, UInt, Float, Long, Double, ULong, Half}) {
    Neighbour other{c, fmt::format("type {} instead of {}", info(type).name, info(c.type).name)};
    other.the_case.type = type;
    if (type != c.type && takes(*c.builtin, type)) list.push_back(std::move(other));
  }
}

/// The same family first, then the same operation.
void add_builtins(const Case& c, List& list) {
  std::vector<const Builtin*> others;
  for (const Builtin& builtin : builtins)
    if (&builtin != c.builtin && takes(builtin, c.type)) others.push_back(&builtin);
  const auto distance = [&](const Builtin* b) {
    const Collective a = c.builtin->collective, other = b->collective;
    const bool predicates = is_predicate(a.family) && is_predicate(other.family);
    return predicates || a.family == other.family ? 0 : a.op == other.op ? 1 : 2;
  };
  std::ranges::stable_sort(others, {}, distance);
  constexpr std::size_t worth_asking = 4;
  for (const Builtin* other : std::span(others).first(std::min(others.size(), worth_asking))) {
    list.push_back({c, fmt::format("builtin {} instead of {}", other->name, c.builtin->name)});
    list.back().the_case.builtin = other;
  }
}

void add_dimensions(const Case& c, List& list) {
  if (c.local.is_max()) return;
  for (unsigned dim = 1; dim <= 3; ++dim) {
    if (dim == c.dim) continue;
    const Extents& e = c.local.extents;
    Neighbour other{c, fmt::format("{} dimension{} instead of {}", dim, dim == 1 ? "" : "s", c.dim)};
    other.the_case.dim = dim;
    if (dim < c.dim)
      other.the_case.local.extents = dim == 1 ? Extents{volume(e), 1, 1} : Extents{e[0], e[1] * e[2], 1};
    list.push_back(std::move(other));
  }
}

/// How to step over a word of the diagnosis. The order is that of worth where the diagnosis names nothing.
struct Step {
  std::vector<Feature> features;
  void (*add)(const Case&, List&);
};
using F = Feature;
const Step steps[] = {
    {{F::Size, F::ExtentX, F::ExtentY, F::ExtentZ, F::Source, F::Remainder, F::RemainderX, F::RemainderY,
      F::RemainderZ},
     add_sizes},
    {{F::Variant, F::Option, F::Offset, F::OffsetX, F::OffsetY, F::OffsetZ, F::Remainder, F::RemainderX,
      F::RemainderY, F::RemainderZ, F::Load, F::Group, F::LastRow, F::GroupX, F::GroupY, F::GroupZ},
     add_variants},
    {{F::Form, F::Call, F::CallSite, F::Company}, add_forms},
    {{F::Builtin, F::Culprit}, add_builtins},
    {{F::Type, F::Value}, add_types},
    {{F::Dimension, F::ExtentX, F::ExtentY, F::ExtentZ}, add_dimensions}};

bool is_named(const Step& step, const Where& where) {
  return std::ranges::any_of(where, [&](const Predicate& p) {
    return std::ranges::find(step.features, p.feature) != step.features.end();
  });
}

}  // namespace

std::vector<Neighbour> neighbours_of(const Case& c, const Where& where) {
  List list;
  for (const bool named : {true, false})
    for (const Step& step : steps)
      if (is_named(step, where) == named) step.add(c, list);
  std::erase_if(list, [](const Neighbour& n) { return !is_legal(n.the_case); });
  return list;
}

}  // namespace wgcts::harness
