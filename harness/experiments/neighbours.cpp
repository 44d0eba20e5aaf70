#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "harness/experiments/experiments.hpp"
#include "harness/program/kernel.hpp"
#include "harness/replay/conditions.hpp"
#include "suites/forms/form.hpp"
#include "suites/programs/reducer.hpp"

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

/// The extents of as many work-items in fewer dimensions: one or two.
Extents flattened(const Extents& e, unsigned dim) {
  return dim == 1 ? Extents{volume(e), 1, 1} : Extents{e[0], e[1] * e[2], 1};
}

/// The same number of work-items in other dimensions and along other axes.
Cases other_shapes(const Case& c) {
  Cases cases;
  if (c.local.is_max()) return cases;
  const Extents& e = c.local.extents;
  for (unsigned dim = 1; dim <= 3; ++dim) {
    add(cases, c, &Case::dim, dim);
    if (dim < c.dim) cases.back().local.extents = flattened(e, dim);
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

/// A number of work-items that a person can inspect.
constexpr std::size_t few = 8;

/// Experiments simpler than a given one, simplest first.
using Experiments = std::vector<Experiment>;

Experiments plainer_forms(const Experiment& experiment) {
  using enum Surroundings;
  Experiments plainer;
  const Surroundings now = experiment.the_case.form->around;
  for (const Surroundings simpler : {None, Loop}) {
    if (now == None || (simpler == Loop && now != NestedLoop)) continue;
    plainer.push_back({.the_case = experiment.the_case, .alone = true});
    plainer.back().the_case.form = form_with(simpler);
  }
  return plainer;
}

Experiments without_other_builtins(const Experiment& experiment) {
  const auto members = kernel_of(experiment.the_case, experiment.alone, experiment.without).members;
  if (members.size() < 2) return {};
  return {{.the_case = experiment.the_case, .alone = true}};
}

void drop_members(Experiment& experiment, Chosen& chosen) {
  if (experiment.alone) return;
  for (const Builtin* member : kernel_of(experiment.the_case, false, experiment.without).members)
    if (member != experiment.the_case.builtin && chosen.take()) experiment.without.push_back(member);
}

Experiment sized(Experiment experiment, const Extents& extents) {
  experiment.the_case.local.extents = extents;
  return experiment;
}

Experiments fewer_dimensions(const Experiment& experiment) {
  Experiments fewer;
  if (experiment.the_case.local.is_max()) return fewer;
  const Extents& e = experiment.the_case.local.extents;
  for (unsigned dim = 1; dim < experiment.the_case.dim; ++dim) {
    fewer.push_back(sized(experiment, flattened(e, dim)));
    fewer.back().the_case.dim = dim;
  }
  return fewer;
}

/// Large sizes first try a small size, where most bugs show, and the suspects. Then each extent tries the
/// smallest values, and is reduced by a half, a quarter and so on.
Experiments smaller_sizes(const Experiment& experiment, const std::vector<std::size_t>& suspects) {
  Experiments smaller;
  const unsigned dim = experiment.the_case.dim;
  const Extents size = experiment.the_case.local.extents;
  if (experiment.the_case.local.is_max()) return smaller;
  if (volume(size) > few / 2) {
    smaller.push_back(sized(experiment, dim == 1 ? Extents{4, 1, 1} : Extents{2, 2, dim == 3 ? 2U : 1U}));
    for (const std::size_t n : suspects)
      if (dim == 1 && n < size[0]) smaller.push_back(sized(experiment, {n, 1, 1}));
  }
  const auto add = [&](unsigned d, std::size_t n) {
    smaller.push_back(sized(experiment, size));
    smaller.back().the_case.local.extents[d] = n;
  };
  for (unsigned d = 0; d < dim; ++d) {
    for (std::size_t n = 1; n <= few && n < size[d]; ++n) add(d, n);
    for (std::size_t step = size[d] / 2; step > 0 && size[d] > few; step /= 2) add(d, size[d] - step);
  }
  return smaller;
}

/// Drops each row of the variant separately, because the bug may need only some.
void drop_rows(Experiment& experiment, Chosen& chosen) {
  const Variant*& variant = experiment.the_case.variant;
  for (const Variant* row : rows_of(*variant))
    if (chosen.take()) variant = without(*variant, row->axis);
}

/// A pass whose opportunities are mutually exclusive.
ReductionPass<Experiment> pass_over(std::string_view name, auto simpler) {
  const auto visit = [=](Experiment& experiment, Chosen& chosen) {
    for (const Experiment& one : simpler(Experiment(experiment)))
      if (chosen.take()) experiment = one;
  };
  return {name, visit, false};
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

Experiment simplest(const Experiment& start, const std::vector<std::size_t>& suspects, const Shows& shows,
                    const TimeLeft& time_left) {
  const ReductionPass<Experiment> passes[] = {
      {"drop rows", drop_rows},
      pass_over("plainer forms", plainer_forms),
      pass_over("without other builtins", without_other_builtins),
      {"drop members", drop_members},
      pass_over("fewer dimensions", fewer_dimensions),
      pass_over("smaller sizes", [&](const Experiment& e) { return smaller_sizes(e, suspects); })};
  const auto taken = [](const ReductionPass<Experiment>& pass, Experiment experiment, Chosen chosen) {
    pass.visit(experiment, chosen);
    return is_legal(experiment.the_case) ? std::optional(experiment) : std::nullopt;
  };
  const Reducible<Experiment, Experiment, Experiment> experiments{passes, taken, std::identity()};
  const std::function<Shown(const Experiment&)> ask = [&](const Experiment& experiment) {
    return shows(experiment) ? Shown::Same : Shown::Other;
  };
  constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  return Reducer(experiments, start, ask, unlimited, time_left).run();
}

std::vector<std::size_t> suspect_sizes(const Where& where) {
  std::set<std::size_t> sizes;
  for (const std::size_t n : sizes_named({&where, 1}))
    if (n > 0) sizes.insert({n - 1, n, n + 1});
  sizes.erase(0);
  return {sizes.begin(), sizes.end()};
}

}  // namespace wgcts::harness
