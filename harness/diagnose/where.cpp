#include "harness/diagnose/where.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "harness/diagnose/value_kinds.hpp"

namespace wgcts::harness {
namespace {

using Places = std::span<const Place>;
using Holds = std::function<bool(const Place&)>;

/// How far-fetched a condition is. Of two that part as well the cheaper one is told.
constexpr double plain = 1, derived = 1.2, of_group = 1.3, of_extent = 1.6, of_value = 1.8,
                 a_further_member = 0.15;

/// A coordinate with names for values: which of them are wrong, which right.
struct Coordinate {
  std::string_view code;
  double cost;
  std::string (*value)(const Place&);
};

std::string option_of(const Place& p) {
  const Variant& v = *p.the_case.variant;
  if (!v.options.empty()) return std::string(v.options);
  if (v.cl_std != 0) return fmt::format("-cl-std=CL{}.{}", v.cl_std / 10, v.cl_std % 10);
  return "default";
}

const Coordinate coordinates_of_cases[] = {
    {"builtin", plain, [](const Place& p) { return std::string(p.the_case.builtin->name); }},
    {"type", plain, [](const Place& p) { return std::string(info(p.the_case.type).name); }},
    {"dimension", plain, [](const Place& p) { return std::to_string(p.the_case.dim); }},
    {"form", derived, [](const Place& p) { return std::string(p.the_case.form->name); }},
    {"option", derived, option_of},
    {"variant", of_group,
     [](const Place& p) {
       return p.the_case.variant->name.empty() ? "plain" : std::string(p.the_case.variant->name);
     }},
};

/// A number: sizes, extents, places in a row.
struct Measure {
  std::string_view code;
  double cost;
  bool of_groups;   ///< unknown where only the case is
  bool arithmetic;  ///< multiples and powers of two mean something
  std::optional<std::size_t> (*value)(const Place&);
};

template <int axis>
std::optional<std::size_t> extent(const Place& p) {
  if (p.the_case.dim < 2) return std::nullopt;
  return static_cast<int>(p.the_case.dim) > axis ? std::optional(p.size[axis]) : std::nullopt;
}

const Measure measures[] = {
    {"size", plain, false, true, [](const Place& p) { return std::optional(volume(p.size)); }},
    {"extent.x", of_extent, false, true, extent<0>},
    {"extent.y", of_extent, false, true, extent<1>},
    {"extent.z", of_extent, false, true, extent<2>},
    {"call", of_group, true, false, [](const Place& p) { return std::optional<std::size_t>(p.call); }},
    {"group", of_group + 0.05, true, false, [](const Place& p) { return std::optional(p.index); }},
    {"source", of_group, true, false,
     [](const Place& p) {
       const bool has = p.the_case.builtin->collective.family == Family::Broadcast;
       return has ? std::optional(p.source) : std::nullopt;
     }},
};

/// Something that a place has or has not.
struct Property {
  std::string_view code, relation, value;
  double cost;
  bool (*holds)(const Place&);
};

template <int axis>
bool has_remainder(const Place& p) {
  return p.size[axis] != p.enqueued[axis];
}
template <int axis>
bool has_offset(const Place& p) {
  return static_cast<int>(p.the_case.dim) > axis && p.the_case.variant->offset[axis] != 0;
}
template <int axis>
bool not_first_along(const Place& p) {
  return p.group[axis] != 0;
}
bool in_remainder(const Place& p) { return p.size != p.enqueued; }

/// Calls of collectives in the kernel's text; those of helper functions stand by themselves.
bool has_company(const Place& p) {
  constexpr std::string_view repeating[] = {"twice", "turns"};
  return p.members.size() > 1 || std::ranges::find(repeating, p.the_case.form->name) != std::end(repeating);
}

const Property properties[] = {
    {"remainder", "", "", plain, in_remainder},
    {"remainder.x", "", "", derived, has_remainder<0>},
    {"remainder.y", "", "", derived, has_remainder<1>},
    {"remainder.z", "", "", derived, has_remainder<2>},
    {"offset", "", "", plain, has_offset<0>},
    {"offset.y", "", "", derived, has_offset<1>},
    {"offset.z", "", "", derived, has_offset<2>},
    {"group", "!=", "first", of_group, [](const Place& p) { return p.index != 0; }},
    {"group", "=", "last", of_group, [](const Place& p) { return p.index + 1 == p.groups; }},
    {"group", "=", "odd", of_group + 0.1, [](const Place& p) { return p.index % 2 == 1; }},
    {"group.x", "!=", "0", of_group + 0.1, not_first_along<0>},
    {"group.y", "!=", "0", of_group + 0.1, not_first_along<1>},
    {"group.z", "!=", "0", of_group + 0.1, not_first_along<2>},
    {"company", "", "", of_group - 0.05, has_company},
    {"alone", "", "", of_group - 0.05, [](const Place& p) { return !has_company(p); }},
    {"source", "=", "last", of_group,
     [](const Place& p) {
       return p.the_case.builtin->collective.family == Family::Broadcast && p.source + 1 == volume(p.size);
     }},
};

/// What is known only of work-groups says nothing of a case without results.
Holds of_groups_only(Holds holds) {
  return [holds = std::move(holds)](const Place& p) { return p.whole_case || holds(p); };
}

bool all_hold(Places places, const Holds& holds) { return std::ranges::all_of(places, holds); }

/// Adds the condition where it holds at all wrong places, and not at some right one.
void offer(std::vector<Condition>& to, Places wrong, Places right, Condition condition) {
  if (all_hold(wrong, condition.holds) && !all_hold(right, condition.holds))
    to.push_back(std::move(condition));
}

std::string joined(const std::set<std::string>& members) {
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "" : "|") + member;
  return text;
}

/// A kernel that holds a builtin may be lost with all its others: then it is that one's doing.
void offer_culprits(std::vector<Condition>& to, Places wrong, Places right) {
  const auto own = [](const Place& p) { return p.the_case.builtin; };
  if (std::ranges::adjacent_find(wrong, std::ranges::not_equal_to(), own) == wrong.end()) return;
  for (const Builtin& builtin : builtins)
    offer(to, wrong, right,
          {{"builtin", {{"=", std::string(builtin.name)}}}, plain + 0.02, [&builtin](const Place& p) {
             return std::ranges::find(p.members, &builtin) != p.members.end();
           }});
}

void offer_sets(std::vector<Condition>& to, Places wrong, Places right) {
  for (const Coordinate& c : coordinates_of_cases) {
    std::set<std::string> bad, good;
    for (const Place& p : wrong) bad.insert(c.value(p));
    for (const Place& p : right)
      if (std::string value = c.value(p); !bad.contains(value)) good.insert(std::move(value));
    if (good.empty()) continue;
    // Of forms that few launches have not every dimension ran: two of three are a chance.
    const double further = c.code == "dimension" ? 2 * a_further_member : a_further_member;
    const auto cost = [&](const std::set<std::string>& members) {
      return c.cost + further * static_cast<double>(members.size() - 1);
    };
    if (bad.size() <= good.size() + 1)
      offer(to, wrong, right,
            {{std::string(c.code), {{"=", joined(bad)}}}, cost(bad), [bad, value = c.value](const Place& p) {
               return bad.contains(value(p));
             }});
    else
      offer(to, wrong, right,
            {{std::string(c.code), {{"!=", joined(good)}}},
             cost(good) + 0.1,
             [good, value = c.value](const Place& p) { return !good.contains(value(p)); }});
  }
}

/// The roundest number from `least` to `most`: where a boundary lies is not known better.
std::size_t roundest(std::size_t least, std::size_t most) {
  if (const std::size_t power = std::bit_floor(most); power >= least && power != 0) return power;
  for (std::size_t step = 64; step > 1; step /= 2)
    if (const std::size_t multiple = most / step * step; multiple >= least && multiple != 0) return multiple;
  return most;
}

void offer_numbers(std::vector<Condition>& to, Places wrong, Places right) {
  for (const Measure& m : measures) {
    std::set<std::size_t> bad, good;
    bool known = true;
    for (const Place& p : wrong) {
      const auto v = m.value(p);
      known &= v.has_value() && !(m.of_groups && p.whole_case);
      if (v) bad.insert(*v);
    }
    if (!known || bad.empty()) continue;
    for (const Place& p : right)
      if (const auto v = m.value(p); v && !(m.of_groups && p.whole_case)) good.insert(*v);
    const auto put = [&](std::string relation, std::string number, double more, auto test) {
      Holds holds = [value = m.value, test](const Place& p) {
        const auto v = value(p);
        return v.has_value() && test(*v);
      };
      if (m.of_groups) holds = of_groups_only(std::move(holds));
      offer(to, wrong, right,
            {{std::string(m.code), {{std::move(relation), std::move(number)}}},
             m.cost + more,
             std::move(holds)});
    };
    const std::size_t least = *bad.begin(), most = *bad.rbegin();
    // Launches of a form have few sizes: by those it is parted from others as well, and by chance.
    constexpr std::size_t few = 2;
    const double by_few = m.code == "size" && bad.size() <= few ? 0.25 : 0;
    const bool of_calls = m.code == "call" || m.code == "group" || m.code == "source";
    constexpr std::size_t most_members = 12;
    if (bad.size() <= most_members && !of_calls) {
      std::set<std::string> members;
      for (const std::size_t v : bad) members.insert(std::to_string(v));
      // One size is more of a chance than one form or option: launches of those have few sizes.
      put("=", joined(members), 0.35 + 0.4 * static_cast<double>(bad.size() - 1),
          [bad](std::size_t v) { return bad.contains(v); });
    }
    const auto below = good.lower_bound(least);
    if (below != good.begin()) {
      const std::size_t right_below = *std::prev(below);
      if (of_calls) {
        const std::size_t n = roundest(right_below + 1, least);
        put(">=", std::to_string(n), 0, [n](std::size_t v) { return v >= n; });
      } else {
        const std::size_t n = roundest(right_below, least - 1);
        put(">", std::to_string(n), by_few, [n](std::size_t v) { return v > n; });
      }
    }
    if (const auto above = good.upper_bound(most); above != good.end() && !of_calls) {
      const std::size_t n = roundest(most + 1, *above);
      if (n == 2 && m.code.starts_with("extent"))
        put("=", "1", 0, [](std::size_t v) { return v == 1; });
      else
        put("<", std::to_string(n), by_few, [n](std::size_t v) { return v < n; });
    }
    if (!m.arithmetic) continue;
    // One number has many properties.
    const double more = bad.size() == 1 ? 0.5 : 0.2;
    put("=", "power2", more, [](std::size_t v) { return std::has_single_bit(v); });
    put("!=", "power2", more, [](std::size_t v) { return !std::has_single_bit(v); });
    for (std::size_t width = 2; width <= 1024; width *= 2) {
      const std::string modulo = fmt::format("%{}", width);
      put(modulo, "=0", more, [width](std::size_t v) { return v % width == 0; });
      put(modulo, "!=0", more, [width](std::size_t v) { return v % width != 0; });
    }
  }
}

void offer_properties(std::vector<Condition>& to, Places wrong, Places right) {
  const bool groups_known = std::ranges::none_of(wrong, &Place::whole_case);
  for (const Property& p : properties) {
    const std::string_view code = p.code;
    const bool of_cases = code.starts_with("offset") || code == "company" || code == "alone";
    if (!of_cases && !groups_known) continue;
    CauseWord word{std::string(code)};
    if (!p.relation.empty()) word.parameters.emplace_back(p.relation, p.value);
    offer(to, wrong, right, {std::move(word), p.cost, of_cases ? Holds(p.holds) : of_groups_only(p.holds)});
  }
  if (!groups_known) return;
  for (std::size_t kind = 0; kind < value_kinds.size(); ++kind)
    offer(to, wrong, right,
          {{"value", {{"=", std::string(value_kinds[kind])}}},
           // The rarer a kind is, the less it is there by chance: ids hold a zero, and zeros are uniform at
           // times.
           of_value - 0.01 * static_cast<double>(kind),
           of_groups_only([kind](const Place& p) { return (p.values >> kind & 1) != 0; })});
}

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

std::vector<Condition> conditions_for(Places wrong, Places right) {
  std::vector<Condition> conditions;
  if (wrong.empty() || right.empty()) return conditions;
  offer_sets(conditions, wrong, right);
  offer_culprits(conditions, wrong, right);
  offer_numbers(conditions, wrong, right);
  offer_properties(conditions, wrong, right);
  return conditions;
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
