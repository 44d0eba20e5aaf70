// Writes SPIR-V modules.
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
