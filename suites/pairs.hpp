// The pairs and triples of values in a plan, and those that are possible.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "suites/values.hpp"

namespace wgcts::suites {

/// A set of families, one bit each.
using Families = std::uint8_t;
constexpr Families bit_of(Family family) {
  return static_cast<Families>(1U << static_cast<unsigned>(family));
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
  void add(const Values& values, Families families);
  static std::size_t size() { return all_values().size(); }

 private:
  std::vector<Families> families_;
};

/// Whether a launch with two or three values does not show what they do together. Two kinds of value
/// hide others. A launch with such a value counts only for pairs and triples that contain it:
/// - Without a local size the driver may choose work-groups of one work-item, where few faults show.
/// - Collectives that another part of the program calls are compiled without the attributes of the kernel.
bool is_hidden(const Values& values, std::span<const ValueId> ids);

/// The number of values that many devices lack.
std::size_t rares_of(const Values& values);

/// Whether a launch counts for `ids`, which are some of its values. It must show what they do together. They
/// must include all `rares` of its values that many devices lack: devices without these skip the launch, and
/// must cover its other values elsewhere.
bool counts_for(const Values& values, std::size_t rares, std::span<const ValueId> ids);

/// Those of the families that have a legal case with all values. The other parameters have their defaults,
/// except for shape and size.
Families families_with(std::span<const ValueId> ids, Families among);

/// The pairs that a legal case has, by family.
const PairTable& legal_pairs();

/// Whether one family is enough to cover the pair. This holds for pairs of a variant row with a form that has
/// a kernel for each family, which would cost six times as much, and with the largest work-group, which costs
/// as much as a hundred others.
bool takes_one_family(ValueId a, ValueId b);

/// Why no legal case has both values. Empty if one does.
std::string_view why_not(ValueId a, ValueId b);

/// The values of the cases, and the families that have a case with them.
std::map<Values, Families> families_of_launches(const std::vector<Case>& cases);

/// The pairs that the cases cover.
PairTable covered_pairs(const std::vector<Case>& cases);

/// A number of covered items and of all legal ones.
struct Share {
  std::size_t met = 0, legal = 0;
};

/// The number of covered pairs of values with any family, of all legal ones; and the number of triples of a
/// family and a pair.
Share share_of_pairs(const PairTable& met);
Share share_with_families(const PairTable& met);

/// The number of covered triples of a form, a variant row and a dimension, of all legal ones.
Share share_of_form_row_dimension(const std::vector<Case>& cases);

/// Calls visit(a, b) for each pair of values of two parameters. a has the first parameter.
template <class Visit>
void for_each_pair(Visit visit) {
  const auto values = all_values();
  for (std::size_t a = 0; a < values.size(); ++a)
    for (std::size_t b = a + 1; b < values.size(); ++b)
      if (values[a].parameter != values[b].parameter) visit(static_cast<ValueId>(a), static_cast<ValueId>(b));
}

/// The case of these values and a builtin. Nothing if the variant rows contradict each other.
std::optional<Case> case_of(const Values& values, const LocalSize& local, const Builtin& builtin);

/// A builtin of the family.
const Builtin& of_family(Family family);

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

/// Calls visit(ids) for each triple that a launch of these values shows: none that is hidden.
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

/// The triples that a legal case has, by family. The other parameters of the case have their defaults, except
/// for shape and size.
const TripleTable& legal_triples();

/// Whether one family is enough to cover the triple. This holds for triples with the largest work-group,
/// which costs as much as a hundred others, and with a form that has a kernel for each builtin.
bool takes_one_family(const ThreeValues& ids);

/// The triples that the cases cover.
TripleTable covered_triples(const std::vector<Case>& cases);

/// The number of covered triples with any family, of all legal ones.
Share share_of_triples(const TripleTable& met);

/// Calls visit(ids) for each triple of values of three parameters.
template <class Visit>
void for_each_triple(Visit visit) {
  for_each_pair([&](ValueId a, ValueId b) {
    const std::size_t next = range_of(all_values()[b].parameter).second;
    for (std::size_t c = next; c < all_values().size(); ++c)
      visit(ThreeValues{a, b, static_cast<ValueId>(c)});
  });
}

}  // namespace wgcts::suites
