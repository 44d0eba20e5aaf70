#include "suites/pairs.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <tuple>

#include "reference/lists.hpp"

namespace wgcts::suites {
namespace {

constexpr Family families[] = {Family::All,    Family::Any,           Family::Broadcast,
                               Family::Reduce, Family::ScanInclusive, Family::ScanExclusive};

constexpr Families every_family = (1U << std::size(families)) - 1;

/// The default of each parameter, except for the given values.
Values plain_with(std::span<const ValueId> ids) {
  Values values{};
  for (std::size_t p = 0; p < parameter_count; ++p) values.at(p) = range_of(p).first;
  for (const ValueId id : ids) values.at(all_values()[id].parameter) = id;
  return values;
}

/// The result of a search for a case with some values.
struct Found {
  Families with = 0;
  std::string_view reason = "no work-group has both";
};

/// Whether one of the sizes makes a case of these values legal. If not, `reason` is that of the last size.
bool any_legal(const Values& values, const std::vector<LocalSize>& sizes, const Builtin& builtin,
               std::string_view& reason) {
  return std::ranges::any_of(sizes, [&](const LocalSize& local) {
    const auto c = case_of(values, local, builtin);
    reason = c ? objection(*c) : "both need the host situation or the kernel's extra argument";
    return reason.empty();
  });
}

/// Those of the families that have a legal case with the values.
Found search(std::span<const ValueId> ids, Families among) {
  Values values = plain_with(ids);
  const auto sought = [&](std::size_t p) {
    const auto given = std::ranges::find(ids, p, [](ValueId id) { return all_values()[id].parameter; });
    return given == ids.end() ? range_of(p) : std::pair{*given, static_cast<ValueId>(*given + 1)};
  };
  const auto shapes = sought(place_of(Parameter::Shape)), sizes = sought(place_of(Parameter::Size));
  Found found;
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
    if (legal) found.with |= bit_of(family);
  }
  if (found.with != 0) found.reason = {};
  return found;
}

bool is_rare(ValueId id) { return all_values()[id].rare; }

using Legality = std::pair<PairTable, std::map<std::pair<ValueId, ValueId>, std::string_view>>;

const Legality& legality() {
  static const Legality all = [] {
    Legality made;
    for (std::size_t id = 0; id < all_values().size(); ++id) {
      const auto value = static_cast<ValueId>(id);
      made.first.add(value, value, search(std::array{value}, every_family).with);
    }
    for_each_pair([&](ValueId a, ValueId b) {
      const Found found = search(std::array{a, b}, every_family);
      made.first.add(a, b, found.with);
      if (found.with == 0) made.second[{a, b}] = found.reason;
    });
    return made;
  }();
  return all;
}

}  // namespace

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

void PairTable::add(const Values& values, Families met) {
  const std::size_t rares = rares_of(values);
  for (const ValueId a : values)
    for (const ValueId b : values) {
      const std::array ids{a, b};
      if (counts_for(values, rares, std::span(ids).first(a == b ? 1 : 2))) families_[a * size() + b] |= met;
    }
}

Families families_with(std::span<const ValueId> ids, Families among) { return search(ids, among).with; }

const PairTable& legal_pairs() { return legality().first; }

bool takes_one_family(ValueId a, ValueId b) {
  const auto is_narrow = [](ValueId id) {
    const Form* form = all_values()[id].form;
    return form != nullptr &&
           (form->sharing == KernelSharing::None || form->sharing == KernelSharing::Family);
  };
  const auto is_axis = [](ValueId id) { return all_values()[id].row != nullptr; };
  const auto is_expensive = [&](ValueId id) { return is_narrow(id) || is_largest(id); };
  return (is_expensive(a) && is_axis(b)) || (is_axis(a) && is_expensive(b));
}

std::string_view why_not(ValueId a, ValueId b) {
  const auto found = legality().second.find(std::minmax(a, b));
  return found == legality().second.end() ? std::string_view() : found->second;
}

std::map<Values, Families> families_of_launches(const std::vector<Case>& cases) {
  std::map<Values, Families> launches;
  for (const Case& c : cases)
    if (const auto values = values_of(c)) launches[*values] |= bit_of(c.builtin->collective.family);
  return launches;
}

PairTable covered_pairs(const std::vector<Case>& cases) {
  PairTable met;
  for (const auto& [values, its_families] : families_of_launches(cases)) met.add(values, its_families);
  return met;
}

Share share_of_pairs(const PairTable& met) {
  Share share;
  for_each_pair([&](ValueId a, ValueId b) {
    share.legal += legal_pairs()(a, b) != 0 ? 1 : 0;
    share.met += met(a, b) != 0 ? 1 : 0;
  });
  return share;
}

Share share_with_families(const PairTable& met) {
  Share share;
  for_each_pair([&](ValueId a, ValueId b) {
    const auto count = [](Families f) { return static_cast<std::size_t>(std::popcount(f)); };
    const Families legal = legal_pairs()(a, b);
    if (takes_one_family(a, b)) return;
    share.legal += count(legal);
    share.met += count(static_cast<Families>(legal & met(a, b)));
  });
  return share;
}

Share share_of_form_row_dimension(const std::vector<Case>& cases) {
  using Triple = std::tuple<const Form*, std::uint64_t, unsigned>;
  std::set<Triple> met;
  for (const Case& c : cases)
    if (values_of(c))
      for (const Variant* row : rows_of(*c.variant)) met.insert({c.form, row->key, c.dim});
  Share share{met.size(), 0};
  const auto [first_form, last_form] = range_of(place_of(Parameter::Form));
  const auto [first_shape, last_shape] = range_of(place_of(Parameter::Shape));
  for (ValueId form = first_form; form < last_form; ++form)
    for (ValueId row = last_form; row < all_values().size(); ++row) {
      std::set<unsigned> dims;
      if (legal_pairs()(form, row) == 0 || all_values()[row].row == plain_variant) continue;
      for (ValueId shape = first_shape; shape < last_shape; ++shape)
        if (legal_pairs()(form, shape) != 0 && legal_pairs()(row, shape) != 0) dims.insert(dim_of(shape));
      share.legal += dims.size();
    }
  return share;
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

const TripleTable& legal_triples() {
  static const TripleTable legal = [] {
    TripleTable made;
    for_each_triple([&](const ThreeValues& ids) {
      const auto& pairs = legal_pairs();
      const auto among =
          static_cast<Families>(pairs(ids[0], ids[1]) & pairs(ids[0], ids[2]) & pairs(ids[1], ids[2]));
      if (among != 0) made(ids) = families_with(ids, among);
    });
    return made;
  }();
  return legal;
}

bool takes_one_family(const ThreeValues& ids) {
  return std::ranges::any_of(ids, [](ValueId id) {
    const Form* form = all_values()[id].form;
    return is_largest(id) || (form != nullptr && form->sharing == KernelSharing::None);
  });
}

TripleTable covered_triples(const std::vector<Case>& cases) {
  TripleTable met;
  for (const auto& [values, its_families] : families_of_launches(cases))
    for_each_triple_of(values, Devices::Any, [&](const ThreeValues& ids) { met(ids) |= its_families; });
  return met;
}

Share share_of_triples(const TripleTable& met) {
  Share share;
  for_each_triple([&](const ThreeValues& ids) {
    if (legal_triples()(ids) == 0) return;
    ++share.legal;
    share.met += met(ids) != 0 ? 1 : 0;
  });
  return share;
}

}  // namespace wgcts::suites
