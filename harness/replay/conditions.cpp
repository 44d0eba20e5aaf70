#include "harness/replay/conditions.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <ranges>
#include <set>

namespace wgcts::harness {
namespace {

using Number = std::optional<std::size_t>;
using Property = std::function<bool(const Place&)>;

/// A set of places, one bit each.
using PlaceSet = std::vector<std::uint64_t>;

constexpr std::size_t words_for(std::size_t places) { return (places + 63) / 64; }

PlaceSet those_of(const Places& places, auto condition) {
  PlaceSet bits(words_for(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i)
    if (condition(*places[i])) bits[i / 64] |= std::uint64_t{1} << (i % 64);
  return bits;
}

std::size_t count_of(const PlaceSet& bits) {
  std::size_t n = 0;
  for (const std::uint64_t word : bits) n += static_cast<std::size_t>(std::popcount(word));
  return n;
}

bool has_place(const PlaceSet& bits, std::size_t place) { return (bits[place / 64] >> place % 64 & 1) != 0; }

/// The first of `count` places that is not in the set; none if all are.
std::optional<std::size_t> first_outside(const PlaceSet& bits, std::size_t count) {
  for (std::size_t place = 0; place < count; ++place)
    if (!has_place(bits, place)) return place;
  return std::nullopt;
}

PlaceSet united(PlaceSet a, const PlaceSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] |= b[i];
  return a;
}

PlaceSet without(PlaceSet a, const PlaceSet& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] &= ~b[i];
  return a;
}

/// log2 of the binomial coefficient (n choose k).
double bits_of_set(double k, double n) {
  const auto log_factorial = [](double m) { return std::lgamma(m + 1); };
  return k >= n ? 0 : (log_factorial(n) - log_factorial(k) - log_factorial(n - k)) / std::log(2);
}

/// How to read a feature from a place, and the bits to name the feature and its value.
struct FeatureRow {
  Feature feature;
  /// Bits to name the feature: 5 for one of 32 likely features. Features that bugs rarely depend on have
  /// more.
  double bits = 5;
  std::size_t names = 1;  ///< number of names; a condition contains a set of them
  /// Needs results of work-groups, so a case without results has no value of it.
  bool of_groups = false;
  Number (*number)(const Place&) = nullptr;
  /// Features with one name at a place.
  std::string (*name)(const Place&) = nullptr;
  /// Features with several names: returns a test for this name, which is used on many places.
  Property (*has)(std::string_view name) = nullptr;
  /// Boolean features.
  bool (*holds)(const Place&) = nullptr;
};

template <std::size_t axis>
Number extent(const Place& p) {
  return axis < p.the_case.dim ? Number(p.size[axis]) : std::nullopt;
}
template <std::size_t axis>
Number group_id(const Place& p) {
  return p.group[axis];
}
template <std::size_t axis>
bool has_offset(const Place& p) {
  const Variant& variant = *p.the_case.variant;
  return p.the_case.dim > axis && (variant.offset[axis] != 0 || variant.passed != 0);
}
template <std::size_t axis>
bool is_smaller(const Place& p) {
  return p.size[axis] != p.enqueued[axis];
}

bool is_broadcast(const Place& p) { return p.the_case.builtin->collective.family == Family::Broadcast; }

/// Whether the call is in the kernel's own text.
bool is_in_kernel(const Place& p) { return p.whole_case ? !has_parts(*p.the_case.variant) : !p.in_helper; }
/// Whether the kernel's text has other calls of collectives. Calls in helper functions do not count.
bool has_other_calls(const Place& p) { return p.members.count() > 1 || p.the_case.form->repeats; }

Property is_group(std::string_view name) {
  if (name == "first") return [](const Place& p) { return p.index == 0; };
  if (name == "last") return [](const Place& p) { return p.index + 1 == p.groups; };
  return [](const Place& p) { return p.index % 2 == 1; };
}

Property in_last_row(std::string_view) {
  return [](const Place& p) {
    const std::size_t axis = p.the_case.dim - 1;
    return p.group[axis] == p.last[axis];
  };
}

Property is_from_last(std::string_view) {
  return [](const Place& p) { return is_broadcast(p) && p.source + 1 == volume(p.size); };
}

Property has_value_kind(std::string_view name) {
  const auto kind = index_in(value_kinds, name);
  return [=](const Place& p) { return (p.values >> kind & 1) != 0; };
}

Property calls(std::string_view builtin) {
  const std::size_t at = index_in(builtins, builtin, &Builtin::name);
  return [=](const Place& p) { return at < builtins.size() && p.members[at]; };
}

/// A variant is a combination of rows. Conditions are about one row, or about the option that one row adds.
/// Some forms have the attribute of the row `reqd`.
Property has_variant(std::string_view name) {
  return [row = variant_of_name(name)](const Place& p) {
    return row != nullptr &&
           (contains(*p.the_case.variant, *row) || (row->required && p.the_case.form->required_size));
  };
}

Property has_option(std::string_view option) {
  const Variant* row = variant_with_option(option);
  if (row != plain_variant)
    return [=](const Place& p) { return row != nullptr && contains(*p.the_case.variant, *row); };
  return [usual = option_of(*row)](const Place& p) { return option_of(*p.the_case.variant) == usual; };
}

Number number_of_sub_groups(const Place& p) {
  return p.sub_groups ? Number(p.sub_groups->count) : std::nullopt;
}
Number size_of_sub_group(const Place& p) { return p.sub_groups ? Number(p.sub_groups->first) : std::nullopt; }
bool has_unequal_sub_groups(const Place& p) { return p.sub_groups && !p.sub_groups->equal; }
bool has_many_sub_groups(const Place& p) { return p.sub_groups && p.sub_groups->count > p.sub_groups->first; }

/// Counts the builtins of OpenCL C 2.0, because few devices have more.
constexpr auto core_builtins = static_cast<std::size_t>(std::ranges::count_if(builtins, is_core));

/// One row for each feature. If conditions take equal bits, the one of the earlier row is reported.
const FeatureRow rows[] = {
    {.feature = Feature::Builtin,
     .names = core_builtins,
     .name = [](const Place& p) { return std::string(p.the_case.builtin->name); }},
    {.feature = Feature::Type,
     .names = gentypes.size(),
     .name = [](const Place& p) { return std::string(info(p.the_case.type).name); }},
    {.feature = Feature::Dimension,
     .names = 3,
     .number = [](const Place& p) { return Number(p.the_case.dim); }},
    {.feature = Feature::Option, .names = 8, .has = has_option},
    {.feature = Feature::Variant, .names = 16, .has = has_variant},
    {.feature = Feature::Form,
     .bits = 6,
     .names = 16,
     .name = [](const Place& p) { return std::string(p.the_case.form->name); }},
    {.feature = Feature::Culprit, .names = core_builtins, .has = calls},
    {.feature = Feature::Size, .bits = 6, .number = [](const Place& p) { return Number(volume(p.size)); }},
    {.feature = Feature::ExtentX, .bits = 8, .number = extent<0>},
    {.feature = Feature::ExtentY, .bits = 8, .number = extent<1>},
    {.feature = Feature::ExtentZ, .bits = 8, .number = extent<2>},
    {.feature = Feature::SubGroups, .bits = 8, .number = number_of_sub_groups},
    {.feature = Feature::SubGroupSize, .bits = 8, .number = size_of_sub_group},
    {.feature = Feature::UnequalSubGroups, .bits = 8, .holds = has_unequal_sub_groups},
    {.feature = Feature::ManySubGroups, .holds = has_many_sub_groups},
    {.feature = Feature::Call, .of_groups = true, .number = [](const Place& p) { return Number(p.call); }},
    {.feature = Feature::CallInFunction,
     .of_groups = true,
     .number = [](const Place& p) { return Number(p.call_in_function); }},
    {.feature = Feature::CallSite, .number = [](const Place& p) { return Number(p.call_site); }},
    {.feature = Feature::Helper, .bits = 8, .holds = [](const Place& p) { return p.in_helper; }},
    {.feature = Feature::Remainder,
     .of_groups = true,
     .holds = [](const Place& p) { return p.size != p.enqueued; }},
    {.feature = Feature::RemainderX, .bits = 6, .of_groups = true, .holds = is_smaller<0>},
    {.feature = Feature::RemainderY, .bits = 6, .of_groups = true, .holds = is_smaller<1>},
    {.feature = Feature::RemainderZ, .bits = 6, .of_groups = true, .holds = is_smaller<2>},
    {.feature = Feature::Offset, .holds = has_offset<0>},  // also represents OffsetX
    {.feature = Feature::OffsetY, .bits = 6, .holds = has_offset<1>},
    {.feature = Feature::OffsetZ, .bits = 6, .holds = has_offset<2>},
    {.feature = Feature::Group,
     .names = 3,
     .of_groups = true,
     .number = [](const Place& p) { return Number(p.index); },
     .has = is_group},
    {.feature = Feature::LastRow, .bits = 7, .of_groups = true, .has = in_last_row},
    {.feature = Feature::GroupX, .bits = 8, .of_groups = true, .number = group_id<0>},
    {.feature = Feature::GroupY, .bits = 8, .of_groups = true, .number = group_id<1>},
    {.feature = Feature::GroupZ, .bits = 8, .of_groups = true, .number = group_id<2>},
    {.feature = Feature::Company,
     .bits = 10,
     .holds = [](const Place& p) { return is_in_kernel(p) && has_other_calls(p); }},
    {.feature = Feature::Alone,
     .bits = 10,
     .holds = [](const Place& p) { return is_in_kernel(p) && !has_other_calls(p); }},
    {.feature = Feature::Source,
     .of_groups = true,
     .number = [](const Place& p) { return is_broadcast(p) ? Number(p.source) : std::nullopt; },
     .has = is_from_last},
    {.feature = Feature::Value,
     .bits = 8,
     .names = value_kinds.size(),
     .of_groups = true,
     .has = has_value_kind},
};

/// The row; nullptr for a feature that no place has, such as the machine's load.
const FeatureRow* row_of(Feature feature) {
  static const auto by_feature = [] {
    std::array<const FeatureRow*, static_cast<std::size_t>(Feature::Load) + 1> table{};
    for (const FeatureRow& row : rows) table.at(static_cast<std::size_t>(row.feature)) = &row;
    return table;
  }();
  return by_feature.at(static_cast<std::size_t>(feature));
}

/// Collects the conditions that hold at all wrong places but not at all correct ones.
class Collector {
 public:
  Collector(const Places& wrong, const Places& right)
      : wrong_(wrong),
        right_(right),
        has_groups_(std::ranges::none_of(wrong, [](const Place* p) { return p->whole_case; })) {}

  Where all() {
    if (wrong_.empty() || right_.empty()) return {};
    for (const FeatureRow& row : rows) {
      if (row.of_groups && !has_groups_) continue;
      if (row.name != nullptr)
        set_of<std::string>(row.feature, row.name, &Predicate::names);
      else if (row.feature == Feature::Dimension)
        set_of<std::size_t>(
            row.feature, [&](const Place& p) { return *row.number(p); }, &Predicate::numbers);
      else if (row.number != nullptr)
        numbers(row);
      if (row.has != nullptr) names(row);
      if (row.holds != nullptr) offer(row.feature, Relation::Holds, {});
    }
    return std::move(conditions_);
  }

 private:
  void offer(Feature feature, Relation relation, std::vector<std::size_t> numbers,
             std::vector<std::string> names = {}) {
    Predicate predicate{feature, relation, std::move(numbers), std::move(names)};
    const auto is_true = [&](const Place* p) { return holds(predicate, *p); };
    if (std::ranges::all_of(wrong_, is_true) && !std::ranges::all_of(right_, is_true))
      conditions_.push_back(std::move(predicate));
  }

  /// A condition on the set of values of the wrong places, or on the set of other values of the correct ones.
  template <class Value>
  void set_of(Feature feature, auto value_at, std::vector<Value> Predicate::*values) {
    std::set<Value> wrong, right;
    for (const Place* p : wrong_) wrong.insert(value_at(*p));
    for (const Place* p : right_)
      if (auto value = value_at(*p); !wrong.contains(value)) right.insert(std::move(value));
    if (right.empty()) return;
    // Uses the shorter list, because both describe the run equally.
    const bool is = wrong.size() <= right.size() + 1;
    Predicate p{feature, is ? Relation::Is : Relation::IsNot};
    const auto& chosen = is ? wrong : right;
    (p.*values).assign(chosen.begin(), chosen.end());
    offer(p.feature, p.relation, std::move(p.numbers), std::move(p.names));
  }

  void numbers(const FeatureRow& row) {
    if (row.feature >= Feature::GroupX && row.feature <= Feature::GroupZ)
      return offer(row.feature, Relation::IsNot, {0});
    std::set<std::size_t> wrong, right;
    for (const Place* p : wrong_) {
      const Number n = row.number(*p);
      // A case without results has the number of its last call site, which may not be the one that failed.
      if (!n || (p->whole_case && row.feature == Feature::CallSite)) return;
      wrong.insert(*n);
    }
    for (const Place* p : right_)
      if (const Number n = row.number(*p); n && !(p->whole_case && row.of_groups)) right.insert(*n);
    lower_bound(row.feature, wrong, right);
    if (is_of_sizes(row.feature)) sizes(row.feature, wrong, right);
  }

  /// "size>N" or "call>=N". The threshold is between the wrong numbers and the largest correct one below
  /// them.
  void lower_bound(Feature feature, const std::set<std::size_t>& wrong, const std::set<std::size_t>& right) {
    const std::size_t least = *wrong.begin();
    const auto below = right.lower_bound(least);
    if (below == right.begin()) return;
    const std::size_t right_below = *std::prev(below);
    // Powers of two are likely sizes, but not likely numbers of calls.
    if (is_of_sizes(feature))
      offer(feature, Relation::Above, {preferred_threshold(right_below, least - 1)});
    else
      offer(feature, Relation::AtLeast,
            {is_call_number(feature) ? right_below + 1 : preferred_threshold(right_below + 1, least)});
  }

  void sizes(Feature feature, const std::set<std::size_t>& wrong, const std::set<std::size_t>& right) {
    constexpr std::size_t most_members = 4;
    if (const auto above = right.upper_bound(*wrong.rbegin()); above != right.end() && *wrong.rbegin() > 1)
      offer(feature, Relation::Below, {preferred_threshold(*wrong.rbegin() + 1, *above)});
    if (wrong.size() <= most_members) offer(feature, Relation::Is, {wrong.begin(), wrong.end()});
    offer(feature, Relation::PowerOfTwo, {});
    offer(feature, Relation::NotPowerOfTwo, {});
    constexpr std::size_t most_width = 1024, further_widths[] = {3, 5, 6, 7, 9, 10, 12};
    for (std::size_t width = 2; width <= most_width; width *= 2) {
      offer(feature, Relation::MultipleOf, {width});
      offer(feature, Relation::NotMultipleOf, {width});
    }
    const std::size_t common =
        std::accumulate(wrong.begin(), wrong.end(), std::size_t{0}, std::gcd<std::size_t, std::size_t>);
    for (std::size_t width = 3; width <= std::min(common, most_width); ++width)
      if (common % width == 0 && !std::has_single_bit(width)) offer(feature, Relation::MultipleOf, {width});
    for (const std::size_t width : further_widths) offer(feature, Relation::NotMultipleOf, {width});
  }

  void names(const FeatureRow& row) {
    const auto named = [&](Relation relation, std::string_view name) {
      offer(row.feature, relation, {}, {std::string(name)});
    };
    if (row.feature == Feature::Option) {
      const auto names = mapped<std::set>(variants, option_of);
      name_sets(row, {names.begin(), names.end()});
    } else if (row.feature == Feature::Variant) {
      name_sets(row, mapped(variants, [](const Variant& v) { return std::string(name_of(v)); }));
    } else if (row.feature == Feature::Culprit) {
      // If a kernel crashes or does not run, all its builtins fail. One of them may be the cause.
      const auto own = [](const Place* p) { return p->the_case.builtin; };
      if (std::ranges::adjacent_find(wrong_, std::ranges::not_equal_to(), own) != wrong_.end())
        for (const Builtin& b : builtins) named(Relation::Is, b.name);
    } else if (row.feature == Feature::Group) {
      named(Relation::IsNot, "first");
      named(Relation::Is, "last");
      named(Relation::Is, "odd");
    } else if (row.feature == Feature::LastRow || row.feature == Feature::Source) {
      named(Relation::Is, "last");
    } else if (row.feature == Feature::Value) {
      // Rarest kind first: ids contain a zero, and zeros are sometimes uniform.
      for (const std::string_view kind : value_kinds | std::views::reverse) named(Relation::Is, kind);
    }
  }

  /// For a feature with several names at a place, offers each name that all wrong places have and each that
  /// none has. Also offers lists of names that cover all wrong places and exclude many correct ones. The
  /// lists omit the plain launch's name, which only means absence.
  void name_sets(const FeatureRow& row, const std::vector<std::string>& names) {
    std::vector<NameSet> some;
    for (const std::string& name : names) {
      const auto has = row.has(name);
      NameSet member{{name}, those_of(wrong_, has), those_of(right_, has)};
      const std::size_t count = count_of(member.wrong);
      if (count == wrong_.size())
        offer(row.feature, Relation::Is, {}, {name});
      else if (count == 0)
        offer(row.feature, Relation::IsNot, {}, {name});
      else if (name != name_of(*plain_variant) && name != option_of(*plain_variant))
        some.push_back(std::move(member));
    }
    std::map<std::size_t, NameSet> best;  // by the number of names
    join_names(some, {{}, PlaceSet(words_for(wrong_.size())), PlaceSet(words_for(right_.size()))}, best);
    for (const auto& [length, member] : best) offer(row.feature, Relation::Is, {}, member.names);
  }

  /// Names, and the places that have one of them.
  struct NameSet {
    std::vector<std::string> names;
    PlaceSet wrong, right;
  };

  /// Adds names of `some` to `joined` until it covers all wrong places. Tries each name of the first place
  /// that is not covered. Keeps the best list of each length. A longer list has to exclude more correct
  /// places.
  void join_names(const std::vector<NameSet>& some, const NameSet& joined,
                  std::map<std::size_t, NameSet>& best) const {
    constexpr std::size_t most_names = 6;  // standard has six rows for sub-group sizes and hints
    const std::size_t in_right = count_of(joined.right), length = joined.names.size();
    const auto is_as_good = [&](const auto& known) {
      return known.first <= length && count_of(known.second.right) <= in_right;
    };
    if (std::ranges::any_of(best, is_as_good)) return;
    const std::optional<std::size_t> lacking = first_outside(joined.wrong, wrong_.size());
    if (!lacking) {
      best.insert_or_assign(length, joined);
    } else if (length < most_names) {
      for (const NameSet& member : some) {
        if (!has_place(member.wrong, *lacking)) continue;
        NameSet more{joined.names, united(joined.wrong, member.wrong), united(joined.right, member.right)};
        more.names.push_back(member.names.front());
        join_names(some, more, best);
      }
    }
  }

  const Places &wrong_, &right_;
  bool has_groups_;
  Where conditions_;
};

struct Conjunction {
  std::vector<std::size_t> chosen{};
  double bits = 0, total = 0;
  std::size_t violated = 0;
};

/// Searches all conjunctions of up to three conditions, then extends the best one by one condition at a time.
class BoundarySearch {
 public:
  BoundarySearch(Where conditions, const Places& wrong, const Places& right, RightPlaces meaning)
      : conditions_(std::move(conditions)), wrong_count_(wrong.size()), right_(right), meaning_(meaning) {
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
    const PlaceSet none(words_for(right_.size()));
    if (meaning == RightPlaces::MayHideIt) {
      const auto failing = mapped<std::set>(wrong, [](const Place* p) { return p->the_case; });
      const auto is_in_failing = [&](const Place& p) { return failing.contains(p.the_case); };
      in_failing_ = weighed(those_of(right, is_in_failing));
      in_passing_ = weighed(those_of(right, std::not_fn(is_in_failing)));
    }
    best_ = {.total = bits_of_violations(none, right_.size()), .violated = right_.size()};
    const Conjunction nothing = best_;
    const auto improve = [&](const Conjunction& c) {
      if (c.total < best_.total - rounding) best_ = c;
    };
    constexpr std::size_t exhaustive = 3, longest = 6;
    extend(nothing, none, 0, exhaustive, 0, improve);
    for (Conjunction from; from.chosen != best_.chosen && best_.chosen.size() < longest;) {
      from = best_;
      PlaceSet excluded = none;
      for (const std::size_t i : from.chosen) excluded = united(std::move(excluded), excluded_[i]);
      extend(from, excluded, 0, from.chosen.size() + 1, 0, improve);
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
  /// The places of one run are similar, so more than 80 of a kind count as 80.
  static constexpr double as_many = 80;

  /// Correct places of one kind, and the weight of each.
  struct Weighed {
    PlaceSet places;
    double each = 1;
  };
  static Weighed weighed(PlaceSet places) {
    const auto count = static_cast<double>(count_of(places));
    return {std::move(places), std::min(1.0, as_many / std::max(1.0, count))};
  }

  /// The bits for the correct places where the conjunction holds: `violated` places, all but `excluded`.
  double bits_of_violations(const PlaceSet& excluded, std::size_t violated) const {
    if (meaning_ == RightPlaces::Contradict) return bits_of_exceptions(violated, wrong_count_ + violated);
    // Conditions on the case cannot exclude work-groups of failing cases. Counted together, those would
    // outweigh the few work-groups of passing cases. Of 80 unknown faults, 55 are reported with the correct
    // conditions if they are counted together, and 61 if they are counted apart.
    return bits_of_hidden(in_failing_, excluded) + bits_of_hidden(in_passing_, excluded);
  }

  /// The bits for those places of a kind where values would have to hide the fault.
  double bits_of_hidden(const Weighed& kind, const PlaceSet& excluded) const {
    const double hidden = kind.each * static_cast<double>(count_of(without(kind.places, excluded)));
    return bits_of_set(hidden, hidden + std::min(as_many, static_cast<double>(wrong_count_)));
  }

  /// Passes to `take` all extensions by conditions from `first` on, up to length `longest`. Their conditions
  /// take at most `slack` bits more than the best description.
  void extend(const Conjunction& from, const PlaceSet& excluded, std::size_t first, std::size_t longest,
              double slack, const auto& take) {
    if (from.violated == 0 || from.chosen.size() == longest) return;
    for (std::size_t i = first; i < conditions_.size(); ++i) {
      const double bits = from.bits + bits_[i];
      if (bits > best_.total + slack + rounding || has_alternative(from.chosen, i)) continue;
      const PlaceSet more = united(excluded, excluded_[i]);
      const std::size_t violated = right_.size() - count_of(more);
      Conjunction longer{from.chosen, bits, bits + bits_of_violations(more, violated), violated};
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
        const auto violated =
            std::ranges::count_if(right_, [&](const Place* place) { return holds(where, *place); });
        if (static_cast<std::size_t>(violated) != best_.violated) names.swap(p.names);
      }
    }
    return where;
  }

  Where where_of(const Conjunction& conjunction) const {
    return mapped(conjunction.chosen, [&](std::size_t i) { return conditions_[i]; });
  }

  /// The failing builtin and the builtin that is the cause are alternatives, and so are the two numbers of a
  /// call. A conjunction has only one of them.
  bool has_alternative(const std::vector<std::size_t>& chosen, std::size_t i) const {
    const auto both = [&](auto is) { return is(i) && std::ranges::any_of(chosen, is); };
    return both([&](std::size_t c) { return conditions_[c].feature <= Feature::Culprit; }) ||
           both([&](std::size_t c) { return is_call_number(conditions_[c].feature); });
  }

  Where conditions_;
  std::size_t wrong_count_;
  const Places& right_;
  RightPlaces meaning_;
  Weighed in_failing_, in_passing_;  ///< if values may hide the fault: of cases with wrong places, and others
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

Boundary shortest_boundary(const Places& wrong, const Places& right, RightPlaces meaning, auto may_be_about) {
  Where conditions = conditions_for(wrong, right);
  std::erase_if(conditions, [&](const Predicate& c) { return !may_be_about(c.feature); });
  constexpr std::size_t most_conditions = 60;  // the search is cubic
  if (conditions.size() > most_conditions) {
    // The shortest ones. Of several with equal length, those that exclude the most correct places.
    struct Ranked {
      double bits;
      std::ptrdiff_t held;
      Predicate condition;
    };
    std::vector<Ranked> ranked;
    for (Predicate& c : conditions) {
      const auto held = std::ranges::count_if(right, [&](const Place* p) { return holds(c, *p); });
      ranked.push_back({bits_to_state(c), held, std::move(c)});
    }
    std::ranges::stable_sort(ranked, {}, [](const Ranked& r) { return std::pair(r.bits, r.held); });
    conditions.clear();
    for (Ranked& r : ranked | std::views::take(most_conditions)) conditions.push_back(std::move(r.condition));
  }
  return BoundarySearch(std::move(conditions), wrong, right, meaning).boundary();
}

}  // namespace

Members members_in(std::span<const Builtin* const> kernel) {
  Members members;
  for (std::size_t i = 0; i < builtins.size(); ++i) members[i] = is_in(&builtins[i], kernel);
  return members;
}

bool holds(const Predicate& p, const Place& place) {
  const FeatureRow* row = row_of(p.feature);
  if (row == nullptr || (place.whole_case && row->of_groups)) return true;
  if (p.relation == Relation::Holds) return row->holds(place);
  if (!p.names.empty()) {
    const bool is =
        row->name != nullptr
            ? is_in(row->name(place), p.names)
            : std::ranges::any_of(p.names, [&](const std::string& n) { return row->has(n)(place); });
    return is == (p.relation == Relation::Is);
  }
  const Number number = row->number(place);
  return number && holds_for(p, *number);
}

bool holds(const Where& where, const Place& place) {
  return std::ranges::all_of(where, [&](const Predicate& p) { return holds(p, place); });
}

Where conditions_for(const Places& wrong, const Places& right) { return Collector(wrong, right).all(); }

double bits_to_state(const Predicate& p) {
  const FeatureRow& row = *row_of(p.feature);
  // About 16 numbers are likely thresholds or widths.
  constexpr double of_a_number = 4, of_another_relation = 2;
  if (p.feature == Feature::Dimension || !p.names.empty()) {
    const double members = bits_of_set(static_cast<double>(std::max(p.names.size(), p.numbers.size())),
                                       static_cast<double>(row.names));
    // "plain" only means absence, so it costs more.
    const bool is_plain = is_in(name_of(*plain_variant), p.names);
    return row.bits + members + (is_plain ? of_another_relation : 0);
  }
  if (p.relation == Relation::Holds || p.relation == Relation::IsNot) return row.bits;
  if (p.relation == Relation::Above || p.relation == Relation::Below || p.relation == Relation::AtLeast)
    return row.bits + of_a_number;
  const bool is_one = p.numbers == std::vector<std::size_t>{1};
  // Less likely than the width of a vector unit or a sub-group.
  const bool is_unlikely_width =
      (p.relation == Relation::MultipleOf || p.relation == Relation::NotMultipleOf) &&
      !std::has_single_bit(p.numbers.front());
  // Lists, multiples and powers cost more: a number has many properties.
  return row.bits + (is_one ? 0 : of_another_relation) + (is_unlikely_width ? of_another_relation : 0) +
         of_a_number * static_cast<double>(std::max<std::size_t>(1, p.numbers.size()));
}

std::string_view name_of(const Variant& variant) { return variant.name.empty() ? "plain" : variant.name; }

/// The first row of variants with that word. Uses a table, because it is called for many places and words.
template <auto word_of>
static const Variant* row_of_word(std::string_view word) {
  static const auto by_word = [] {
    std::map<std::string, const Variant*, std::less<>> table;
    for (const Variant& row : variants) table.emplace(word_of(row), &row);
    return table;
  }();
  const auto row = by_word.find(word);
  return row == by_word.end() ? nullptr : row->second;
}

const Variant* variant_of_name(std::string_view name) { return row_of_word<name_of>(name); }
const Variant* variant_with_option(std::string_view option) { return row_of_word<option_of>(option); }

std::string option_of(const Variant& v) {
  if (!v.options.empty()) return std::string(v.options);
  if (v.cl_std != 0) return fmt::format("-cl-std=CL{}.{}", v.cl_std / 10, v.cl_std % 10);
  return "default";
}

std::size_t preferred_threshold(std::size_t least, std::size_t most) {
  if (const std::size_t power = std::bit_floor(most); power >= least && power != 0) return power;
  for (std::size_t step = 64; step > 1; step /= 2)
    if (const std::size_t multiple = most / step * step; multiple >= least && multiple != 0) return multiple;
  return most;
}

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
  constexpr Feature unknown[] = {Feature::Form, Feature::Helper, Feature::Company, Feature::Alone};
  return std::ranges::all_of(where, [&](const Predicate& c) {
    return is_in(c.feature, unknown) || is_call_number(c.feature) || wgcts::harness::holds(c, place);
  });
}

/// Correct places of the same builtins and types determine all conditions. Correct places of others determine
/// only builtin and type. Any other condition that excludes only those would depend on the selection of
/// cases.
Boundary boundary_between(const Places& wrong, const Places& right, RightPlaces meaning) {
  const auto subjects = mapped<std::set>(wrong, [](const Place* p) { return subject_of(p->the_case); });
  Places own, others;
  for (const Place* p : right) (subjects.contains(subject_of(p->the_case)) ? own : others).push_back(p);
  Boundary boundary = shortest_boundary(wrong, own, meaning, [](Feature) { return true; });
  std::erase_if(others, [&](const Place* p) { return !boundary.holds(*p); });
  // A condition on Culprit already names the builtin.
  const bool has_culprit = is_in(Feature::Culprit, boundary.where, &Predicate::feature);
  const Boundary whose = shortest_boundary(wrong, others, RightPlaces::Contradict, [&](Feature f) {
    return has_culprit ? f == Feature::Type : is_of_subject(f);
  });
  boundary.where.insert(boundary.where.begin(), whose.where.begin(), whose.where.end());
  boundary.bits += whose.bits;
  boundary.exceptions += whose.exceptions;
  boundary.violated += whose.violated;
  return boundary;
}

}  // namespace wgcts::harness
