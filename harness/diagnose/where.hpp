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

/// The same where what is right may be so although the bug struck, and nobody knows of which place that
/// holds: conditions that most of what is right stands outside of; none where there are no such conditions.
Boundary likeliest_boundary(std::span<const Place> wrong, std::span<const Place> right);

/// Whether it takes more than two plain conditions: of a bug that has no name, to say what should have been
/// wrong, so many hold by chance.
bool is_far_fetched(const Boundary& boundary);

}  // namespace wgcts::harness
