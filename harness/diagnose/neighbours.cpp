#include "harness/diagnose/neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

using List = std::vector<Neighbour>;

void add(List& list, const Case& c, auto Case::*coordinate, auto value, std::string differs) {
  Neighbour other{c, std::move(differs)};
  other.the_case.*coordinate = value;
  list.push_back(std::move(other));
}

void add_sizes(const Case& c, List& list) {
  if (c.local.is_max()) return;
  std::set<LocalSize> seen{c.local};
  const auto with = [&](unsigned d, std::size_t n) {
    LocalSize local = c.local;
    local.extents[d] = n;
    if (n == 0 || !seen.insert(local).second) return;
    add(list, c, &Case::local, local,
        fmt::format("local size {} instead of {}", to_string(local, c.dim), to_string(c.local, c.dim)));
  };
  for (unsigned d = 0; d < c.dim; ++d) with(d, c.local.extents[d] - 1);
  for (unsigned d = 0; d < c.dim; ++d) with(d, c.local.extents[d] + 1);
  for (const std::size_t factor : {2, 4})
    for (unsigned d = 0; d < c.dim; ++d) with(d, factor * c.local.extents[d]);
}

void add_variants(const Case& c, List& list) {
  for (const Variant* row : rows_of(*c.variant))
    add(list, c, &Case::variant, without(*c.variant, row->axis), fmt::format("without {}", row->name));
  if (c.variant != plain_variant) return;
  for (const char* name : {"noopt", "cl20"})
    add(list, c, &Case::variant, variant_named(name), fmt::format("with {}", name));
}

void add_forms(const Case& c, List& list) {
  using enum Surroundings;
  for (const Surroundings around : {None, Calls, Loop, Branch})
    if (const Form* form = form_with(around); form != c.form)
      add(list, c, &Case::form, form, fmt::format("form {} instead of {}", form->name, c.form->name));
}

void add_types(const Case& c, List& list) {
  using enum GenType;
  for (const GenType type : {Int, UInt, Float, Long, Double, ULong, Half})
    if (type != c.type && takes(*c.builtin, type))
      add(list, c, &Case::type, type,
          fmt::format("type {} instead of {}", info(type).name, info(c.type).name));
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
  constexpr std::size_t most = 4;
  for (const Builtin* other : std::span(others).first(std::min(others.size(), most)))
    add(list, c, &Case::builtin, other,
        fmt::format("builtin {} instead of {}", other->name, c.builtin->name));
}

void add_dimensions(const Case& c, List& list) {
  if (c.local.is_max()) return;
  const Extents& e = c.local.extents;
  for (unsigned dim = 1; dim <= 3; ++dim) {
    if (dim == c.dim) continue;
    add(list, c, &Case::dim, dim,
        fmt::format("{} dimension{} instead of {}", dim, dim == 1 ? "" : "s", c.dim));
    if (dim < c.dim)
      list.back().the_case.local.extents =
          dim == 1 ? Extents{volume(e), 1, 1} : Extents{e[0], e[1] * e[2], 1};
  }
}

/// A coordinate of cases, and the features of conditions that a step along it crosses. In the order in which
/// coordinates are tried if no condition is about them.
struct Coordinate {
  std::vector<Feature> features;
  void (*add)(const Case&, List&);
};
using F = Feature;
const Coordinate coordinates[] = {
    {{F::Size, F::ExtentX, F::ExtentY, F::ExtentZ, F::Source, F::Remainder, F::RemainderX, F::RemainderY,
      F::RemainderZ, F::SubGroups, F::SubGroupSize, F::UnequalSubGroups, F::ManySubGroups},
     add_sizes},
    {{F::Variant, F::Option, F::Offset, F::OffsetX, F::OffsetY, F::OffsetZ, F::Remainder, F::RemainderX,
      F::RemainderY, F::RemainderZ, F::Load, F::Group, F::LastRow, F::GroupX, F::GroupY, F::GroupZ},
     add_variants},
    {{F::Form, F::Call, F::CallSite, F::Company}, add_forms},
    {{F::Builtin, F::Culprit}, add_builtins},
    {{F::Type, F::Value}, add_types},
    {{F::Dimension, F::ExtentX, F::ExtentY, F::ExtentZ}, add_dimensions}};

bool is_about(const Where& where, const Coordinate& coordinate) {
  return std::ranges::any_of(where, [&](const Predicate& p) {
    return std::ranges::find(coordinate.features, p.feature) != coordinate.features.end();
  });
}

/// The numbers, and others next to them and to their multiples, up to `most`.
std::set<std::size_t> numbers_near(std::set<std::size_t> centres, std::size_t most) {
  std::set<std::size_t> wanted;
  for (const std::size_t n : centres)
    for (const std::size_t near :
         {n - 1, n, n + 1, n + 2, n + n / 2 + 1, 2 * n - 1, 2 * n, 2 * n + 1, 3 * n - 1, 3 * n + 1})
      if (n <= most && near != 0 && near <= most) wanted.insert(near);
  return wanted;
}

}  // namespace

std::vector<Neighbour> neighbours_of(const Case& c, const Where& where) {
  List list;
  for (const bool named : {true, false})
    for (const Coordinate& coordinate : coordinates)
      if (is_about(where, coordinate) == named) coordinate.add(c, list);
  std::erase_if(list, [](const Neighbour& n) { return !is_legal(n.the_case); });
  return list;
}

// A fault of rows does not show in a single one.
std::optional<Extents> of_size(const Extents& shape, std::size_t n) {
  if (n == 0) return std::nullopt;
  if (const std::size_t beside = shape[1] * shape[2]; n % beside == 0 && n / beside > 1)
    return Extents{n / beside, shape[1], shape[2]};
  Extents e{n, 1, 1};
  for (const std::size_t axis : {1, 2}) {
    if (shape[axis] == 1) continue;
    std::size_t divisor = 2;
    while (divisor * divisor <= e[0] && e[0] % divisor != 0) ++divisor;
    if (divisor * divisor > e[0]) return std::nullopt;
    e[axis] = divisor;
    e[0] /= divisor;
  }
  return e;
}

bool may_hold_at(const Extents& size, const Where& where) {
  return std::ranges::all_of(where, [&](const Predicate& p) {
    if (!is_of_sizes(p.feature) || p.relation == Relation::Is) return true;
    return holds_for(p, p.feature == Feature::Size ? volume(size) : size[axis_of(p.feature)]);
  });
}

std::set<std::size_t> sizes_named(std::span<const Where> conditions) {
  std::set<std::size_t> numbers;
  for (const Where& where : conditions)
    for (const Predicate& p : where)
      if (is_of_sizes(p.feature)) numbers.insert(p.numbers.begin(), p.numbers.end());
  return numbers;
}

std::vector<Extents> sizes_near(const Extents& own, std::set<std::size_t> numbers, std::size_t most) {
  numbers.insert(volume(own));
  std::vector<Extents> found;
  for (const std::size_t n : numbers_near(std::move(numbers), most))
    if (const auto size = of_size(own, n)) found.push_back(*size);
  return found;
}

std::vector<Extents> extents_near(const Extents& own, unsigned axis, std::set<std::size_t> numbers,
                                  std::size_t most) {
  numbers.insert(own[axis]);
  std::vector<Extents> found;
  for (const std::size_t n : numbers_near(std::move(numbers), most)) {
    found.push_back(own);
    found.back()[axis] = n;
  }
  return found;
}

}  // namespace wgcts::harness
