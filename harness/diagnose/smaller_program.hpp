// From a whole program that fails to the smallest one that still does, and one beside it that passes.
#pragma once

#include <functional>
#include <optional>

#include "harness/diagnose/simplify.hpp"
#include "results/bug.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// What came of a program that is smaller than one that shows a bug.
enum class Smaller : std::uint8_t {
  Shows,   ///< the same bug
  Passes,  ///< what it wrote is right
  Other    ///< another bug, or nothing that tells
};

struct SmallestProgram {
  Case the_case;                              ///< named by the program that it was made of and the edits
  std::optional<PassingNeighbour> neighbour;  ///< the same program but for one edit, if one passed
};

/// Makes the program of `failing` smaller while `ask` says that the bug shows and there is time. Each program
/// that is asked for is legal and meets a collective.
SmallestProgram smallest_program(const Case& failing, const std::function<Smaller(const Case&)>& ask,
                                 const TimeLeft& time_left);

}  // namespace wgcts::harness
