// Finds the simplest conditions that separate wrong places from correct ones.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/replay/conditions.hpp"

namespace wgcts::harness {

/// The description length of one more bug.
inline constexpr double bits_of_a_bug = 16;

/// The description length of `wrong` observations of `of` that contradict a hypothesis. Each takes bits for
/// its number, for another bug that must act there, and for its results.
double bits_of_contradictions(std::size_t wrong, std::size_t of);

/// The description length of `some` exceptions of `of` places to conditions. Either each is a contradiction,
/// or together they are where a condition decides that no feature states.
double bits_of_exceptions(std::size_t some, std::size_t of);

/// How to count correct places where the conditions hold.
enum class RightPlaces : std::uint8_t {
  Contradict,  ///< the fault is deterministic and would have changed their results
  MayHideIt    ///< values, such as equal ones, may hide the fault
};

/// A conjunction of conditions, and how well it separates wrong places from correct ones.
struct Boundary {
  Where where{};
  double bits = 0;              ///< to state the conditions
  double exceptions = 0;        ///< bits to state the exceptions
  std::size_t violated = 0;     ///< correct places where it holds
  std::vector<Where> rivals{};  ///< other conjunctions whose description is almost as short

  bool holds(const Place& place) const;
  /// The same for a call in a whole program. Conditions on the form, the call's number, its function and
  /// other calls count as true.
  bool may_hold_in_program(const Place& place) const;
  double description_length() const { return bits + exceptions; }
};

/// The conjunction with the shortest description, exceptions included.
Boundary boundary_between(const Places& wrong, const Places& right,
                          RightPlaces meaning = RightPlaces::Contradict);

}  // namespace wgcts::harness
