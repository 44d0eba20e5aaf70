// Reduces a program that fails to the smallest one that fails in the same way.
#pragma once

#include <functional>
#include <vector>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/reducer.hpp"

namespace wgcts::suites {

/// Visits the opportunities inside a statement or an expression before those around it. May throw
/// IllegalProgram.
using ProgramPass = ReductionPass<Draft>;

/// All passes, or only those that keep calls. Passes that usually remove most come first.
std::vector<ProgramPass> reduction_passes(bool keep_calls = false);

/// The draft after the pass, without parts that have become unused. May throw IllegalProgram.
Draft taken(const ProgramPass& pass, Draft draft, Chosen chosen);

/// Removes unused functions, variables, buffers and arguments.
void tidy(Draft& draft);

/// The launch with a range of fewer work-groups or work-items. The remaining ones keep their values.
ProgramLaunch resized(const ProgramLaunch& launch, const NDRange& range);

using AskProgram = std::function<Shown(const LegalProgram&)>;

struct Reduction {
  LegalProgram smallest;
  /// Programs that are one opportunity smaller than the smallest, and pass. Each occurs once.
  std::vector<LegalProgram> passing{};
  std::size_t experiments = 0;
  /// Whether all programs that are one opportunity smaller were tried. False if a limit ended the reduction.
  bool finished = false;
};

/// Every program that it tries is proved legal by the interpreter and reaches a collective. `keep_calls`:
/// only with passes that leave calls unchanged.
Reduction reduce(
    LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
    const std::function<bool()>& go_on = [] { return true; }, bool keep_calls = false);

}  // namespace wgcts::suites
