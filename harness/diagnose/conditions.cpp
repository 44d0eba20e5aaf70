#include "harness/diagnose/conditions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <set>

#include "harness/diagnose/place_words.hpp"
#include "harness/diagnose/roundest.hpp"
#include "harness/diagnose/value_kinds.hpp"

namespace wgcts::harness {
namespace {

using Holds = std::function<bool(const Place&)>;

/// What is known only of work-groups says nothing of a case without results.
Holds of_groups_only(Holds holds) {
  return [holds = std::move(holds)](const Place& p) { return p.whole_case || holds(p); };
}

bool all_hold(std::span<const Place> places, const Holds& holds) {
  return std::ranges::all_of(places, holds);
}

/// Adds the condition where it holds at all wrong places, and not at some right one.
void offer(std::vector<Condition>& to, std::span<const Place> wrong, std::span<const Place> right,
           Condition condition) {
  if (all_hold(wrong, condition.holds) && !all_hold(right, condition.holds))
    to.push_back(std::move(condition));
}

std::string joined(const std::set<std::string>& members) {
  std::string text;
  for (const std::string& member : members) text += (text.empty() ? "" : "|") + member;
  return text;
}

/// A kernel that holds a builtin may be lost with all its others: then it is that one's doing.
void offer_culprits(std::vector<Condition>& to, std::span<const Place> wrong, std::span<const Place> right) {
  const auto own = [](const Place& p) { return p.the_case.builtin; };
  if (std::ranges::adjacent_find(wrong, std::ranges::not_equal_to(), own) == wrong.end()) return;
  for (const Builtin& builtin : builtins)
    offer(to, wrong, right,
          {{"builtin", {{"=", std::string(builtin.name)}}}, cost::plain + 0.02, [&builtin](const Place& p) {
             return std::ranges::find(p.members, &builtin) != p.members.end();
           }});
}

void offer_sets(std::vector<Condition>& to, std::span<const Place> wrong, std::span<const Place> right) {
  for (const Coordinate& c : coordinates_of_cases()) {
    std::set<std::string> bad, good;
    for (const Place& p : wrong) bad.insert(c.value(p));
    for (const Place& p : right)
      if (std::string value = c.value(p); !bad.contains(value)) good.insert(std::move(value));
    if (good.empty()) continue;
    // Of forms that few launches have not every dimension ran: two of three are a chance.
    const double further = c.code == "dimension" ? 2 * cost::a_further_member : cost::a_further_member;
    // Some forms stand for a variant's sake alone: then that is what it is about.
    const bool by_variant = c.code == "form" && std::ranges::none_of(wrong, [](const Place& p) {
                              return p.the_case.variant == plain_variant;
                            });
    const auto cost = [&](const std::set<std::string>& members) {
      return c.cost + further * static_cast<double>(members.size() - 1) + (by_variant ? 0.15 : 0);
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

void offer_numbers(std::vector<Condition>& to, std::span<const Place> wrong, std::span<const Place> right) {
  for (const Measure& m : measures_of_places()) {
    std::set<std::size_t> bad, good;
    bool known = true;
    for (const Place& p : wrong) {
      const auto v = m.value(p);
      known &= v.has_value() && !(m.of_groups && p.whole_case);
      if (v) bad.insert(*v);
    }
    if (!known || bad.empty()) continue;
    for (const Place& p : right)
      if (const auto v = m.value(p); v && (!m.of_groups || !p.whole_case || m.of_right_cases))
        good.insert(*v);
    const auto put = [&](std::string relation, std::string number, double more, auto test) {
      Holds holds = [value = m.value, test](const Place& p) {
        const auto v = value(p);
        return v.has_value() && test(*v);
      };
      if (m.of_groups && !m.of_right_cases) holds = of_groups_only(std::move(holds));
      offer(to, wrong, right,
            {{std::string(m.code), {{std::move(relation), std::move(number)}}},
             m.cost + more,
             std::move(holds)});
    };
    const std::size_t least = *bad.begin(), most = *bad.rbegin();
    // Launches of a form have few sizes: by those it is parted from others as well, and by chance.
    constexpr std::size_t few_sizes = 4;
    const double by_few = m.code == "size" && bad.size() <= few_sizes ? 0.4 : 0;
    const bool of_calls = m.code == "call" || m.code == "group" || m.code == "source";
    constexpr std::size_t most_members = 12;
    if (bad.size() <= most_members && !of_calls) {
      // One size is more of a chance than one form or option: launches of those have few sizes.
      put("=", fmt::format("{}", fmt::join(bad, "|")), 0.45 + 0.4 * static_cast<double>(bad.size() - 1),
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

void offer_properties(std::vector<Condition>& to, std::span<const Place> wrong,
                      std::span<const Place> right) {
  const bool groups_known = std::ranges::none_of(wrong, &Place::whole_case);
  for (const Property& p : properties_of_places()) {
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
           cost::of_value - 0.01 * static_cast<double>(kind),
           of_groups_only([kind](const Place& p) { return (p.values >> kind & 1) != 0; })});
}

}  // namespace

std::vector<Condition> conditions_for(std::span<const Place> wrong, std::span<const Place> right) {
  std::vector<Condition> conditions;
  if (wrong.empty() || right.empty()) return conditions;
  offer_sets(conditions, wrong, right);
  offer_culprits(conditions, wrong, right);
  offer_numbers(conditions, wrong, right);
  offer_properties(conditions, wrong, right);
  return conditions;
}

}  // namespace wgcts::harness
