// Builtins that come as a SPIR-V module, to be linked to the modules under test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "harness/program/implementation.hpp"

namespace wgcts::harness {

/// The name that an OpenCL C compiler gives the builtin, by the Itanium rules as the OpenCL SPIR-V
/// environment takes them: "_Z20work_group_broadcastfmm" where size_t has 64 bits,
/// "_Z20work_group_broadcastfjj" where it has 32.
std::string mangled(const Prototype& prototype, unsigned address_bits);

/// What stands for the builtin while modules are linked: a driver may have functions of the mangled names
/// itself, and no two definitions are to meet.
std::string linked_name(const Prototype& prototype, unsigned address_bits);

/// Throws std::invalid_argument, with a sentence's end such as "it ...", for a module whose words are not
/// what they should be as far as they are read here: lengths, linkage, types of functions, addressing model.
void require_sound_library(std::span<const std::uint32_t> module);

/// What the module exports of the builtins for the types that the device has, as text_of() writes them.
/// Throws std::invalid_argument, as above, for a module of another address size, and for a function of a
/// builtin's name that takes or gives other types.
std::vector<std::string> exported_builtins(std::span<const std::uint32_t> module, const DeviceFacts& facts);

/// The same module with each exported builtin under its linked_name().
std::vector<std::uint32_t> with_linked_names(std::span<const std::uint32_t> module);

}  // namespace wgcts::harness
