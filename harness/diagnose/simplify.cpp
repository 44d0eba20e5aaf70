#include "harness/diagnose/simplify.hpp"

#include <algorithm>
#include <set>

#include "harness/program/kernel.hpp"
#include "suites/parse.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// Work-items that a person can look through.
constexpr std::size_t few = 8;

/// Simpler experiments than one, the simplest first. As for programs (suites/programs/reduction_passes.hpp),
/// each pass is about one thing.
using Experiments = std::vector<Experiment>;

Experiment alone(Experiment experiment) {
  experiment.alone = true;
  experiment.without.clear();
  return experiment;
}

Experiments plainer_forms(const Experiment& experiment) {
  using enum Surroundings;
  Experiments plainer;
  const Surroundings now = experiment.the_case.form->around;
  for (const Surroundings simpler : {None, Loop}) {
    if (now == None || (simpler == Loop && now != NestedLoop)) continue;
    plainer.push_back(alone(experiment));
    plainer.back().the_case.form = form_with(simpler);
  }
  return plainer;
}

/// Without the others that share the kernel, or some of them.
Experiments less_company(const Experiment& experiment) {
  auto others = kernel_of(experiment.the_case, experiment.alone, experiment.without).members;
  std::erase(others, experiment.the_case.builtin);
  if (experiment.alone || others.empty()) return {};
  Experiments less{alone(experiment)};
  for (std::size_t piece = (others.size() + 1) / 2; piece > 0; piece = piece == 1 ? 0 : (piece + 1) / 2)
    for (std::size_t from = 0; from < others.size(); from += piece) {
      const auto some = std::span(others).subspan(from, std::min(piece, others.size() - from));
      less.push_back(experiment);
      less.back().without.insert(less.back().without.end(), some.begin(), some.end());
    }
  return less;
}

Experiment sized(Experiment experiment, const Extents& extents) {
  experiment.the_case.local.extents = extents;
  return experiment;
}

Experiments fewer_dimensions(const Experiment& experiment) {
  Experiments fewer;
  const Extents& e = experiment.the_case.local.extents;
  for (unsigned dim = 1; dim < experiment.the_case.dim; ++dim) {
    fewer.push_back(sized(experiment, dim == 1 ? Extents{volume(e), 1, 1} : Extents{e[0], e[1] * e[2], 1}));
    fewer.back().the_case.dim = dim;
  }
  return fewer;
}

/// From afar straight to what is small, where a bug mostly shows, or to where it is said to begin. Then the
/// few smallest extents one by one, and from the middle on half of the way each.
Experiments smaller_sizes(const Experiment& experiment, const std::vector<std::size_t>& suspects) {
  Experiments smaller;
  const unsigned dim = experiment.the_case.dim;
  const Extents size = experiment.the_case.local.extents;
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

}  // namespace

Experiment simplest(const Experiment& start, const std::vector<std::size_t>& suspects,
                    const Shows<Experiment>& shows, const TimeLeft& time_left) {
  Experiment best = start;
  std::set<Experiment> asked{start};
  const auto take = [&](const Experiment& experiment) {
    if (!is_legal(experiment.the_case) || !asked.insert(experiment).second || !time_left()) return false;
    if (!shows(experiment)) return false;
    best = experiment;
    return true;
  };
  const auto simplify_by = [&](auto&& pass) {
    while (std::ranges::any_of(pass(best), take)) continue;
  };
  // What one pass took away may let another go further.
  for (bool first = true, changed = false; first || changed; first = false) {
    const Experiment before = best;
    simplify_by(plainer_forms);
    simplify_by(less_company);
    if (!best.the_case.local.is_max()) {
      simplify_by(fewer_dimensions);
      simplify_by([&](const Experiment& experiment) { return smaller_sizes(experiment, suspects); });
    }
    simplify_by([](Experiment experiment) {
      experiment.the_case.variant = plain_variant;
      return Experiments{experiment};
    });
    changed = !(best == before);
  }
  return best;
}

std::vector<std::size_t> suspect_sizes(const Where& where) {
  std::set<std::size_t> sizes;
  for (const Predicate& p : where)
    if (is_of_sizes(p.feature) && p.relation != Relation::MultipleOf && p.relation != Relation::NotMultipleOf)
      for (const std::size_t n : p.numbers)
        if (n > 0) sizes.merge(std::set<std::size_t>{n - 1, n, n + 1});
  sizes.erase(0);
  return {sizes.begin(), sizes.end()};
}

}  // namespace wgcts::harness
