#include "suites/pairs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "reference/lists.hpp"

namespace wgcts::suites {
namespace {

constexpr Family families[] = {Family::All,    Family::Any,           Family::Broadcast,
                               Family::Reduce, Family::ScanInclusive, Family::ScanExclusive};

/// The default of each parameter, except for the given values.
Values plain_with(std::span<const ValueId> ids) {
  Values values{};
  for (std::size_t p = 0; p < parameter_count; ++p) values.at(p) = range_of(p).first;
  for (const ValueId id : ids) values.at(all_values()[id].parameter) = id;
  return values;
}

/// Whether one of the sizes makes a case of these values legal. If not, `reason` is that of the last size.
bool any_legal(const Values& values, const std::vector<LocalSize>& sizes, const Builtin& builtin,
               std::string_view& reason) {
  return std::ranges::any_of(sizes, [&](const LocalSize& local) {
    const auto c = case_of(values, local, builtin);
    reason = c ? objection(*c)
               : "both change how the host launches the kernel, or both need its only extra argument";
    return reason.empty();
  });
}

bool is_rare(ValueId id) { return all_values()[id].rare; }

/// An element for each set of values. The ids are the digits of its index.
using Sets = std::vector<bool>;
std::size_t number_of(std::span<const ValueId> ids) {
  return std::accumulate(ids.begin(), ids.end(), std::size_t{0},
                         [](std::size_t number, ValueId id) { return number * all_values().size() + id; });
}
Sets no_sets(std::size_t count) {
  const std::vector<ValueId> last(count, static_cast<ValueId>(all_values().size() - 1));
  return Sets(number_of(last) + 1);
}

const Sets& legal_sets(std::size_t count) {
  static std::map<std::size_t, Sets> known;
  const auto [found, is_new] = known.try_emplace(count);
  if (!is_new) return found->second;
  found->second = no_sets(count);
  for_each_set(all_ids(), count, [&](std::span<const ValueId> ids) {
    bool may_be = true;
    if (count > 2)
      for_each_set(ids, count - 1, [&](auto fewer) { may_be &= legal_sets(count - 1)[number_of(fewer)]; });
    found->second[number_of(ids)] = may_be && legality(ids).families != 0;
  });
  return found->second;
}

}  // namespace

Legality legality(std::span<const ValueId> ids, Families among) {
  Values values = plain_with(ids);
  const auto sought = [&](std::size_t p) {
    const auto given = std::ranges::find(ids, p, [](ValueId id) { return all_values()[id].parameter; });
    return given == ids.end() ? range_of(p) : std::pair{*given, static_cast<ValueId>(*given + 1)};
  };
  const auto shapes = sought(place_of(Parameter::Shape)), sizes = sought(place_of(Parameter::Size));
  Legality found;
  for (const Family family : families) {
    const Builtin& builtin = of_family(family);
    if ((among & bit_of(family)) == 0) continue;
    if (!takes(builtin, all_values()[values[place_of(Parameter::Type)]].type)) continue;
    bool legal = false;
    for (ValueId shape = shapes.first; !legal && shape < shapes.second; ++shape)
      for (ValueId size = sizes.first; !legal && size < sizes.second; ++size) {
        values[place_of(Parameter::Shape)] = shape;
        values[place_of(Parameter::Size)] = size;
        legal = any_legal(values, sizes_with(shape, size), builtin, found.reason);
      }
    if (legal) found.families |= bit_of(family);
  }
  if (found.families != 0) found.reason = {};
  return found;
}

bool is_hidden(const Values& values, std::span<const ValueId> ids) {
  const auto row_of = [&](Axis axis) -> const Variant& { return *all_values()[values[place_of(axis)]].row; };
  const auto lacks = [&](Axis axis) { return !is_in(values[place_of(axis)], ids); };
  if (row_of(Axis::Groups).situation == Situation::Unsized && lacks(Axis::Groups)) return true;

  if (!has_parts(row_of(Axis::Host)) || !lacks(Axis::Host)) return false;
  return std::ranges::any_of(ids, [](ValueId id) {
    constexpr Axis attributes[] = {Axis::Size, Axis::Hint, Axis::SubGroup};
    const ParameterValue& v = all_values()[id];
    return v.row != nullptr && v.row != plain_variant &&
           std::ranges::any_of(attributes, [&](Axis axis) { return v.parameter == place_of(axis); });
  });
}

std::size_t rares_of(const Values& values) {
  return static_cast<std::size_t>(std::ranges::count_if(values, is_rare));
}

bool counts_for(const Values& values, std::size_t rares, std::span<const ValueId> ids) {
  return static_cast<std::size_t>(std::ranges::count_if(ids, is_rare)) == rares && !is_hidden(values, ids);
}

Share share_of(const std::vector<Case>& cases, std::size_t count) {
  std::set<Values> launches;
  for (const Case& c : cases)
    if (const auto values = values_of(c)) launches.insert(*values);
  Sets met = no_sets(count);
  for (const Values& values : launches) {
    const std::size_t rares = rares_of(values);
    for_each_set(values, count, [&](std::span<const ValueId> ids) {
      if (counts_for(values, rares, ids)) met[number_of(ids)] = true;
    });
  }
  const Sets& legal = legal_sets(count);
  Share share;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    share.legal += legal[i] ? 1 : 0;
    share.met += legal[i] && met[i] ? 1 : 0;
  }
  return share;
}

std::vector<ValueId> all_ids() {
  std::vector<ValueId> ids(all_values().size());
  std::iota(ids.begin(), ids.end(), ValueId{0});
  return ids;
}

std::optional<Case> case_of(const Values& values, const LocalSize& local, const Builtin& builtin) {
  const auto value = [&](std::size_t p) -> const ParameterValue& { return all_values()[values.at(p)]; };
  Case c{&builtin, value(place_of(Parameter::Type)).type, dim_of(values[place_of(Parameter::Shape)]), local,
         value(place_of(Parameter::Form)).form};
  for (std::size_t axis = 0; c.variant != nullptr && axis < axis_count; ++axis)
    c.variant = combined(*c.variant, *value(place_of(static_cast<Axis>(axis))).row);
  return c.variant == nullptr ? std::nullopt : std::optional(c);
}

const Builtin& of_family(Family family) {
  return *find_row(builtins, family, [](const Builtin& b) { return b.collective.family; });
}

}  // namespace wgcts::suites
