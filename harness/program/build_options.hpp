// The options that a program is built with: all that follows from a case and its device.
#pragma once

#include <string>

#include "results/device_facts.hpp"

namespace wgcts::harness {

/// The -cl-std that the case is built with: 20, 30, ...
unsigned cl_std_of(const Case& c, const DeviceFacts& facts);

/// What a program is built with that no case asks more of.
std::string usual_options(const DeviceFacts& facts);

/// The variant that the case shares its program with: its row of the host's where it acts on the program, else the plain
/// one.
const Variant* program_variant(const Case& c);

/// The build options of the case's program. Cases share a program only if theirs are equal.
std::string build_options(const Case& c, const DeviceFacts& facts);

}  // namespace wgcts::harness
