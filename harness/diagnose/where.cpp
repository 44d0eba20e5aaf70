#include "harness/diagnose/where.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace wgcts::harness {
namespace {

using Places = std::span<const Place>;

/// For each condition the right places that it keeps out.
using Marks = std::vector<std::uint64_t>;

Marks kept_out(const Condition& c, Places right) {
  Marks marks((right.size() + 63) / 64);
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!c.holds(right[i])) marks[i / 64] |= std::uint64_t{1} << (i % 64);
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

/// Conjunctions of growing length, as long as a further condition is worth its cost.
class Search {
 public:
  Search(std::vector<Condition> conditions, std::size_t right)
      : conditions_(std::move(conditions)), right_(right) {}

  Boundary run(Places right) {
    for (const Condition& c : conditions_) marks_.push_back(kept_out(c, right));
    extend({}, Marks((right.size() + 63) / 64), 0, 0);
    if (amiss_ != 0) greedy(right.size());
    Boundary boundary{{}, cost_, amiss_};
    for (const std::size_t i : best_) boundary.conditions.push_back(conditions_[i]);
    return boundary;
  }

 private:
  /// A right place that is not parted weighs as much as many conditions.
  static constexpr double per_place = 5;
  static constexpr std::size_t longest = 3;

  void extend(std::vector<std::size_t> chosen, const Marks& out, std::size_t from, double cost) {
    const std::size_t amiss = right_ - count_of(out);
    if (const double total = cost + per_place * static_cast<double>(amiss); total < total_ - 1e-9) {
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
    constexpr std::string_view code = "builtin";
    return conditions_[i].word.code == code &&
           std::ranges::any_of(chosen, [&](std::size_t c) { return conditions_[c].word.code == code; });
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
      if (best == conditions_.size()) return;
      out = both(std::move(out), marks_[best]);
      best_.push_back(best);
      cost_ += conditions_[best].cost;
      amiss_ = fewest;
    }
  }

  std::vector<Condition> conditions_;
  std::size_t right_;
  std::vector<Marks> marks_;
  double total_ = 1e300, cost_ = 0;
  std::size_t amiss_ = 0;
  std::vector<std::size_t> best_;
};

}  // namespace

bool Boundary::holds(const Place& place) const {
  return std::ranges::all_of(conditions, [&](const Condition& c) { return c.holds(place); });
}

bool Boundary::may_hold_in_program(const Place& place) const {
  constexpr std::string_view open[] = {"form", "call", "company", "alone", "load"};
  return std::ranges::all_of(conditions, [&](const Condition& c) {
    return std::ranges::find(open, c.word.code) != std::end(open) || c.holds(place);
  });
}

Where Boundary::where() const {
  Where words;
  for (const Condition& c : conditions) words.push_back(c.word);
  return words;
}

Boundary boundary_between(Places wrong, Places right) {
  auto conditions = conditions_for(wrong, right);
  // The search is over few of them, those that part most.
  constexpr std::size_t most_conditions = 60;
  if (conditions.size() > most_conditions) {
    std::ranges::stable_sort(conditions, {}, &Condition::cost);
    conditions.resize(most_conditions);
  }
  return Search(std::move(conditions), right.size()).run(right);
}

}  // namespace wgcts::harness
