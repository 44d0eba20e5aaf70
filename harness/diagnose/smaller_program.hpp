// From a whole program that fails to the smallest one that still does, and those beside it that pass.
#pragma once

#include <functional>
#include <optional>

#include "harness/diagnose/simplify.hpp"
#include "results/bug.hpp"
#include "suites/programs/shown.hpp"

namespace wgcts::harness {

struct SmallestProgram {
  Case the_case;                              ///< the failing one itself, or a given program
  std::optional<PassingNeighbour> neighbour;  ///< the same program but for one opportunity, if one passed
  std::vector<Ingredient> ingredients{};      ///< what it cannot lose, each proved
  std::vector<GivenProgram> programs{};       ///< all that the names above stand for
  std::string
      form{};  ///< its normal form; empty where the time was over before nothing smaller was left to ask for
};

/// Experiments that the reduction of one program may take. Of 11 programs that fail on PoCL 7.1 and Intel
/// 2022.2.1 the one that took most took 235.
inline constexpr std::size_t most_experiments = 300;

/// Makes the program of `failing` smaller while `ask` says that the bug shows and there is time. Each program
/// that is asked for is legal and meets a collective.
SmallestProgram smallest_program(const Case& failing, const std::function<Shown(const Case&)>& ask,
                                 const TimeLeft& time_left);

}  // namespace wgcts::harness
