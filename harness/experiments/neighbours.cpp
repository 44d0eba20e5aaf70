#include "harness/experiments/neighbours.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/replay/conditions.hpp"
#include "suites/forms/form.hpp"

namespace wgcts::harness {
namespace {

/// Copies of a case with another value of one coordinate, nearest first.
using Cases = std::vector<Case>;

void add(Cases& cases, const Case& c, auto Case::*coordinate, auto value) {
  cases.push_back(c);
  cases.back().*coordinate = value;
}

/// Numbers next to these and to their multiples.
std::set<std::size_t> numbers_near(const std::set<std::size_t>& centres) {
  std::set<std::size_t> near;
  for (const std::size_t n : centres)
    if (n != 0)
      near.insert(
          {n - 1, n, n + 1, n + 2, n + n / 2 + 1, 2 * n - 1, 2 * n, 2 * n + 1, 3 * n - 1, 3 * n, 3 * n + 1});
  return near;
}

/// Sizes whose volume or one extent is near that of `c` or near one of `numbers`.
Cases other_sizes(const Case& c, const std::set<std::size_t>& numbers) {
  Cases cases;
  if (c.local.is_max()) return cases;
  const Extents own = c.local.extents;
  const auto near = [&](std::size_t own_number) {
    std::set<std::size_t> centres = numbers;
    centres.insert(own_number);
    return numbers_near(centres);
  };
  std::set<Extents> sizes;
  for (const std::size_t n : near(volume(own)))
    if (const auto size = of_size(own, n)) sizes.insert(*size);
  for (unsigned axis = 0; axis < c.dim; ++axis)
    for (const std::size_t n : near(own[axis])) {
      Extents size = own;
      size[axis] = n;
      if (n != 0) sizes.insert(size);
    }
  for (const Extents& size : sizes) add(cases, c, &Case::local, LocalSize{size});
  const auto distance = [&](const Case& other) {
    const std::size_t n = volume(other.local.extents);
    return n > volume(own) ? n - volume(own) : volume(own) - n;
  };
  std::ranges::stable_sort(cases, {}, distance);
  return cases;
}

/// Without one of its rows, with only one of its rows, and with other rows.
Cases other_variants(const Case& c, std::span<const Where> conditions) {
  Cases cases;
  for (const Variant* row : rows_of(*c.variant))
    add(cases, c, &Case::variant, without(*c.variant, row->axis));
  for (const Variant* row : rows_of(*c.variant)) add(cases, c, &Case::variant, row);
  for (const Where& where : conditions)
    for (const Predicate& p : where)
      for (const std::string& name : p.names)
        if (const Variant* row = p.feature == Feature::Variant  ? variant_of_name(name)
                                 : p.feature == Feature::Option ? variant_with_option(name)
                                                                : nullptr) {
          // A row that excludes the fault shows only beside the rows that it needs.
          if (const Variant* both = combined(*c.variant, *row)) add(cases, c, &Case::variant, both);
          add(cases, c, &Case::variant, row);
        }
  add(cases, c, &Case::variant, plain_variant);
  if (c.variant != plain_variant) return cases;
  for (const char* name : {"noopt", "cl20"}) add(cases, c, &Case::variant, variant_named(name));
  return cases;
}

Cases other_forms(const Case& c) {
  Cases cases;
  for (const Form& form : all_forms())
    if (!form.own_functions && form.left_out.empty()) add(cases, c, &Case::form, &form);
  return cases;
}

Cases other_types(const Case& c) {
  using enum GenType;
  Cases cases;
  for (const GenType type : {Int, UInt, Float, Long, Double, ULong, Half})
    if (takes(*c.builtin, type)) add(cases, c, &Case::type, type);
  return cases;
}

/// Builtins of the same family first, then those of the same operation.
Cases other_builtins(const Case& c) {
  Cases cases;
  for (const Builtin& builtin : builtins)
    if (takes(builtin, c.type)) add(cases, c, &Case::builtin, &builtin);
  std::ranges::stable_sort(cases, {}, [&](const Case& other) {
    const Collective a = c.builtin->collective, b = other.builtin->collective;
    const bool are_predicates = is_predicate(a.family) && is_predicate(b.family);
    return are_predicates || a.family == b.family ? 0 : a.op == b.op ? 1 : 2;
  });
  return cases;
}

/// The same number of work-items in other dimensions and along other axes.
Cases other_shapes(const Case& c) {
  Cases cases;
  if (c.local.is_max()) return cases;
  const Extents& e = c.local.extents;
  for (unsigned dim = 1; dim <= 3; ++dim) {
    add(cases, c, &Case::dim, dim);
    if (dim < c.dim)
      cases.back().local.extents = dim == 1 ? Extents{volume(e), 1, 1} : Extents{e[0], e[1] * e[2], 1};
  }
  // A fault in rows does not show if all work-items are along one axis. A fault in planes may show only then.
  Extents along = e;
  std::ranges::sort(along);
  do {
    const unsigned used = along[2] > 1 ? 3 : along[1] > 1 ? 2 : 1;
    add(cases, c, &Case::dim, std::max(used, c.dim));
    cases.back().local.extents = along;
  } while (std::ranges::next_permutation(along).found);
  return cases;
}

}  // namespace

std::vector<Case> neighbours_of(const Case& c, std::span<const Where> conditions) {
  Cases coordinates[] = {other_sizes(c, sizes_named(conditions)),
                         other_variants(c, conditions),
                         other_forms(c),
                         other_builtins(c),
                         other_types(c),
                         other_shapes(c)};
  std::size_t most = 0;
  for (Cases& cases : coordinates) {
    std::erase_if(cases, [&](const Case& other) { return other == c || !is_legal(other); });
    most = std::max(most, cases.size());
  }
  Cases neighbours;
  for (std::size_t rank = 0; rank < most; ++rank)
    for (const Cases& cases : coordinates)
      if (rank < cases.size() && !is_in(cases[rank], neighbours)) neighbours.push_back(cases[rank]);
  return neighbours;
}

std::string difference(const Case& neighbour, const Case& c) {
  const auto instead = [](std::string_view coordinate, const auto& now, const auto& before) {
    return fmt::format("{} {} instead of {}", coordinate, now, before);
  };
  if (neighbour.dim != c.dim || neighbour.local != c.local)
    return instead("local size", to_string(neighbour.local, neighbour.dim), to_string(c.local, c.dim));
  if (neighbour.form != c.form) return instead("form", neighbour.form->name, c.form->name);
  if (neighbour.type != c.type) return instead("type", info(neighbour.type).name, info(c.type).name);
  if (neighbour.builtin != c.builtin) return instead("builtin", neighbour.builtin->name, c.builtin->name);
  for (const Variant* row : rows_of(*c.variant))
    if (neighbour.variant == without(*c.variant, row->axis)) return fmt::format("without {}", row->name);
  return instead("variant", name_of(*neighbour.variant), name_of(*c.variant));
}

// Keeps extents above 1, because a fault in rows does not show in a single row.
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

std::set<std::size_t> sizes_named(std::span<const Where> conditions) {
  std::set<std::size_t> numbers;
  for (const Where& where : conditions)
    for (const Predicate& p : where)
      if (is_of_sizes(p.feature)) numbers.insert(p.numbers.begin(), p.numbers.end());
  return numbers;
}

}  // namespace wgcts::harness
