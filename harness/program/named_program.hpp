// Whole programs as the suite runs them.
#pragma once

#include "harness/program/kernel.hpp"
#include "harness/program/kernel_run.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// The program of that kernel, with its attributes, and its functions named so that it can share a source
/// with others.
LegalProgram named_program(const Kernel& kernel);
/// The same of a case that is a whole program.
LegalProgram named_program(const Case& c);

/// What the kernel of the program of that key is called there, without attributes.
std::string kernel_name(const ProgramKey& key);

/// The program alone in its source, with what it must write; built with these options. The arguments are, in
/// this order, its scalars, the buffers that it reads, and those that it writes.
KernelRun kernel_run_of(const LegalProgram& program, const std::string& options);

}  // namespace wgcts::harness
