// The passes by which a program is reduced.
#pragma once

#include <span>

#include "suites/programs/draw_program.hpp"
#include "suites/programs/reducer.hpp"

namespace wgcts::suites {

/// Comes across opportunities inside of a statement or an expression before the one around it. May throw
/// IllegalProgram.
using ProgramPass = ReductionPass<Draft>;

/// All passes, those that usually take most out of a program first; or those alone that keep calls.
std::span<const ProgramPass> reduction_passes();
std::span<const ProgramPass> passes_that_keep_calls();

/// What the pass makes of the draft. What nothing mentions any more is taken out. May throw IllegalProgram.
Draft taken(const ProgramPass& pass, Draft draft, Chosen chosen);

/// Takes out functions, variables, buffers and arguments that nothing mentions.
void tidy(Draft& draft);

/// The launch with a range of fewer work-groups or work-items; what remains keeps its values.
ProgramLaunch resized(const ProgramLaunch& launch, const NDRange& range);

}  // namespace wgcts::suites
