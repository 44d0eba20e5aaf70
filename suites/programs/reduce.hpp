// From a program that fails to the smallest one that fails in the same way.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/reducer.hpp"

namespace wgcts::suites {

/// Visits the opportunities inside a statement or an expression before those around it. May throw
/// IllegalProgram.
using ProgramPass = ReductionPass<Draft>;

/// All passes, those that usually take most out of a program first; or those alone that keep calls.
std::span<const ProgramPass> reduction_passes();
std::span<const ProgramPass> passes_that_keep_calls();

/// The draft after the pass, without parts that have become unused. May throw IllegalProgram.
Draft taken(const ProgramPass& pass, Draft draft, Chosen chosen);

/// Removes unused functions, variables, buffers and arguments.
void tidy(Draft& draft);

/// The launch with a range of fewer work-groups or work-items. The remaining ones keep their values.
ProgramLaunch resized(const ProgramLaunch& launch, const NDRange& range);

/// Runs a legal program; an experiment for the device.
using AskProgram = std::function<Shown(const LegalProgram&)>;

struct Reduction {
  LegalProgram smallest;
  /// Programs that are one opportunity smaller than the smallest, and pass; each once.
  std::vector<LegalProgram> passing{};
  std::size_t experiments = 0;
  /// All programs that are one opportunity smaller were asked. False where a limit came first.
  bool finished = false;
};

/// Reduces by the passes, as Reducer says. Every program that is asked for is proved legal by the interpreter
/// and meets a collective.
Reduction reduce(
    LegalProgram failing, const AskProgram& ask, std::size_t most_experiments,
    const std::function<bool()>& go_on = [] { return true; },
    std::span<const ProgramPass> passes = reduction_passes());

}  // namespace wgcts::suites
