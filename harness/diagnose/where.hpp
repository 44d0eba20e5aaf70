// Where a bug shows: the fewest conditions that part wrong from right over everything that ran.
#pragma once

#include <functional>
#include <span>

#include "harness/diagnose/place.hpp"
#include "results/bug.hpp"

namespace wgcts::harness {

struct Condition {
  CauseWord word;   ///< {"size", {{">", "64"}}}
  double cost = 1;  ///< how far-fetched it is
  std::function<bool(const Place&)> holds;
};

struct Boundary {
  std::vector<Condition> conditions;  ///< a conjunction
  double cost = 0;
  std::size_t amiss = 0;  ///< right places that it does not part from the wrong ones

  bool holds(const Place& place) const;
  /// The same of a call in a whole program, which has no form and no number: what hangs on those may hold.
  bool may_hold_in_program(const Place& place) const;
  Where where() const;
};

/// All conditions that hold at every wrong place, and somewhere not at a right one.
std::vector<Condition> conditions_for(std::span<const Place> wrong, std::span<const Place> right);

/// The cheapest conjunction of them that holds at the fewest right places.
Boundary boundary_between(std::span<const Place> wrong, std::span<const Place> right);

}  // namespace wgcts::harness
