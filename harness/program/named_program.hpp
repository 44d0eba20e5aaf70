// Programs as the suite runs them.
#pragma once

#include "harness/program/kernel_run.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// The program of that key. Its functions have names that are unique in a shared source.
LegalProgram named_program(const ProgramKey& key);

/// The name of its kernel.
std::string kernel_name(const ProgramKey& key);

/// The program alone in its source, with its expected outputs and these build options. The arguments are, in
/// this order, scalars, input buffers and output buffers.
KernelRun kernel_run_of(const LegalProgram& program, const std::string& options);

}  // namespace wgcts::harness
