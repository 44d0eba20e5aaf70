#include "suites/triples.hpp"

#include <algorithm>

namespace wgcts::suites {

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
