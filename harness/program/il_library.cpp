#include "harness/program/il_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "harness/program/spirv.hpp"

namespace wgcts::harness {
namespace {

struct TypeCode {
  GenType type;
  std::string_view code;
};
constexpr TypeCode type_codes[] = {{GenType::Half, "Dh"}, {GenType::Int, "i"},   {GenType::UInt, "j"},
                                   {GenType::Long, "l"},  {GenType::ULong, "m"}, {GenType::Float, "f"},
                                   {GenType::Double, "d"}};

/// The number of size_t parameters.
unsigned coordinates_of(const Prototype& p) {
  return p.builtin->collective.family == Family::Broadcast ? p.dim : 0;
}

std::uint32_t operand(const SpirvInstruction& instruction, std::size_t place) {
  if (place >= instruction.operands.size())
    throw std::invalid_argument(
        fmt::format("it is not a valid SPIR-V module: an instruction with opcode {} has {} operands",
                    static_cast<unsigned>(instruction.op), instruction.operands.size()));
  return instruction.operands[place];
}

/// A decoration that exports a function.
struct Export {
  std::uint32_t target = 0;
  std::string name;
  std::vector<std::uint32_t> linkage;  ///< the words after the name
};

std::optional<Export> export_in(const SpirvInstruction& instruction) {
  constexpr std::size_t name_at = 2;
  if (instruction.op != spv::Op::OpDecorate ||
      operand(instruction, 1) != static_cast<std::uint32_t>(spv::Decoration::LinkageAttributes))
    return std::nullopt;
  const auto words = instruction.operands.subspan(name_at);
  const auto name = text_of_spirv(words);
  if (!name) throw std::invalid_argument("it is not a valid SPIR-V module: a function's name has no end");
  const std::size_t behind = name->size() / 4 + 1;
  const auto linkage = static_cast<spv::LinkageType>(operand(instruction, name_at + behind));
  if (linkage != spv::LinkageType::Export && linkage != spv::LinkageType::LinkOnceODR) return std::nullopt;
  return Export{
      operand(instruction, 0), *name, {words.begin() + static_cast<std::ptrdiff_t>(behind), words.end()}};
}

unsigned address_bits_of(const SpirvInstruction& memory_model) {
  switch (static_cast<spv::AddressingModel>(operand(memory_model, 0))) {
    case spv::AddressingModel::Physical32:
      return 32;
    case spv::AddressingModel::Physical64:
      return 64;
    default:
      return 0;
  }
}

/// The parts of a module that matter here.
struct Library {
  unsigned address_bits = 0;
  std::set<std::string> exports;
};

Library library_of(std::span<const std::uint32_t> module) {
  Library library;
  for (const SpirvInstruction& i : instructions_of(module)) {
    if (auto found = export_in(i)) library.exports.insert(std::move(found->name));
    if (i.op == spv::Op::OpMemoryModel) library.address_bits = address_bits_of(i);
  }
  if (library.address_bits == 0)
    throw std::invalid_argument(
        "it is not a SPIR-V module for OpenCL: its addressing model is neither Physical32 nor Physical64");
  return library;
}

}  // namespace

std::string mangled(const Prototype& p, unsigned address_bits) {
  const std::string function = fmt::format("work_group_{}", p.builtin->name);
  std::string text = fmt::format("_Z{}{}{}", function.size(), function,
                                 std::ranges::find(type_codes, p.type, &TypeCode::type)->code);
  for (unsigned d = 0; d < coordinates_of(p); ++d) text += address_bits == 64 ? 'm' : 'j';
  return text;
}

std::string linked_name(const Prototype& p, unsigned address_bits) {
  return "wgcts_" + mangled(p, address_bits);
}

void require_sound_library(std::span<const std::uint32_t> module) { (void)library_of(module); }

std::vector<std::string> exported_builtins(std::span<const std::uint32_t> module, const DeviceFacts& facts) {
  const Library library = library_of(module);
  if (library.address_bits != facts.address_bits)
    throw std::invalid_argument(fmt::format("it is a SPIR-V module for addresses of {} bits, but {} has {}",
                                            library.address_bits, facts.name, facts.address_bits));
  std::vector<std::string> found;
  for (const Prototype& p : prototypes(facts))
    if (library.exports.contains(mangled(p, library.address_bits))) found.push_back(text_of(p));
  return found;
}

std::vector<std::uint32_t> with_linked_names(std::span<const std::uint32_t> module) {
  std::map<std::string, std::string> names;
  for (const Prototype& p : every_prototype())
    for (const unsigned bits : {32U, 64U}) names[mangled(p, bits)] = linked_name(p, bits);
  std::vector<std::uint32_t> words(module.begin(), module.begin() + spirv_header);
  for (const SpirvInstruction& i : instructions_of(module)) {
    std::vector<std::uint32_t> operands(i.operands.begin(), i.operands.end());
    if (const auto found = export_in(i))
      if (const auto name = names.find(found->name); name != names.end()) {
        operands.resize(2);
        const auto text = spirv_text(name->second);
        operands.insert(operands.end(), text.begin(), text.end());
        operands.insert(operands.end(), found->linkage.begin(), found->linkage.end());
      }
    words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16U |
                    static_cast<std::uint32_t>(i.op));
    words.insert(words.end(), operands.begin(), operands.end());
  }
  return words;
}

}  // namespace wgcts::harness
