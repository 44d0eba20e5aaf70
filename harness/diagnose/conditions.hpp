// The conditions that may separate wrong places from right ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/diagnose/place.hpp"
#include "results/predicate.hpp"

namespace wgcts::harness {

/// A predicate, and how far-fetched it is: of two that separate as well the cheaper one is reported.
struct Condition {
  Predicate predicate;
  double cost = 1;
};

/// Whether the predicate is true of the place. One that only work-groups can contradict is true of a case without
/// results.
bool holds(const Predicate& predicate, const Place& place);

/// All conditions that hold at every wrong place, and not at every right one.
std::vector<Condition> conditions_for(std::span<const Place> wrong, std::span<const Place> right);

/// How a variant's programs are built, as Feature::Option names it: "-cl-std=CL2.0", "default".
std::string option_of(const Variant& variant);

}  // namespace wgcts::harness
