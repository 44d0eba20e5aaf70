// Reads and writes SPIR-V modules.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::harness {

/// The number of words before the first instruction: magic number, version, generator, bound and schema.
inline constexpr std::size_t spirv_header = 5;

/// The words of a file that begins with SPIR-V's magic number, converted from either byte order; nothing for
/// any other file. Throws std::invalid_argument for a file that ends within a word. The message completes a
/// sentence about the file, such as "it ...".
std::optional<std::vector<std::uint32_t>> spirv_words(std::string_view file);

/// An instruction without its first word. The operands point into the module.
struct SpirvInstruction {
  spv::Op op{};
  std::span<const std::uint32_t> operands;
};

/// All instructions, in order. Throws std::invalid_argument, as spirv_words() does, for a truncated module or
/// an instruction of length 0.
std::vector<SpirvInstruction> instructions_of(std::span<const std::uint32_t> module);

/// A text in SPIR-V: UTF-8 with a zero byte, padded to whole words, the first byte lowest.
std::vector<std::uint32_t> spirv_text(std::string_view text);

/// The text that begins with these words; nothing if no zero byte ends it.
std::optional<std::string> text_of_spirv(std::span<const std::uint32_t> words);

/// The parts of a module in the order of SPIR-V 2.4, Logical Layout.
enum class SpirvPart : std::uint8_t {
  Capability,
  Extension,
  Memory,
  Entry,
  Annotation,
  Global,
  Declaration,
  Code
};
inline constexpr std::size_t spirv_parts = static_cast<std::size_t>(SpirvPart::Code) + 1;

/// Collects instructions in any order, and gives equal declarations the same id.
class SpirvAssembler {
 public:
  using Id = std::uint32_t;

  Id fresh() { return next_++; }

  void put(SpirvPart part, spv::Op op, std::span<const std::uint32_t> operands);
  void put(SpirvPart part, spv::Op op, std::initializer_list<std::uint32_t> operands) {
    put(part, op, std::span(operands.begin(), operands.size()));
  }
  /// Declares a function of another module with this name and these types. Returns its id.
  Id import_function(std::string_view name, Id result, std::span<const Id> parameters);
  /// An instruction of a function, with a result of that type. Returns its id.
  Id value(spv::Op op, Id type, std::span<const std::uint32_t> operands);
  Id value(spv::Op op, Id type, std::initializer_list<std::uint32_t> operands) {
    return value(op, type, std::span(operands.begin(), operands.size()));
  }
  /// A type declaration such as OpTypeInt. Equal operands give the same id.
  Id type(spv::Op op, std::initializer_list<std::uint32_t> operands);
  /// A constant of that type. Equal words give the same id.
  Id constant(Id type, std::initializer_list<std::uint32_t> words);
  void capability(spv::Capability c);
  /// Declares a SPIR-V extension.
  void extension(std::string_view name);
  /// An OpenCL entry point that reads these variables.
  void entry(Id function, std::string_view name, std::span<const Id> variables);

  /// The module. `version` is the header's word: 0x00010200 for 1.2.
  std::vector<std::uint32_t> words(std::uint32_t version) const;

 private:
  Id declared(spv::Op op, std::vector<std::uint32_t> key, std::size_t result_at);

  std::array<std::vector<std::uint32_t>, spirv_parts> parts_;
  std::map<std::vector<std::uint32_t>, Id> declared_;
  Id next_ = 1;
};

}  // namespace wgcts::harness
