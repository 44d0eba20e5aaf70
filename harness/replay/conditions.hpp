// Conditions: predicates on places.
#pragma once

#include <string>
#include <vector>

#include "harness/replay/place.hpp"
#include "results/predicate.hpp"

namespace wgcts::harness {

/// Whether the predicate is true of the place. A predicate on work-groups is true of a case without results.
bool holds(const Predicate& predicate, const Place& place);
/// Whether all of them are true of the place.
bool holds(const Where& where, const Place& place);

/// All conditions that hold at every wrong place, and not at every right one.
Where conditions_for(const Places& wrong, const Places& right);

/// The description length of a condition. Of two that separate equally well, the shorter one is reported.
double bits_to_state(const Predicate& predicate);

/// log2 of the number of sets of k of n things.
double bits_of_set(double k, double n);

/// How a variant's programs are built, as Feature::Option names it: "-cl-std=CL2.0", "default".
std::string option_of(const Variant& variant);
/// The row of variants that adds the option; nullptr if there is none.
const Variant* variant_with_option(std::string_view option);

/// A row of variants as Feature::Variant names it: "plain" for the one without a name.
std::string_view name_of(const Variant& row);
/// The row of that name; nullptr if there is none.
const Variant* variant_of_name(std::string_view name);
/// The number from `least` to `most` that a person would choose for a threshold: a power of two, else a
/// multiple of the largest power of two, else `most`.
std::size_t preferred_threshold(std::size_t least, std::size_t most);

}  // namespace wgcts::harness
