// Builtins in a SPIR-V module, which is linked to the modules under test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/program/implementation.hpp"

namespace wgcts::harness {

/// The name that an OpenCL C compiler gives the builtin, by the Itanium rules of the OpenCL SPIR-V
/// environment: "_Z20work_group_broadcastfmm" if size_t has 64 bits, "_Z20work_group_broadcastfjj" if it
/// has 32.
std::string mangled(const Prototype& prototype, unsigned address_bits);

/// The builtin's name while modules are linked. A driver may have functions with the mangled names itself,
/// and two definitions must not collide.
std::string linked_name(const Prototype& prototype, unsigned address_bits);

/// Throws std::invalid_argument for an invalid module. Checks only lengths, linkage, types of functions and
/// the addressing model. The message completes a sentence about the file, such as "it ...".
void require_sound_library(std::span<const std::uint32_t> module);

/// The builtins that the module exports for the device's types, as printed by text_of(). Throws
/// std::invalid_argument, as above, for another address size or for a builtin with other types.
std::vector<std::string> exported_builtins(std::span<const std::uint32_t> module, const DeviceFacts& facts);

/// The same module with each exported builtin under its linked_name().
std::vector<std::uint32_t> with_linked_names(std::span<const std::uint32_t> module);

}  // namespace wgcts::harness
