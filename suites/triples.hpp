// The triples of values in a plan, and the possible triples.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "suites/pairs.hpp"

namespace wgcts::suites {

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
