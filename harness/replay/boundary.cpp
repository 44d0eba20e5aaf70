#include "harness/replay/boundary.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <ranges>
#include <set>
#include <utility>

namespace wgcts::harness {
namespace {

struct Conjunction {
  std::vector<std::size_t> chosen{};
  double bits = 0, total = 0;
  std::size_t violated = 0;
};

/// Searches all conjunctions of up to three conditions, then extends the best one by one condition at a time.
class Search {
 public:
  Search(Where conditions, std::size_t wrong, const Places& right, RightPlaces meaning)
      : conditions_(std::move(conditions)), wrong_(wrong), right_(right), meaning_(meaning) {
    // If values may hide the fault, most conditions on values only name the values that hide it. Of 12
    // unknown faults that do not depend on values, 6 are reported with such a condition at 20 bits, and 1 at
    // 40.
    constexpr double of_values_that_hide = 40;
    for (const Predicate& c : conditions_) {
      const bool is_of_values = c.feature == Feature::Value || c.feature == Feature::Source;
      excluded_.push_back(those_of(right, [&](const Place& p) { return !holds(c, p); }));
      bits_.push_back(bits_to_state(c) +
                      (is_of_values && meaning == RightPlaces::MayHideIt ? of_values_that_hide : 0));
    }
    best_ = {.total = bits_of_exceptions(right_.size()), .violated = right_.size()};
    const Conjunction nothing = best_;
    const PlaceSet none(words_for(right_.size()));
    const auto improve = [&](const Conjunction& c) {
      if (c.total < best_.total - rounding) best_ = c;
    };
    constexpr std::size_t exhaustive = 3, longest = 6;
    extend(nothing, none, 0, exhaustive, 0, improve);
    for (Conjunction from; from.chosen != best_.chosen && best_.chosen.size() < longest;) {
      from = best_;
      PlaceSet out = none;
      for (const std::size_t i : from.chosen) out = both(std::move(out), excluded_[i]);
      extend(from, out, 0, from.chosen.size() + 1, 0, improve);
    }
    extend(nothing, none, 0, exhaustive, bits_of_rivals, [&](const Conjunction& c) {
      if (c.total <= best_.total + bits_of_rivals && c.chosen != best_.chosen) rivals_.push_back(c);
    });
  }

  Boundary boundary() {
    Boundary boundary{shortened(where_of(best_)), best_.bits, best_.total - best_.bits, best_.violated};
    std::ranges::stable_sort(rivals_, {}, &Conjunction::total);
    for (const Conjunction& rival : rivals_ | std::views::take(most_rivals))
      boundary.rivals.push_back(where_of(rival));
    return boundary;
  }

 private:
  /// The bits for `violated` correct places where a conjunction holds but the fault does not show.
  double bits_of_exceptions(std::size_t violated) const {
    if (meaning_ == RightPlaces::Contradict)
      return wgcts::harness::bits_of_exceptions(violated, wrong_ + violated);
    // The places of one run are similar, so more than 160 count as 160. Of 13 unknown faults that do not show
    // in small work-groups, 5 are reported as "always" with a limit of 40, and 1 with 160.
    constexpr double as_many = 160;
    const double each = std::min(1.0, as_many / static_cast<double>(right_.size()));
    const double of_right = each * static_cast<double>(violated);
    return bits_of_set(of_right, of_right + std::min(as_many, static_cast<double>(wrong_)));
  }

  /// Passes to `take` all extensions by conditions from `first` on, up to length `longest`. Their conditions
  /// take at most `slack` bits more than the best description.
  void extend(const Conjunction& from, const PlaceSet& out, std::size_t first, std::size_t longest,
              double slack, const auto& take) {
    if (from.violated == 0 || from.chosen.size() == longest) return;
    for (std::size_t i = first; i < conditions_.size(); ++i) {
      const double bits = from.bits + bits_[i];
      if (bits > best_.total + slack + rounding || has_alternative(from.chosen, i)) continue;
      const PlaceSet more = both(out, excluded_[i]);
      const std::size_t violated = right_.size() - count_of(more);
      Conjunction longer{from.chosen, bits, bits + bits_of_exceptions(violated), violated};
      longer.chosen.push_back(i);
      take(longer);
      extend(longer, more, i + 1, longest, slack, take);
    }
  }

  /// Without the names of forms that other conditions exclude, too.
  Where shortened(Where where) const {
    for (Predicate& p : where) {
      if (p.feature != Feature::Form || p.relation != Relation::IsNot) continue;
      for (const std::string& form : std::vector(p.names)) {
        std::vector<std::string> names = p.names;
        std::erase(names, form);
        if (names.empty()) break;
        names.swap(p.names);
        const auto violated = std::ranges::count_if(
            right_, [&](const Place* place) { return wgcts::harness::holds(where, *place); });
        if (static_cast<std::size_t>(violated) != best_.violated) names.swap(p.names);
      }
    }
    return where;
  }

  Where where_of(const Conjunction& conjunction) const {
    Where where;
    for (const std::size_t i : conjunction.chosen) where.push_back(conditions_[i]);
    return where;
  }

  /// The failing builtin and the builtin that is the cause are alternatives, and so are the two numbers of a
  /// call. A conjunction has only one of them.
  bool has_alternative(const std::vector<std::size_t>& chosen, std::size_t i) const {
    const auto both = [&](auto is) { return is(i) && std::ranges::any_of(chosen, is); };
    return both([&](std::size_t c) { return conditions_[c].feature <= Feature::Culprit; }) ||
           both([&](std::size_t c) { return is_call_number(conditions_[c].feature); });
  }

  Where conditions_;
  std::size_t wrong_;
  const Places& right_;
  RightPlaces meaning_;
  std::vector<PlaceSet> excluded_;
  std::vector<double> bits_;
  Conjunction best_;
  static constexpr double rounding = 1e-9;  ///< rounding error of sums of bits
  /// Conjunctions whose description is almost as short. Further launches decide between them. Of 58 faults by
  /// an independent author, 42 got correct conditions with rivals of equal length and two rounds of launches.
  /// With 8 bits and rounds until no rival can be excluded, 49 of 57 did.
  std::vector<Conjunction> rivals_;
  static constexpr double bits_of_rivals = 8;
  static constexpr std::size_t most_rivals = 24;
};

bool any_feature(Feature) { return true; }
bool is_type(Feature f) { return f == Feature::Type; }

Boundary shortest_boundary(const Places& wrong, const Places& right, RightPlaces meaning,
                           bool (*may_be_about)(Feature)) {
  Where conditions = conditions_for(wrong, right);
  std::erase_if(conditions, [&](const Predicate& c) { return !may_be_about(c.feature); });
  constexpr std::size_t most_conditions = 60;  // the search is cubic
  if (conditions.size() > most_conditions) {
    std::ranges::stable_sort(conditions, {}, bits_to_state);
    conditions.resize(most_conditions);
  }
  return Search(std::move(conditions), wrong.size(), right, meaning).boundary();
}

}  // namespace

double bits_of_contradictions(std::size_t wrong, std::size_t of) {
  // Only another bug at that place can make a device contradict its model.
  constexpr double bits_of_results = 16;
  const double each = bits_of_a_bug + bits_of_results + std::log2(static_cast<double>(of));
  return wrong == 0 ? 0 : static_cast<double>(wrong) * each;
}

double bits_of_exceptions(std::size_t some, std::size_t of) {
  // The other condition takes as much as a bug and its results.
  const double of_another_condition =
      2 * bits_of_a_bug + bits_of_set(static_cast<double>(some), static_cast<double>(of));
  return std::min(bits_of_contradictions(some, of), of_another_condition);
}

bool Boundary::holds(const Place& place) const { return wgcts::harness::holds(where, place); }

bool Boundary::may_hold_in_program(const Place& place) const {
  constexpr Feature unknown[] = {Feature::Form,   Feature::Call,    Feature::CallSite,
                                 Feature::Helper, Feature::Company, Feature::Alone};
  return std::ranges::all_of(where, [&](const Predicate& c) {
    return is_in(c.feature, unknown) || wgcts::harness::holds(c, place);
  });
}

/// Correct places of the same builtins and types determine all conditions. Correct places of others determine
/// only builtin and type. Any other condition that excludes only those would depend on the selection of
/// cases.
Boundary boundary_between(const Places& wrong, const Places& right, RightPlaces meaning) {
  std::set<Subject> subjects;
  for (const Place* p : wrong) subjects.insert(subject_of(p->the_case));
  Places own, others;
  for (const Place* p : right) (subjects.contains(subject_of(p->the_case)) ? own : others).push_back(p);
  Boundary boundary = shortest_boundary(wrong, own, meaning, any_feature);
  std::erase_if(others, [&](const Place* p) { return !boundary.holds(*p); });
  // A condition on Culprit already names the builtin.
  const bool has_culprit = is_in(Feature::Culprit, boundary.where, &Predicate::feature);
  const Boundary whose =
      shortest_boundary(wrong, others, RightPlaces::Contradict, has_culprit ? is_type : is_of_subject);
  boundary.where.insert(boundary.where.begin(), whose.where.begin(), whose.where.end());
  boundary.bits += whose.bits;
  boundary.exceptions += whose.exceptions;
  boundary.violated += whose.violated;
  return boundary;
}

}  // namespace wgcts::harness
