// A program as an indented tree for readers.
#pragma once

#include <string>

#include "suites/programs/draw_program.hpp"

namespace wgcts::suites {

/// One line for each statement, indented by nesting. Below it are the functions and collectives that it
/// calls; collectives with the number of calls by a work-group in the interpreter.
std::string outline(const LegalProgram& program);

}  // namespace wgcts::suites
