// SPIR-V as words: how a module that somebody else wrote is taken apart.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::harness {

/// The words before a module's first instruction: magic number, version, generator, bound and schema.
inline constexpr std::size_t spirv_header = 5;

/// The words of a file that begins with SPIR-V's magic number, by which its byte order is known, in the order
/// of this machine; nothing for any other file. Throws std::invalid_argument, with a sentence's end such as
/// "it ...", for a file that is cut off within a word.
std::optional<std::vector<std::uint32_t>> spirv_words(std::string_view file);

/// An instruction of a module, without its first word. The operands lie in the module.
struct SpirvInstruction {
  spv::Op op{};
  std::span<const std::uint32_t> operands;
};

/// All instructions, in their order. Throws std::invalid_argument, as spirv_words() does, for a module that
/// is cut off, or has an instruction without length.
std::vector<SpirvInstruction> instructions_of(std::span<const std::uint32_t> module);

/// A text as SPIR-V holds it: UTF-8 with a zero byte, filled up to whole words, the first byte lowest.
std::vector<std::uint32_t> spirv_text(std::string_view text);

/// The text that begins with these words, and nothing where no zero byte ends it.
std::optional<std::string> text_of_spirv(std::span<const std::uint32_t> words);

}  // namespace wgcts::harness
