#include "harness/diagnose/hypothesis.hpp"

#include <algorithm>
#include <functional>
#include <ranges>
#include <set>
#include <tuple>
#include <utility>

namespace wgcts::harness {
namespace {

/// How many of each are looked at.
constexpr std::size_t most_candidates = 24, most_finalists = 12, most_passing = 240;

}  // namespace

std::optional<Hypothesis> HypothesisSearch::best() {
  const std::vector<std::size_t> order = promising();
  const auto by_value = [](const Hypothesis& a, const Hypothesis& b) { return a.value > b.value; };
  for (std::size_t from = 0; from < order.size() && inquiry_.may_go_on(); from += most_candidates) {
    std::vector<Hypothesis> hypotheses;
    for (std::size_t i = from; i < std::min(order.size(), from + most_candidates) && inquiry_.may_go_on();
         ++i) {
      hypotheses.push_back(hypothesis_of(order[i], nullptr));
      // What gives a few results of another builtin by chance is weighed for its own alone as well.
      if (const Builtin* own = most_covered(hypotheses.back()))
        hypotheses.push_back(hypothesis_of(order[i], own));
    }
    std::ranges::stable_sort(hypotheses, by_value);
    std::erase_if(hypotheses, [](const Hypothesis& h) { return h.value <= 0; });
    if (hypotheses.size() > most_finalists) hypotheses.resize(most_finalists);
    if (hypotheses.empty()) continue;
    add_passing(hypotheses);
    for (Hypothesis& h : hypotheses) weigh(h);
    std::ranges::stable_sort(hypotheses, by_value);
    if (hypotheses.front().value > 0) return std::move(hypotheses.front());
  }
  return std::nullopt;
}

/// The candidates that explain something still open: in turn the best of each builtin, since the bug with
/// the most wrong work-groups would else keep all others from being looked at.
std::vector<std::size_t> HypothesisSearch::promising() const {
  std::map<std::size_t, std::size_t> overall;
  std::map<const Builtin*, std::map<std::size_t, std::size_t>> of_builtin;
  for (const Witness& w : seen_.witnesses) {
    if (w.settled) continue;
    for (const std::size_t c : w.words) {
      ++overall[c];
      ++of_builtin[w.place.the_case.builtin][c];
    }
  }
  const auto ranked = [&](const std::map<std::size_t, std::size_t>& support) {
    std::vector<std::pair<std::size_t, std::size_t>> list;
    for (const auto& [c, n] : support) list.emplace_back(n, c);
    // Where one lane alone is wrong it is the end, the tail or the multiple of many a width: those are many,
    // and would keep the others from being looked at.
    const auto key = [&](const std::pair<std::size_t, std::size_t>& entry) {
      const Candidate& c = seen_.candidates[entry.second];
      return std::tuple(-static_cast<std::ptrdiff_t>(entry.first), c.what, has_width(c.usual().lanes));
    };
    std::ranges::stable_sort(list, {}, key);
    return list;
  };
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> lists{ranked(overall)};
  for (const auto& [builtin, support] : of_builtin) lists.push_back(ranked(support));
  std::vector<std::size_t> order;
  std::set<std::size_t> taken;
  constexpr std::size_t at_a_time = 4, turns = 6;
  for (std::size_t turn = 0; turn < turns; ++turn)
    for (const auto& list : lists)
      for (std::size_t i = turn * at_a_time; i < std::min(list.size(), (turn + 1) * at_a_time); ++i)
        if (taken.insert(list[i].second).second) order.push_back(list[i].second);
  return order;
}

/// Of several builtins of which the hypothesis covers something, the one with most; nothing where it is one.
const Builtin* HypothesisSearch::most_covered(const Hypothesis& h) const {
  std::map<const Builtin*, std::size_t> covered;
  for (const std::size_t i : h.covered) ++covered[seen_.witnesses[i].place.the_case.builtin];
  if (covered.size() < 2) return nullptr;
  return std::ranges::max_element(covered, {}, [](const auto& c) { return c.second; })->first;
}

/// Whether the candidate gives what the work-group returned. Each is asked once.
bool HypothesisSearch::gives(std::size_t candidate, const Witness& w) const {
  if (w.words.contains(candidate)) return true;
  const auto [known, is_new] = given_.try_emplace({candidate, &w - seen_.witnesses.data()}, false);
  if (is_new) {
    inquiry_.spend(volume(w.place.size) * seen_.candidates[candidate].variants.size());
    known->second = seen_.explained_by(seen_.candidates[candidate], w);
  }
  return known->second;
}

bool HypothesisSearch::spoils(const Candidate& candidate, const Replay& replay, std::size_t site,
                              std::size_t group) const {
  inquiry_.spend(volume(replay.place(site, group).size));
  return replay.spoils(candidate.usual(), site, group);
}

Hypothesis HypothesisSearch::hypothesis_of(std::size_t number, const Builtin* only) const {
  const Candidate& candidate = seen_.candidates[number];
  Hypothesis h{.candidate = number};
  for (std::size_t i = 0; i < seen_.witnesses.size(); ++i) {
    const Witness& w = seen_.witnesses[i];
    if (only != nullptr && w.place.the_case.builtin != only) continue;
    if (w.settled || !gives(number, w)) continue;
    h.covered.push_back(i);
    h.wrong.push_back(w.place);
  }
  // What is right though the model spoils it, in every failing case.
  for (std::size_t s = 0; s < seen_.suspects.size(); ++s)
    for (const auto& [site, group] : seen_.suspects[s].contrasts)
      if (spoils(candidate, *seen_.suspects[s].replay, site, group))
        h.beside.push_back(seen_.suspects[s].replay->place(site, group));
  // What is wrong in another way than the model says speaks against it as well.
  for (const Witness& w : seen_.witnesses)
    if (!w.settled && !gives(number, w) &&
        spoils(candidate, *seen_.suspects[w.suspect].replay, w.site, w.group))
      h.right.push_back(w.place);
  weigh(h);
  return h;
}

void HypothesisSearch::weigh(Hypothesis& h) const {
  auto all = h.right;
  all.insert(all.end(), h.beside.begin(), h.beside.end());
  h.boundary = boundary_between(h.wrong, all);
  double against = 3 * static_cast<double>(h.boundary.amiss);
  // No word parts the work-groups that take one arm of a branch from those that take the other: then cases
  // are parted, and where a model gives all that is wrong, what is right beside it says less.
  if (h.boundary.amiss != 0 && !h.beside.empty()) {
    Boundary of_cases = boundary_between(h.wrong, h.right);
    const auto spared = static_cast<double>(
        std::ranges::count_if(h.beside, [&](const Place& p) { return of_cases.holds(p); }));
    const double less = 3 * static_cast<double>(of_cases.amiss) + 0.5 * spared;
    if (of_cases.amiss == 0 && less < against) {
      h.boundary = std::move(of_cases);
      against = less;
    }
  }
  const std::set<std::size_t> covered(h.covered.begin(), h.covered.end());
  // Another bug of another builtin is no reason against a name that says nothing of that builtin; nor is one
  // of another type, of which the name says nothing: integers are not compared as a float's bits are.
  const Candidate& candidate = seen_.candidates[h.candidate];
  std::set<const Builtin*> concerned;
  std::set<GenType> types;
  for (const Place& p : h.wrong) concerned.insert(p.the_case.builtin), types.insert(p.the_case.type);
  const auto says_something = [&](const Witness& w) {
    return types.contains(w.place.the_case.type) ||
           spoils(candidate, *seen_.suspects[w.suspect].replay, w.site, w.group);
  };
  h.unexplained = 0;
  for (std::size_t i = 0; i < seen_.witnesses.size(); ++i) {
    const Witness& w = seen_.witnesses[i];
    if (!w.settled && !covered.contains(i) && h.boundary.holds(w.place) &&
        concerned.contains(w.place.the_case.builtin) && says_something(w))
      ++h.unexplained;
  }
  const auto n = static_cast<double>(h.covered.size());
  const auto rank = static_cast<double>(candidate.what);
  // The more a set of lanes has to say of itself, the more it fits by chance; and a width says as much where
  // it stands in a condition.
  const LaneSet& lanes = candidate.usual().lanes;
  const bool by_width = std::ranges::any_of(h.boundary.conditions, [](const Condition& c) {
    return c.predicate.relation == Relation::MultipleOf || c.predicate.relation == Relation::NotMultipleOf;
  });
  const int odd = lanes.kind != LaneSet::Kind::None && by_width ? 2 : oddness(lanes);
  // Whose fault it is must be said of any cause: one that cannot strike other builtins gains nothing by that.
  double told = h.boundary.cost;
  for (const Condition& c : h.boundary.conditions)
    if (is_of_subject(c.predicate.feature)) told -= c.cost;
  h.value =
      n * (1 - 0.03 * told - 0.002 * rank - 0.022 * odd) - 2 * static_cast<double>(h.unexplained) - against;
}

/// The passing cases that the hypotheses' models would spoil: all of the same builtins and types, some of
/// others.
void HypothesisSearch::add_passing(std::vector<Hypothesis>& hypotheses) {
  std::set<const Builtin*> of_builtins;
  std::set<GenType> of_types;
  for (const Hypothesis& h : hypotheses)
    for (const Place& p : h.wrong) of_builtins.insert(p.the_case.builtin), of_types.insert(p.the_case.type);
  std::vector<std::size_t> near;
  std::map<std::pair<const Builtin*, GenType>, std::vector<std::size_t>> far;
  for (std::size_t i = 0; i < inquiry_.results.size(); ++i) {
    const CaseResult& r = inquiry_.results[i];
    if (r.verdict != Verdict::Pass || !speaks_of_builtins(r.the_case)) continue;
    const Case& c = r.the_case;
    // Of what size the work-groups of a case that passed were is the driver's secret.
    if (c.variant->situation == Situation::Unsized) continue;
    if (of_builtins.contains(c.builtin) && of_types.contains(c.type))
      near.push_back(i);
    else
      far[{c.builtin, c.type}].push_back(i);
  }
  std::vector<std::size_t> chosen;
  const std::size_t step = std::max<std::size_t>(1, (near.size() + most_passing - 1) / most_passing);
  for (std::size_t i = 0; i < near.size(); i += step) chosen.push_back(near[i]);
  for (const auto& [kind, cases] : far) {
    // Those that differ from a wrong case in nothing else speak most clearly.
    constexpr std::size_t enough = 4;
    std::vector<std::pair<int, std::size_t>> ranked;
    for (const std::size_t i : cases) ranked.emplace_back(likeness(i, hypotheses), i);
    std::ranges::stable_sort(ranked, std::greater(), &std::pair<int, std::size_t>::first);
    for (const auto& [rank, i] : ranked | std::views::take(enough)) chosen.push_back(i);
  }
  std::ranges::sort(chosen);
  chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
  for (const std::size_t i : chosen) {
    if (!inquiry_.may_go_on()) return;
    add_spoiled(i, hypotheses);
  }
}

/// How many coordinates a case shares with the wrong case that is nearest to it.
int HypothesisSearch::likeness(std::size_t result, const std::vector<Hypothesis>& hypotheses) const {
  constexpr std::size_t most_compared = 40;
  const Case& c = inquiry_.results[result].the_case;
  int best = 0;
  for (const Hypothesis& h : hypotheses) {
    const std::size_t step = std::max<std::size_t>(1, h.wrong.size() / most_compared);
    for (std::size_t i = 0; i < h.wrong.size(); i += step) {
      const Case& w = h.wrong[i].the_case;
      best = std::max(best, 3 * (c.form == w.form) + 3 * (c.variant == w.variant) + 2 * (c.local == w.local) +
                                (c.dim == w.dim));
    }
  }
  return best;
}

void HypothesisSearch::add_spoiled(std::size_t result, std::vector<Hypothesis>& hypotheses) {
  // Of either sort; of each call at least one, so that a later one is told from those before it.
  constexpr std::size_t most = 4;
  auto& replay = passing_[result];
  if (!replay)
    replay = make_replay(inquiry_.results[result].the_case, nullptr, inquiry_.device, inquiry_.seed);
  constexpr std::size_t tries = 24;
  const auto groups = some_groups(*replay, tries);
  const std::size_t enough = std::max<std::size_t>(1, most / replay->sites());
  for (Hypothesis& h : hypotheses) {
    for (std::size_t site = 0; site < replay->sites(); ++site) {
      std::size_t found[2] = {};
      for (const std::size_t g : groups) {
        std::size_t& of_its_sort = found[replay->is_smaller(g) ? 1 : 0];
        if (of_its_sort == enough || !replay->judged(site, g) ||
            !spoils(seen_.candidates[h.candidate], *replay, site, g))
          continue;
        h.right.push_back(replay->place(site, g));
        ++of_its_sort;
      }
    }
  }
}

}  // namespace wgcts::harness
