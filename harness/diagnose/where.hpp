// Where a bug shows: the fewest conditions that part wrong from right over everything that ran.
#pragma once

#include <span>
#include <vector>

#include "harness/diagnose/conditions.hpp"

namespace wgcts::harness {

/// Conditions that hold together, and how well they part wrong from right.
struct Boundary {
  std::vector<Condition> conditions;  ///< a conjunction
  double cost = 0;
  std::size_t amiss = 0;  ///< right places that it does not part from the wrong ones

  bool holds(const Place& place) const;
  /// The same of a call in a whole program, which has no form and no number: what hangs on those may hold.
  bool may_hold_in_program(const Place& place) const;
  Where where() const;
};

/// The cheapest conjunction of conditions that holds at the fewest right places.
Boundary boundary_between(std::span<const Place> wrong, std::span<const Place> right);

}  // namespace wgcts::harness
