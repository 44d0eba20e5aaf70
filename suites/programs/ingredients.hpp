// What a reduced program is made of: the parts that it cannot lose say what a driver's bug is about.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suites/programs/reduce.hpp"

namespace wgcts::suites {

/// A property that a program has: "a do-while loop whose condition is work_group_all".
struct ProgramFeature {
  std::string phrase;
  std::string general{};  ///< the phrase of a wider one that it implies; empty for none
};

/// Each feature of the program once, in the order of its text.
std::vector<ProgramFeature> features_of(const LegalProgram& program);

/// A feature of the smallest program, and one of its passing neighbours, which lacks it.
struct ProvedIngredient {
  std::string phrase;
  const LegalProgram* without;  ///< in the reduction
};

/// The features that some passing neighbour lacks, without those that another of them implies. Of several
/// neighbours the one that lacks fewest others is the proof.
std::vector<ProvedIngredient> ingredients_of(const Reduction& reduction);

/// The program's form without what makes no difference to most compilers: variables by their order of
/// appearance, operands of commutative operators and neighbouring stores sorted, sizes left out, types as
/// integers or floating-point, literals as 0 or not. Programs of one form show one bug.
std::string normal_form(const LegalProgram& program);

}  // namespace wgcts::suites
