// Programs as the suite runs them.
#pragma once

#include "harness/program/kernel.hpp"
#include "harness/program/kernel_run.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {

/// The program of that kernel, its functions named so that it can share a source with others.
LegalProgram named_program(const Kernel& kernel);
/// The same of a case that is a whole program.
LegalProgram named_program(const Case& c);

std::string kernel_name(const ProgramKey& key);

/// Whether a device that wrote these bytes over the poison, one element, wrote what the interpreter did.
bool wrote(const OutputBuffer& buffer, Type type, std::span<const std::byte> bytes,
           std::span<const std::byte> poison);

/// The program alone in its source, with what it must write; built with these options. The arguments are, in
/// this order, its scalars, the buffers that it reads, and those that it writes.
KernelRun kernel_run_of(const LegalProgram& program, const std::string& options,
                        std::string_view attributes = {});

}  // namespace wgcts::harness
