// Reads and writes SPIR-V modules. Builtins in a module, which is linked to the modules under test.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/implementation.hpp"

namespace wgcts::harness {

using SpirvWords = std::vector<std::uint32_t>;

/// The number of words before the first instruction: magic number, version, generator, bound and schema.
inline constexpr std::size_t spirv_header = 5;

/// The words of a file that begins with SPIR-V's magic number, converted from either byte order; nothing for
/// any other file. Throws std::invalid_argument for a file that ends within a word. The message completes a
/// sentence about the file, such as "it ...".
std::optional<SpirvWords> spirv_words(std::string_view file);

/// An instruction without its first word. The operands point into the module.
struct SpirvInstruction {
  spv::Op op{};
  std::span<const std::uint32_t> operands;
};

/// All instructions, in order. Throws std::invalid_argument, as spirv_words() does, for a truncated module or
/// an instruction of length 0.
std::vector<SpirvInstruction> instructions_of(std::span<const std::uint32_t> module);

/// A text in SPIR-V: UTF-8 with a zero byte, padded to whole words, the first byte lowest.
SpirvWords spirv_text(std::string_view text);

/// The text that begins with these words; nothing if no zero byte ends it.
std::optional<std::string> text_of_spirv(std::span<const std::uint32_t> words);

void append_instruction(SpirvWords& module, spv::Op op, std::span<const std::uint32_t> operands);

inline SpirvWords followed_by(SpirvWords words, std::span<const std::uint32_t> others) {
  words.insert(words.end(), others.begin(), others.end());
  return words;
}

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
