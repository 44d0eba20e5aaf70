#include "harness/diagnose/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "harness/diagnose/value_kinds.hpp"

namespace wgcts::harness {
namespace {

using Number = std::optional<std::size_t>;
using Places = std::span<const Place>;

/// What a place has of a feature, and what conditions on it cost.
struct FeatureRow {
  Feature feature;
  /// Complexity of a condition: 1 for what a driver's author would think of first.
  double complexity = 1;
  /// Needs results of work-groups: a case without results says nothing of it.
  bool of_groups = false;
  Number (*number)(const Place&) = nullptr;
  /// Features with one name at a place. Conditions are about sets of names.
  std::string (*name)(const Place&) = nullptr;
  /// Features with several names, or, with an empty name, those that are there or not.
  bool (*has)(const Place&, std::string_view name) = nullptr;
};

template <std::size_t axis>
Number extent(const Place& p) {
  return p.the_case.dim < 2 || axis >= p.the_case.dim ? std::nullopt : Number(p.size[axis]);
}
template <std::size_t axis>
Number group_id(const Place& p) {
  return p.group[axis];
}
template <std::size_t axis>
bool has_offset(const Place& p, std::string_view) {
  return p.the_case.dim > axis && p.the_case.variant->offset[axis] != 0;
}
template <std::size_t axis>
bool is_smaller(const Place& p, std::string_view) {
  return p.size[axis] != p.enqueued[axis];
}

bool is_broadcast(const Place& p) { return p.the_case.builtin->collective.family == Family::Broadcast; }

/// Whether the kernel's text has other calls of collectives. Calls in helper functions stand alone.
bool has_other_calls(const Place& p) { return p.members.size() > 1 || p.the_case.form->repeats; }

bool is_group(const Place& p, std::string_view name) {
  if (name == "first") return p.index == 0;
  return name == "last" ? p.index + 1 == p.groups : p.index % 2 == 1;
}

bool in_last_row(const Place& p, std::string_view) {
  const std::size_t axis = p.the_case.dim - 1;
  return p.group[axis] == p.last[axis];
}

bool has_value_kind(const Place& p, std::string_view name) {
  return (p.values >> (std::ranges::find(value_kinds, name) - value_kinds.begin()) & 1) != 0;
}

bool calls(const Place& p, std::string_view builtin) {
  return std::ranges::any_of(p.members, [&](const Builtin* b) { return b->name == builtin; });
}

/// A variant is a combination of rows. Conditions are about one row, or about the option that one row adds.
bool has_variant(const Place& p, std::string_view name) {
  const Variant& v = *p.the_case.variant;
  if (name == "plain") return &v == plain_variant;
  static const auto by_name = [] {
    std::map<std::string_view, const Variant*> table;
    for (const Variant& row : variants) table.emplace(row.name, &row);
    return table;
  }();
  const auto row = by_name.find(name);
  return row != by_name.end() && contains(v, *row->second);
}

bool has_option(const Place& p, std::string_view option) {
  const Variant& v = *p.the_case.variant;
  static const auto by_option = [] {
    std::map<std::string, const Variant*, std::less<>> table;
    for (const Variant& row : variants) table.emplace(option_of(row), &row);
    return table;
  }();
  const auto row = by_option.find(option);
  if (row == by_option.end()) return false;
  return row->second == plain_variant ? option_of(v) == option : contains(v, *row->second);
}

Number number_of_sub_groups(const Place& p) {
  return p.sub_groups ? Number(p.sub_groups->count) : std::nullopt;
}
Number size_of_sub_group(const Place& p) { return p.sub_groups ? Number(p.sub_groups->first) : std::nullopt; }
bool has_unequal_sub_groups(const Place& p, std::string_view) { return p.sub_groups && !p.sub_groups->equal; }
bool has_many_sub_groups(const Place& p, std::string_view) {
  return p.sub_groups && p.sub_groups->count > p.sub_groups->first;
}

/// One row for each feature. Of conditions that are equally simple, the one of the earlier row is reported.
const FeatureRow rows[] = {
    {.feature = Feature::Builtin,
     .name = [](const Place& p) { return std::string(p.the_case.builtin->name); }},
    {.feature = Feature::Type,
     .name = [](const Place& p) { return std::string(info(p.the_case.type).name); }},
    {.feature = Feature::Dimension, .number = [](const Place& p) { return Number(p.the_case.dim); }},
    {.feature = Feature::Form,
     .complexity = 1.2,
     .name = [](const Place& p) { return std::string(p.the_case.form->name); }},
    {.feature = Feature::Option, .complexity = 1.2, .has = has_option},
    {.feature = Feature::Variant, .complexity = 1.3, .has = has_variant},
    {.feature = Feature::Culprit, .complexity = 1.02, .has = calls},
    {.feature = Feature::Size, .number = [](const Place& p) { return Number(volume(p.size)); }},
    {.feature = Feature::ExtentX, .complexity = 1.6, .number = extent<0>},
    {.feature = Feature::ExtentY, .complexity = 1.6, .number = extent<1>},
    {.feature = Feature::ExtentZ, .complexity = 1.6, .number = extent<2>},
    {.feature = Feature::SubGroups, .complexity = 1.5, .number = number_of_sub_groups},
    {.feature = Feature::SubGroupSize, .complexity = 1.5, .number = size_of_sub_group},
    {.feature = Feature::UnequalSubGroups, .complexity = 1.5, .has = has_unequal_sub_groups},
    {.feature = Feature::ManySubGroups, .complexity = 1.45, .has = has_many_sub_groups},
    {.feature = Feature::Call,
     .complexity = 1.3,
     .of_groups = true,
     .number = [](const Place& p) { return Number(p.call); }},
    {.feature = Feature::CallSite,
     .complexity = 1.32,
     .number = [](const Place& p) { return Number(p.call_site); }},
    {.feature = Feature::Remainder,
     .of_groups = true,
     .has = [](const Place& p, std::string_view) { return p.size != p.enqueued; }},
    {.feature = Feature::RemainderX, .complexity = 1.2, .of_groups = true, .has = is_smaller<0>},
    {.feature = Feature::RemainderY, .complexity = 1.2, .of_groups = true, .has = is_smaller<1>},
    {.feature = Feature::RemainderZ, .complexity = 1.2, .of_groups = true, .has = is_smaller<2>},
    {.feature = Feature::Offset, .has = has_offset<0>},  // stands for OffsetX, too
    {.feature = Feature::OffsetY, .complexity = 1.2, .has = has_offset<1>},
    {.feature = Feature::OffsetZ, .complexity = 1.2, .has = has_offset<2>},
    {.feature = Feature::Group,
     .complexity = 1.3,
     .of_groups = true,
     .number = [](const Place& p) { return Number(p.index); },
     .has = is_group},
    {.feature = Feature::LastRow, .complexity = 1.35, .of_groups = true, .has = in_last_row},
    {.feature = Feature::GroupX, .complexity = 1.4, .of_groups = true, .number = group_id<0>},
    {.feature = Feature::GroupY, .complexity = 1.4, .of_groups = true, .number = group_id<1>},
    {.feature = Feature::GroupZ, .complexity = 1.4, .of_groups = true, .number = group_id<2>},
    {.feature = Feature::Company,
     .complexity = 1.25,
     .has = [](const Place& p, std::string_view) { return has_other_calls(p); }},
    {.feature = Feature::Alone,
     .complexity = 1.25,
     .has = [](const Place& p, std::string_view) { return !has_other_calls(p); }},
    {.feature = Feature::Source,
     .complexity = 1.3,
     .of_groups = true,
     .number = [](const Place& p) { return is_broadcast(p) ? Number(p.source) : std::nullopt; },
     .has = [](const Place& p,
               std::string_view) { return is_broadcast(p) && p.source + 1 == volume(p.size); }},
    {.feature = Feature::Value, .complexity = 1.7, .of_groups = true, .has = has_value_kind},
};

/// nullptr for a feature that no place has, such as the load of the machine.
const FeatureRow* row_of(Feature feature) {
  static const auto by_feature = [] {
    std::array<const FeatureRow*, static_cast<std::size_t>(Feature::Load) + 1> table{};
    for (const FeatureRow& row : rows) table.at(static_cast<std::size_t>(row.feature)) = &row;
    return table;
  }();
  return by_feature.at(static_cast<std::size_t>(feature));
}

/// Collects the conditions that are true of all wrong places, and not of all right ones.
class Offers {
 public:
  Offers(Places wrong, Places right)
      : wrong_(wrong), right_(right), has_groups_(std::ranges::none_of(wrong, &Place::whole_case)) {}

  std::vector<Condition> all() {
    if (wrong_.empty() || right_.empty()) return {};
    for (const FeatureRow& row : rows) {
      if (row.of_groups && !has_groups_) continue;
      if (row.name != nullptr) sets(row);
      if (row.number != nullptr) numbers(row);
      if (row.has != nullptr) properties(row);
    }
    return std::move(conditions_);
  }

 private:
  void offer(Predicate predicate, double complexity) {
    const auto is_true = [&](const Place& p) { return holds(predicate, p); };
    if (std::ranges::all_of(wrong_, is_true) && !std::ranges::all_of(right_, is_true))
      conditions_.push_back({std::move(predicate), complexity});
  }

  /// The members of the wrong places, or, if those are more, all members but those of the right places.
  template <class Member>
  void set_of(const FeatureRow& row, auto member, std::vector<Member> Predicate::*members, double further) {
    std::set<Member> wrong, right;
    for (const Place& p : wrong_) wrong.insert(member(p));
    for (const Place& p : right_)
      if (auto m = member(p); !wrong.contains(m)) right.insert(std::move(m));
    if (right.empty()) return;
    const bool is = wrong.size() <= right.size() + 1;
    Predicate p{row.feature, is ? Relation::Is : Relation::IsNot};
    const auto& chosen = is ? wrong : right;
    (p.*members).assign(chosen.begin(), chosen.end());
    offer(std::move(p), row.complexity + further * static_cast<double>(chosen.size() - 1) + (is ? 0 : 0.1));
  }

  void sets(const FeatureRow& row) {
    FeatureRow adapted = row;
    // Some forms exist for one variant only. Then the condition is the variant.
    if (row.feature == Feature::Form &&
        std::ranges::none_of(wrong_, [](const Place& p) { return p.the_case.variant == plain_variant; }))
      adapted.complexity += 0.15;
    set_of<std::string>(adapted, row.name, &Predicate::names, 0.15);
  }

  void numbers(const FeatureRow& row) {
    // Forms that few launches have do not run in every dimension: two of three may be chance.
    if (row.feature == Feature::Dimension)
      return set_of<std::size_t>(
          row, [&](const Place& p) { return *row.number(p); }, &Predicate::numbers, 0.3);
    if (row.feature >= Feature::GroupX && row.feature <= Feature::GroupZ)
      return offer({row.feature, Relation::IsNot, {0}, {}}, row.complexity);
    std::set<std::size_t> wrong, right;
    for (const Place& p : wrong_) {
      const Number n = row.number(p);
      // A case without results has the number of its last call site, which need not be the one that failed.
      if (!n || (p.whole_case && row.feature == Feature::CallSite)) return;
      wrong.insert(*n);
    }
    for (const Place& p : right_)
      if (const Number n = row.number(p); n && !(p.whole_case && row.of_groups)) right.insert(*n);
    if (is_of_sizes(row.feature))
      sizes(row, wrong, right);
    else
      lower_bound(row, Relation::AtLeast, wrong, right,
                  row.complexity + (row.feature == Feature::Group ? 0.05 : 0));
  }

  /// "size>N" or "call>=N", with a threshold between the largest right number below all wrong ones and those.
  void lower_bound(const FeatureRow& row, Relation relation, const std::set<std::size_t>& wrong,
                   const std::set<std::size_t>& right, double complexity) {
    const std::size_t least = *wrong.begin();
    const auto below = right.lower_bound(least);
    if (below == right.begin()) return;
    const std::size_t right_below = *std::prev(below);
    const std::size_t n = relation == Relation::Above ? preferred_threshold(right_below, least - 1)
                                                      : preferred_threshold(right_below + 1, least);
    offer({row.feature, relation, {n}, {}}, complexity);
  }

  void sizes(const FeatureRow& row, const std::set<std::size_t>& wrong, const std::set<std::size_t>& right) {
    const auto put = [&](Relation relation, std::vector<std::size_t> values, double more) {
      offer({row.feature, relation, std::move(values), {}}, row.complexity + more);
    };
    // Launches of a form or an option have few sizes, which may separate them from others by chance.
    constexpr std::size_t few_sizes = 4, most_members = 12;
    const double by_few = row.feature == Feature::Size && wrong.size() <= few_sizes ? 0.4 : 0;
    if (wrong.size() <= most_members)
      put(Relation::Is, {wrong.begin(), wrong.end()}, 0.45 + 0.4 * static_cast<double>(wrong.size() - 1));
    lower_bound(row, Relation::Above, wrong, right, row.complexity + by_few);
    if (const auto above = right.upper_bound(*wrong.rbegin()); above != right.end()) {
      const std::size_t n = preferred_threshold(*wrong.rbegin() + 1, *above);
      if (n == 2 && row.feature != Feature::Size)
        put(Relation::Is, {1}, 0);
      else
        put(Relation::Below, {n}, by_few);
    }
    // One number has many properties.
    const double more = wrong.size() == 1 ? 0.5 : 0.2;
    put(Relation::PowerOfTwo, {}, more);
    put(Relation::NotPowerOfTwo, {}, more);
    constexpr std::size_t most_width = 1024;
    for (std::size_t width = 2; width <= most_width; width *= 2) {
      put(Relation::MultipleOf, {width}, more);
      put(Relation::NotMultipleOf, {width}, more);
    }
  }

  void properties(const FeatureRow& row) {
    const auto named = [&](Relation relation, std::string_view name, double complexity) {
      offer({row.feature, relation, {}, {std::string(name)}}, complexity);
    };
    switch (row.feature) {
      case Feature::Option: {
        std::set<std::string> names;
        for (const Variant& v : variants) names.insert(option_of(v));
        members(row, {names.begin(), names.end()});
        break;
      }
      case Feature::Variant: {
        std::vector<std::string> names;
        for (const Variant& v : variants) names.emplace_back(v.name.empty() ? "plain" : v.name);
        members(row, names);
        break;
      }
      case Feature::Culprit: {
        // A crash of a kernel takes all builtins of the kernel with it. One of them may be the cause.
        const auto own = [](const Place& p) { return p.the_case.builtin; };
        if (std::ranges::adjacent_find(wrong_, std::ranges::not_equal_to(), own) != wrong_.end())
          for (const Builtin& b : builtins) named(Relation::Is, b.name, row.complexity);
        break;
      }
      case Feature::Group:
        named(Relation::IsNot, "first", row.complexity);
        named(Relation::Is, "last", row.complexity);
        named(Relation::Is, "odd", row.complexity + 0.1);
        break;
      case Feature::LastRow:
      case Feature::Source:
        named(Relation::Is, "last", row.complexity);
        break;
      case Feature::Value:
        // The rarer a kind is, the less it is there by chance: ids contain a zero, and zeros are sometimes
        // uniform.
        for (std::size_t kind = 0; kind < value_kinds.size(); ++kind)
          named(Relation::Is, value_kinds[kind], row.complexity + 0.1 - 0.01 * static_cast<double>(kind));
        break;
      default:
        offer({row.feature}, row.complexity);
    }
  }

  /// Of a feature with several names at a place: a name that all wrong places have, or that none of them has;
  /// or the fewest names of which every wrong place has one.
  void members(const FeatureRow& row, const std::vector<std::string>& names) {
    const auto named = [&](Relation relation, std::vector<std::string> chosen, double more) {
      offer({row.feature, relation, {}, std::move(chosen)}, row.complexity + more);
    };
    bool any_common = false;
    for (const std::string& name : names) {
      const auto has = [&](const Place& p) { return row.has(p, name); };
      const bool all = std::ranges::all_of(wrong_, has);
      any_common |= all;
      if (all)
        named(Relation::Is, {name}, 0);
      else if (std::ranges::none_of(wrong_, has))
        named(Relation::IsNot, {name}, 0.1);
    }
    if (any_common) return;
    constexpr std::size_t most_names = 3;
    std::vector<Place> left(wrong_.begin(), wrong_.end());
    std::vector<std::string> chosen;
    while (!left.empty() && chosen.size() < most_names) {
      const auto count = [&](const std::string& name) {
        return std::ranges::count_if(left, [&](const Place& p) { return row.has(p, name); });
      };
      chosen.push_back(*std::ranges::max_element(names, {}, count));
      std::erase_if(left, [&](const Place& p) { return row.has(p, chosen.back()); });
    }
    if (left.empty()) named(Relation::Is, chosen, 0.15 * static_cast<double>(chosen.size() - 1));
  }

  Places wrong_, right_;
  bool has_groups_;
  std::vector<Condition> conditions_;
};

/// The right places that a condition excludes, one bit each.
using Excluded = std::vector<std::uint64_t>;

Excluded excluded_by(const Condition& c, Places right) {
  Excluded bits((right.size() + 63) / 64);
  for (std::size_t i = 0; i < right.size(); ++i)
    if (!holds(c.predicate, right[i])) bits[i / 64] |= std::uint64_t{1} << (i % 64);
  return bits;
}

std::size_t count_of(const Excluded& bits) {
  std::size_t n = 0;
  for (const std::uint64_t word : bits) n += static_cast<std::size_t>(std::popcount(word));
  return n;
}

Excluded both(Excluded a, const Excluded& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] |= b[i];
  return a;
}

/// The cost of so many right places at which a conjunction holds, in units of complexity.
using ViolationCost = std::function<double(std::size_t violated)>;

double cost_of_contradictions(std::size_t violated) { return 5 * static_cast<double>(violated); }

/// Where right places may be right by chance: the information that it takes to say which places are right, so
/// that a condition is reported only if it excludes most of what is right. The places of one run resemble
/// each other, so many count as a few.
ViolationCost cost_of_chance(std::size_t wrong, std::size_t right) {
  constexpr double as_many = 40, information_of_a_condition = 4;
  const double share = std::min(1.0, as_many / static_cast<double>(wrong + right));
  return [=](std::size_t violated) {
    if (violated == 0) return 0.0;
    const double w = share * static_cast<double>(wrong), r = share * static_cast<double>(violated);
    return (w * std::log((w + r) / w) + r * std::log((w + r) / r)) / information_of_a_condition;
  };
}

struct Conjunction {
  std::vector<std::size_t> chosen{};
  double complexity = 0, total = 0;
  std::size_t violated = 0;
};

/// Searches all conjunctions of up to three conditions, then extends the best one by one condition at a time.
class Search {
 public:
  Search(std::vector<Condition> conditions, Places right, ViolationCost cost)
      : conditions_(std::move(conditions)), right_(right.size()), cost_(std::move(cost)) {
    for (const Condition& c : conditions_) excluded_.push_back(excluded_by(c, right));
    best_ = {.total = cost_(right_), .violated = right_};
    const Excluded none((right_ + 63) / 64);
    constexpr std::size_t exhaustive = 3, longest = 6;
    extend(Conjunction(best_), none, 0, exhaustive);
    for (Conjunction from; from.chosen != best_.chosen && best_.chosen.size() < longest;) {
      from = best_;
      Excluded out = none;
      for (const std::size_t i : from.chosen) out = both(std::move(out), excluded_[i]);
      extend(from, out, 0, from.chosen.size() + 1);
    }
  }

  Boundary boundary() const {
    Boundary boundary{{}, best_.complexity, best_.violated};
    for (const std::size_t i : best_.chosen) boundary.conditions.push_back(conditions_[i]);
    return boundary;
  }

 private:
  void extend(const Conjunction& from, const Excluded& out, std::size_t first, std::size_t longest) {
    if (from.violated == 0 || from.chosen.size() == longest) return;
    for (std::size_t i = first; i < conditions_.size(); ++i) {
      const double complexity = from.complexity + conditions_[i].complexity;
      if (complexity >= best_.total || names_a_builtin_again(from.chosen, i)) continue;
      const Excluded more = both(out, excluded_[i]);
      const std::size_t violated = right_ - count_of(more);
      Conjunction longer{from.chosen, complexity, complexity + cost_(violated), violated};
      longer.chosen.push_back(i);
      if (longer.total < best_.total - 1e-9) best_ = longer;
      extend(longer, more, i + 1, longest);
    }
  }

  /// The failing builtin and the builtin that is the cause are two readings of the same places.
  bool names_a_builtin_again(const std::vector<std::size_t>& chosen, std::size_t i) const {
    const auto is_builtin = [&](std::size_t c) {
      return conditions_[c].predicate.feature <= Feature::Culprit;
    };
    return is_builtin(i) && std::ranges::any_of(chosen, is_builtin);
  }

  std::vector<Condition> conditions_;
  std::size_t right_;
  ViolationCost cost_;
  std::vector<Excluded> excluded_;
  Conjunction best_;
};

bool any_feature(Feature) { return true; }
bool is_type(Feature f) { return f == Feature::Type; }

Boundary simplest_boundary(Places wrong, Places right, ViolationCost cost, bool (*may_be_about)(Feature)) {
  auto conditions = conditions_for(wrong, right);
  std::erase_if(conditions, [&](const Condition& c) { return !may_be_about(c.predicate.feature); });
  constexpr std::size_t most_conditions = 60;  // the search is cubic
  if (conditions.size() > most_conditions) {
    std::ranges::stable_sort(conditions, {}, &Condition::complexity);
    conditions.resize(most_conditions);
  }
  return Search(std::move(conditions), right, std::move(cost)).boundary();
}

/// Right places of the same builtins and types say when the fault occurs. Right places of others say only
/// whose fault it is: any other condition that excludes those alone would repeat what happened to run.
Boundary boundary_with(Places wrong, Places right, bool by_chance) {
  std::set<std::pair<const Builtin*, GenType>> subjects;
  for (const Place& p : wrong) subjects.emplace(p.the_case.builtin, p.the_case.type);
  std::vector<Place> own, others;
  for (const Place& p : right)
    (subjects.contains({p.the_case.builtin, p.the_case.type}) ? own : others).push_back(p);
  const Boundary when = simplest_boundary(
      wrong, own, by_chance ? cost_of_chance(wrong.size(), own.size()) : cost_of_contradictions, any_feature);
  std::erase_if(others, [&](const Place& p) { return !when.holds(p); });
  // A builtin that kernels crash for is the subject already.
  const bool has_culprit = std::ranges::any_of(
      when.conditions, [](const Condition& c) { return c.predicate.feature == Feature::Culprit; });
  Boundary whose =
      simplest_boundary(wrong, others, cost_of_contradictions, has_culprit ? is_type : is_of_subject);
  std::ranges::copy(when.conditions, std::back_inserter(whose.conditions));
  return {std::move(whose.conditions), whose.complexity + when.complexity, whose.violated + when.violated};
}

}  // namespace

bool holds(const Predicate& p, const Place& place) {
  const FeatureRow* row = row_of(p.feature);
  if (row == nullptr || (place.whole_case && row->of_groups)) return true;
  if (p.relation == Relation::Holds) return row->has(place, {});
  if (!p.names.empty()) {
    const bool is =
        row->name != nullptr
            ? std::ranges::find(p.names, row->name(place)) != p.names.end()
            : std::ranges::any_of(p.names, [&](const std::string& n) { return row->has(place, n); });
    return is == (p.relation == Relation::Is);
  }
  const Number number = row->number(place);
  return number && holds_for(p, *number);
}

std::vector<Condition> conditions_for(Places wrong, Places right) { return Offers(wrong, right).all(); }

bool Boundary::holds(const Place& place) const {
  return std::ranges::all_of(conditions,
                             [&](const Condition& c) { return wgcts::harness::holds(c.predicate, place); });
}

bool Boundary::may_hold_in_program(const Place& place) const {
  constexpr Feature unknown[] = {Feature::Form, Feature::Call, Feature::CallSite, Feature::Company,
                                 Feature::Alone};
  return std::ranges::all_of(conditions, [&](const Condition& c) {
    return std::ranges::find(unknown, c.predicate.feature) != std::end(unknown) ||
           wgcts::harness::holds(c.predicate, place);
  });
}

Where Boundary::where() const {
  Where where;
  for (const Condition& c : conditions) where.push_back(c.predicate);
  return where;
}

Boundary boundary_between(Places wrong, Places right) { return boundary_with(wrong, right, false); }

Boundary likeliest_boundary(Places wrong, Places right) { return boundary_with(wrong, right, true); }

bool is_complex(const Boundary& boundary) {
  constexpr double two_plain_ones = 2.7;
  return boundary.complexity > two_plain_ones;
}

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

}  // namespace wgcts::harness
