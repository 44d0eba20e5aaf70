// Delta debugging over cases: finds the simplest case that still shows the bug.
#include <functional>
#include <limits>
#include <set>

#include "harness/experiments/minimal.hpp"
#include "harness/experiments/neighbours.hpp"
#include "harness/program/kernel.hpp"
#include "suites/programs/reducer.hpp"

namespace wgcts::harness {
namespace {

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

/// Removes the co-resident calls.
Experiments without_company(const Experiment& experiment) {
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
    fewer.push_back(sized(experiment, dim == 1 ? Extents{volume(e), 1, 1} : Extents{e[0], e[1] * e[2], 1}));
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

Experiment simplest(const Experiment& start, const std::vector<std::size_t>& suspects, const Shows& shows,
                    const TimeLeft& time_left) {
  const ReductionPass<Experiment> passes[] = {
      {"drop rows", drop_rows},
      pass_over("plainer forms", plainer_forms),
      pass_over("without company", without_company),
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
