// A program as a tree that people read.
#pragma once

#include <string>

#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// The statements of each function, one a line, those inside of others further in; under each the collectives
/// that it calls, with how often a work-group meets them, by the interpreter, and the functions.
std::string outline(const LegalProgram& program);

}  // namespace wgcts::suites
