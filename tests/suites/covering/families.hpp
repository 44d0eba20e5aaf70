// The families that have cases with pairs and triples of values: the targets of the search for fixed
// launches.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "suites/values.hpp"

namespace wgcts::suites {

/// Calls visit(a, b) for each pair of values of two parameters. a has the first parameter.
template <class Visit>
void for_each_pair(Visit visit) {
  for_each_set(all_ids(), 2, [&](std::span<const ValueId> ids) { visit(ids[0], ids[1]); });
}

/// For each pair of values of two parameters: the families that have a case with both. For a value with
/// itself: the families that have a case with it.
class PairTable {
 public:
  PairTable() : families_(size() * size()) {}
  Families operator()(ValueId a, ValueId b) const { return families_[a * size() + b]; }
  void add(ValueId a, ValueId b, Families families) {
    families_[a * size() + b] |= families;
    families_[b * size() + a] |= families;
  }
  /// Adds a launch of these values with these families, for the pairs that it counts for.
  void add(const Values& values, Families families) {
    const std::size_t rares = rares_of(values);
    for (const ValueId a : values)
      for (const ValueId b : values) {
        const std::array ids{a, b};
        if (counts_for(values, rares, std::span(ids).first(a == b ? 1 : 2)))
          families_[a * size() + b] |= families;
      }
  }
  static std::size_t size() { return all_values().size(); }

 private:
  std::vector<Families> families_;
};

/// Whether the value is the size 'max'.
inline bool is_largest(ValueId id) {
  return all_values()[id].parameter == place_of(Parameter::Size) && all_values()[id].name == "max";
}

/// The pairs that a legal case has, by family.
inline const PairTable& legal_pairs() {
  static const PairTable legal = [] {
    PairTable made;
    for (const ValueId id : all_ids()) made.add(id, id, legality(std::array{id}).families);
    for_each_pair([&](ValueId a, ValueId b) { made.add(a, b, legality(std::array{a, b}).families); });
    return made;
  }();
  return legal;
}

/// Whether one family is enough to cover the pair. This holds for pairs of a variant row with a form that has
/// a kernel for each family, which would cost six times as much, and with the largest work-group, which costs
/// as much as a hundred others.
inline bool takes_one_family(ValueId a, ValueId b) {
  const auto is_narrow = [](ValueId id) {
    const Form* form = all_values()[id].form;
    return form != nullptr &&
           (form->sharing == KernelSharing::None || form->sharing == KernelSharing::Family);
  };
  const auto is_axis = [](ValueId id) { return all_values()[id].row != nullptr; };
  const auto is_expensive = [&](ValueId id) { return is_narrow(id) || is_largest(id); };
  return (is_expensive(a) && is_axis(b)) || (is_axis(a) && is_expensive(b));
}

/// The values of the cases, and the families that have a case with them.
inline std::map<Values, Families> families_of_launches(const std::vector<Case>& cases) {
  std::map<Values, Families> launches;
  for (const Case& c : cases)
    if (const auto values = values_of(c)) launches[*values] |= bit_of(c.builtin->collective.family);
  return launches;
}

/// The pairs that the cases cover.
inline PairTable covered_pairs(const std::vector<Case>& cases) {
  PairTable met;
  for (const auto& [values, its_families] : families_of_launches(cases)) met.add(values, its_families);
  return met;
}

/// The number of covered triples of a form, a variant row and a dimension, of all legal ones.
inline Share share_of_form_row_dimension(const std::vector<Case>& cases) {
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

/// Values of three parameters, in the order of the parameters.
using ThreeValues = std::array<ValueId, 3>;

/// For each triple: the families that have a case with the three values.
class TripleTable {
 public:
  TripleTable() : families_(size() * size() * size()) {}
  Families operator()(const ThreeValues& ids) const { return families_[place(ids)]; }
  Families& operator()(const ThreeValues& ids) { return families_[place(ids)]; }

 private:
  static std::size_t size() { return all_values().size(); }
  static std::size_t place(const ThreeValues& ids) { return (ids[0] * size() + ids[1]) * size() + ids[2]; }
  std::vector<Families> families_;
};

/// Which triples of a launch count.
enum class Devices : std::uint8_t {
  Any,  ///< those with all rare values of the launch: a device that lacks one of them skips the launch
  Able  ///< all, as on a device that has every rare value
};

/// Calls visit(ids) for each triple that a launch of these values counts for, except hidden ones.
template <class Visit>
void for_each_triple_of(const Values& values, Devices devices, Visit visit) {
  const std::size_t rares = rares_of(values);
  for (std::size_t i = 0; i < parameter_count; ++i)
    for (std::size_t j = i + 1; j < parameter_count; ++j)
      for (std::size_t k = j + 1; k < parameter_count; ++k) {
        const ThreeValues ids{values[i], values[j], values[k]};
        if (devices == Devices::Able ? !is_hidden(values, ids) : counts_for(values, rares, ids)) visit(ids);
      }
}

/// Calls visit(ids) for each triple of values of three parameters.
template <class Visit>
void for_each_triple(Visit visit) {
  for_each_set(all_ids(), 3, [&](std::span<const ValueId> ids) {
    visit(ThreeValues{ids[0], ids[1], ids[2]});
  });
}

/// The triples that a legal case has, by family.
inline const TripleTable& legal_triples() {
  static const TripleTable legal = [] {
    TripleTable made;
    for_each_triple([&](const ThreeValues& ids) {
      const auto& pairs = legal_pairs();
      const auto among =
          static_cast<Families>(pairs(ids[0], ids[1]) & pairs(ids[0], ids[2]) & pairs(ids[1], ids[2]));
      if (among != 0) made(ids) = legality(ids, among).families;
    });
    return made;
  }();
  return legal;
}

/// Whether one family is enough to cover the triple. This holds for triples with the largest work-group,
/// which costs as much as a hundred others, and with a form that has a kernel for each builtin.
inline bool takes_one_family(const ThreeValues& ids) {
  return std::ranges::any_of(ids, [](ValueId id) {
    const Form* form = all_values()[id].form;
    return is_largest(id) || (form != nullptr && form->sharing == KernelSharing::None);
  });
}

/// The triples that the cases cover.
inline TripleTable covered_triples(const std::vector<Case>& cases) {
  TripleTable met;
  for (const auto& [values, its_families] : families_of_launches(cases))
    for_each_triple_of(values, Devices::Any, [&](const ThreeValues& ids) { met(ids) |= its_families; });
  return met;
}

}  // namespace wgcts::suites
