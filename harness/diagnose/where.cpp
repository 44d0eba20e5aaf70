#include "harness/diagnose/where.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace wgcts::harness {
namespace {

using Places = std::span<const Place>;

/// For each condition the right places that it keeps out.
using Marks = std::vector<std::uint64_t>;

Marks kept_out(const Condition& c, Places right) {
  Marks marks((right.size() + 63) / 64);
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!holds(c.predicate, right[i])) marks[i / 64] |= std::uint64_t{1} << (i % 64);
  return marks;
}

std::size_t count_of(const Marks& marks) {
  std::size_t n = 0;
  for (const std::uint64_t word : marks) n += static_cast<std::size_t>(std::popcount(word));
  return n;
}

Marks both(Marks a, const Marks& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] |= b[i];
  return a;
}

/// What it costs to leave so many right places among the wrong ones, in the measure of conditions' costs.
using Price = std::function<double(std::size_t amiss)>;

/// A right place that is not parted weighs as much as many conditions.
double price_of_contradictions(std::size_t amiss) { return 5 * static_cast<double>(amiss); }

/// What is right among the wrong ones may be so by chance: the price is the information that it takes to say
/// which are which, so that a condition is told only if most of what is right stands outside of it. The
/// places of a run are alike by the dozen, and none speaks for itself: they count as a few.
Price price_of_chance(std::size_t wrong, std::size_t right) {
  constexpr double as_many = 40, information_of_a_condition = 4;
  const double share = std::min(1.0, as_many / static_cast<double>(wrong + right));
  return [=](std::size_t amiss) {
    if (amiss == 0) return 0.0;
    const double w = share * static_cast<double>(wrong), r = share * static_cast<double>(amiss);
    return (w * std::log((w + r) / w) + r * std::log((w + r) / r)) / information_of_a_condition;
  };
}

/// Conjunctions of growing length, as long as a further condition is worth its cost.
class Search {
 public:
  Search(std::vector<Condition> conditions, std::size_t right, Price price)
      : conditions_(std::move(conditions)), right_(right), price_(std::move(price)) {}

  Boundary run(Places right) {
    for (const Condition& c : conditions_) marks_.push_back(kept_out(c, right));
    extend({}, Marks((right.size() + 63) / 64), 0, 0);
    if (amiss_ != 0) greedy(right.size());
    Boundary boundary{{}, cost_, amiss_};
    for (const std::size_t i : best_) boundary.conditions.push_back(conditions_[i]);
    return boundary;
  }

 private:
  static constexpr std::size_t longest = 3;

  void extend(std::vector<std::size_t> chosen, const Marks& out, std::size_t from, double cost) {
    const std::size_t amiss = right_ - count_of(out);
    if (const double total = cost + price_(amiss); total < total_ - 1e-9) {
      total_ = total, cost_ = cost, amiss_ = amiss, best_ = chosen;
    }
    if (amiss == 0 || chosen.size() == longest) return;
    for (std::size_t i = from; i < conditions_.size(); ++i) {
      if (cost + conditions_[i].cost >= total_ || names_a_builtin_again(chosen, i)) continue;
      auto more = chosen;
      more.push_back(i);
      extend(std::move(more), both(out, marks_[i]), i + 1, cost + conditions_[i].cost);
    }
  }

  /// Those that fail and the one whose doing it is are two readings: one of them is told.
  bool names_a_builtin_again(const std::vector<std::size_t>& chosen, std::size_t i) const {
    const auto is_builtin = [&](std::size_t c) {
      return conditions_[c].predicate.feature <= Feature::Culprit;
    };
    return is_builtin(i) && std::ranges::any_of(chosen, is_builtin);
  }

  /// Longer ones, one condition after the other.
  void greedy(std::size_t right) {
    Marks out((right + 63) / 64);
    for (const std::size_t i : best_) out = both(std::move(out), marks_[i]);
    while (best_.size() < 6 && amiss_ != 0) {
      std::size_t best = conditions_.size(), fewest = amiss_;
      for (std::size_t i = 0; i < conditions_.size(); ++i) {
        if (names_a_builtin_again(best_, i)) continue;
        if (const std::size_t left = right_ - count_of(both(out, marks_[i])); left < fewest)
          best = i, fewest = left;
      }
      if (best == conditions_.size() || price_(amiss_) - price_(fewest) < conditions_[best].cost) return;
      out = both(std::move(out), marks_[best]);
      best_.push_back(best);
      cost_ += conditions_[best].cost;
      amiss_ = fewest;
    }
  }

  std::vector<Condition> conditions_;
  std::size_t right_;
  Price price_;
  std::vector<Marks> marks_;
  double total_ = 1e300, cost_ = 0;
  std::size_t amiss_ = 0;
  std::vector<std::size_t> best_;
};

}  // namespace

bool Boundary::holds(const Place& place) const {
  return std::ranges::all_of(conditions, [&](const Condition& c) { return wgcts::harness::holds(c.predicate, place); });
}

bool Boundary::may_hold_in_program(const Place& place) const {
  constexpr Feature open[] = {Feature::Form,    Feature::Call,  Feature::CallSite,
                              Feature::Company, Feature::Alone, Feature::Load};
  return std::ranges::all_of(conditions, [&](const Condition& c) {
    return std::ranges::find(open, c.predicate.feature) != std::end(open) ||
           wgcts::harness::holds(c.predicate, place);
  });
}

Where Boundary::where() const {
  Where where;
  for (const Condition& c : conditions) where.push_back(c.predicate);
  return where;
}

namespace {

Boundary cheapest_boundary(Places wrong, Places right, Price price,
                           bool (*may_be_about)(Feature) = [](Feature) { return true; }) {
  auto conditions = conditions_for(wrong, right);
  std::erase_if(conditions, [&](const Condition& c) { return !may_be_about(c.predicate.feature); });
  // The search is over few of them, those that part most.
  constexpr std::size_t most_conditions = 60;
  if (conditions.size() > most_conditions) {
    std::ranges::stable_sort(conditions, {}, &Condition::cost);
    conditions.resize(most_conditions);
  }
  return Search(std::move(conditions), right.size(), std::move(price)).run(right);
}

/// What is right of the wrong places' own builtins and types says when the bug strikes; what is right of others, only
/// whose bug it is. A condition on anything else that keeps others alone out would repeat what happened to run.
Boundary boundary_with(Places wrong, Places right, bool by_chance) {
  std::set<std::pair<const Builtin*, GenType>> subjects;
  for (const Place& p : wrong) subjects.emplace(p.the_case.builtin, p.the_case.type);
  std::vector<Place> own, others;
  for (const Place& p : right)
    (subjects.contains({p.the_case.builtin, p.the_case.type}) ? own : others).push_back(p);
  const Boundary when = cheapest_boundary(
      wrong, own, by_chance ? price_of_chance(wrong.size(), own.size()) : price_of_contradictions);
  std::erase_if(others, [&](const Place& p) { return !when.holds(p); });
  // A builtin that kernels are lost for is whose bug it is already.
  const bool has_culprit = std::ranges::any_of(
      when.conditions, [](const Condition& c) { return c.predicate.feature == Feature::Culprit; });
  Boundary whose = cheapest_boundary(wrong, others, price_of_contradictions,
                                     has_culprit ? +[](Feature f) { return f == Feature::Type; } : is_of_subject);
  std::ranges::copy(when.conditions, std::back_inserter(whose.conditions));
  return {std::move(whose.conditions), whose.cost + when.cost, whose.amiss + when.amiss};
}

}  // namespace

Boundary boundary_between(Places wrong, Places right) { return boundary_with(wrong, right, false); }

Boundary likeliest_boundary(Places wrong, Places right) { return boundary_with(wrong, right, true); }

bool is_far_fetched(const Boundary& boundary) {
  constexpr double most = 2.7;
  return boundary.cost > most;
}

}  // namespace wgcts::harness
