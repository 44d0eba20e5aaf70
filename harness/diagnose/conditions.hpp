// Conditions: predicates on places, and the fewest of them that separate wrong places from right ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/diagnose/place.hpp"
#include "results/predicate.hpp"

namespace wgcts::harness {

/// A predicate and its complexity. Of two conditions that separate equally well, the simpler one is reported.
struct Condition {
  Predicate predicate;
  double complexity = 1;
};

/// Whether the predicate is true of the place. A predicate on work-groups is true of a case without results.
bool holds(const Predicate& predicate, const Place& place);

/// All conditions that hold at every wrong place, and not at every right one.
std::vector<Condition> conditions_for(std::span<const Place> wrong, std::span<const Place> right);

/// A conjunction of conditions, and how well it separates wrong places from right ones.
struct Boundary {
  std::vector<Condition> conditions;
  double complexity = 0;     ///< the sum of the conditions'
  std::size_t violated = 0;  ///< right places at which it holds

  bool holds(const Place& place) const;
  /// The same of a call in a whole program. Conditions on the form or on the call's number are taken as true.
  bool may_hold_in_program(const Place& place) const;
  Where where() const;
};

/// The simplest conjunction that holds at the fewest right places.
Boundary boundary_between(std::span<const Place> wrong, std::span<const Place> right);

/// The same where right results may hide the fault, for example by values that are all alike: a conjunction
/// outside of which most right places are. Empty if there is none.
Boundary likeliest_boundary(std::span<const Place> wrong, std::span<const Place> right);

/// Whether it takes more than two plain conditions. For a fault without a model, so many hold by chance.
bool is_complex(const Boundary& boundary);

/// How a variant's programs are built, as Feature::Option names it: "-cl-std=CL2.0", "default".
std::string option_of(const Variant& variant);

/// The number from `least` to `most` that a person would choose for a threshold: a power of two, else a
/// multiple of the largest power of two, else `most`.
std::size_t preferred_threshold(std::size_t least, std::size_t most);

}  // namespace wgcts::harness
