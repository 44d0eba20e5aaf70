// Ingredients of a reduced program: the parts that cannot be removed without losing the bug.
#pragma once

#include <string>
#include <vector>

#include "suites/programs/reduce.hpp"

namespace wgcts::suites {

/// A property of a program, such as "a do-while loop whose condition is work_group_all".
struct ProgramFeature {
  std::string phrase;
  std::string general{};  ///< the phrase of a more general feature that it implies; empty: none
};

/// Each feature of the program once, in the order of its text.
std::vector<ProgramFeature> features_of(const LegalProgram& program);

/// A feature of the reduced program, with a passing neighbour that lacks it.
struct ProvedIngredient {
  std::string phrase;
  const LegalProgram* without;  ///< points into the reduction
};

/// The features that some passing neighbour lacks, without those that others of them imply. The proof is the
/// neighbour that lacks the fewest features.
std::vector<ProvedIngredient> ingredients_of(const Reduction& reduction);

/// The program without details that make no difference to most compilers: variables numbered by first use,
/// operands of commutative operators and neighbouring stores sorted, no sizes, types only as integer or
/// floating-point, literals only as zero or not. Programs with the same form show the same bug.
std::string normal_form(const LegalProgram& program);

}  // namespace wgcts::suites
