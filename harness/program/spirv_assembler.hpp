// SPIR-V, word by word: what a module is put together with.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string_view>
#include <vector>

#include "layers.hpp"

namespace wgcts::harness {

/// The parts of a module in the order that SPIR-V asks for (2.4, Logical Layout).
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

/// Collects instructions in any order, and gives each declaration that SPIR-V wants once an id once.
class SpirvAssembler {
 public:
  using Id = std::uint32_t;

  Id fresh() { return next_++; }

  /// An instruction without a result.
  void put(SpirvPart part, spv::Op op, std::span<const std::uint32_t> operands);
  void put(SpirvPart part, spv::Op op, std::initializer_list<std::uint32_t> operands) {
    put(part, op, std::span(operands.begin(), operands.size()));
  }
  /// A function of another module, of that name and those types, which is linked later: its id.
  Id import_function(std::string_view name, Id result, std::span<const Id> parameters);
  /// An instruction of a function, with a result of that type; its id.
  Id value(spv::Op op, Id type, std::span<const std::uint32_t> operands);
  Id value(spv::Op op, Id type, std::initializer_list<std::uint32_t> operands) {
    return value(op, type, std::span(operands.begin(), operands.size()));
  }
  /// A type without result type, such as OpTypeInt: its id, the same for the same operands.
  Id type(spv::Op op, std::initializer_list<std::uint32_t> operands);
  /// A constant of that type, the same id for the same words.
  Id constant(Id type, std::initializer_list<std::uint32_t> words);
  void capability(spv::Capability c);
  /// An extension of SPIR-V that the module uses.
  void extension(std::string_view name);
  /// An entry point of the OpenCL kind, which reads those variables.
  void entry(Id function, std::string_view name, std::span<const Id> variables);

  /// The module, header first. `version` is the header's word for it: 0x00010200 for 1.2.
  std::vector<std::uint32_t> words(std::uint32_t version) const;

 private:
  Id declared(spv::Op op, std::vector<std::uint32_t> key, std::size_t result_at);

  std::array<std::vector<std::uint32_t>, spirv_parts> parts_;
  std::map<std::vector<std::uint32_t>, Id> declared_;
  Id next_ = 1;
};

}  // namespace wgcts::harness
