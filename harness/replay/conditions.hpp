// Conditions: predicates on places, and the fewest of them that separate wrong places from right ones.
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

/// The description length of one more bug.
inline constexpr double bits_of_a_bug = 16;

/// The description length of the observations that a hypothesis gets wrong: `wrong` of `of`. Each takes bits
/// for its number, for the other bug that acts there, and for its results.
double bits_of_contradictions(std::size_t wrong, std::size_t of);

/// log2 of the number of sets of k of n things.
double bits_of_set(double k, double n);

/// What right places mean at which a fault should show.
enum class RightPlaces : std::uint8_t {
  Contradict,  ///< the fault is deterministic, and would have changed their results
  MayHideIt    ///< values may hide it, for example if they are all alike: say only which places are right
};

/// A conjunction of conditions, and how well it separates wrong places from right ones.
struct Boundary {
  Where where{};
  double bits = 0;              ///< to state the conditions
  double exceptions = 0;        ///< bits to state the exceptions
  std::size_t violated = 0;     ///< right places at which it holds
  std::vector<Where> rivals{};  ///< other conjunctions whose description is almost as short

  bool holds(const Place& place) const;
  /// The same of a call in a whole program. Conditions on the form or on the call's number are taken as true.
  bool may_hold_in_program(const Place& place) const;
  double description_length() const { return bits + exceptions; }
};

/// The conjunction with the shortest description, exceptions included.
Boundary boundary_between(const Places& wrong, const Places& right,
                          RightPlaces meaning = RightPlaces::Contradict);

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
