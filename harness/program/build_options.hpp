// The build options of a case on its device.
#pragma once

#include <string>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The -cl-std of the case: 20, 30, ...
unsigned cl_std_of(const Case& c, const DeviceFacts& facts);

/// The options of programs without special ones.
std::string usual_options(const DeviceFacts& facts);

/// The variant that a program's cases have in common: the host row if it acts on the program, else the plain
/// variant.
const Variant* program_variant(const Case& c);

/// The build options of the case's program. Cases share a program only if they are equal.
std::string build_options(const Case& c, const DeviceFacts& facts);

}  // namespace wgcts::harness
