// Whole programs as the suite runs them.
#pragma once

#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// The program of that key, its functions named so that it can share a source with others.
LegalProgram named_program(const ProgramKey& key);

}  // namespace wgcts::harness
