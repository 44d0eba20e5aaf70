#include "harness/program/il_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <stdexcept>

namespace wgcts::harness {
namespace {

struct TypeCode {
  GenType type;
  std::string_view code;
};
constexpr TypeCode type_codes[] = {{GenType::Half, "Dh"}, {GenType::Int, "i"},   {GenType::UInt, "j"},
                                   {GenType::Long, "l"},  {GenType::ULong, "m"}, {GenType::Float, "f"},
                                   {GenType::Double, "d"}};

/// "i32" or "f64". Integers of SPIR-V have no sign.
std::string scalar(bool floating, std::size_t bits) {
  return fmt::format("{}{}", floating ? 'f' : 'i', bits);
}

/// "i32(i32, i64)"
std::string signature_of(const Prototype& p, unsigned address_bits) {
  const std::string type = scalar(is_floating(p.type), info(p.type).bytes * 8);
  std::string text = fmt::format("{}({}", type, type);
  for (std::size_t d = 0; d < p.coordinates; ++d) text += ", " + scalar(false, address_bits);
  return text + ")";
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
  SpirvWords linkage;  ///< the words after the name
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
  const auto model = static_cast<spv::AddressingModel>(operand(memory_model, 0));
  if (model == spv::AddressingModel::Physical32) return 32;
  return model == spv::AddressingModel::Physical64 ? 64 : 0;
}

/// The addressing model and the exported functions of a module, with their types.
class Library {
 public:
  explicit Library(std::span<const std::uint32_t> module) {
    for (const SpirvInstruction& instruction : instructions_of(module)) read(instruction);
    if (address_bits_ == 0)
      throw std::invalid_argument(
          "it is not a SPIR-V module for OpenCL: its addressing model is neither Physical32 nor Physical64");
    if (in_function_)
      throw std::invalid_argument("it is truncated: the last function of the SPIR-V module has no end");
    for (const Export& e : exports_) add(e);
  }

  unsigned address_bits() const { return address_bits_; }
  /// The signatures of its exported functions by name.
  const std::map<std::string, std::string>& functions() const { return functions_; }

 private:
  void add(const Export& e) {
    if (variables_.contains(e.target)) return;
    const auto signature = signatures_.find(e.target);
    if (signature == signatures_.end())
      throw std::invalid_argument(
          fmt::format("it exports {:.100} but has no such function; it may be truncated", e.name));
    // The linker could choose either of them.
    if (!functions_.emplace(e.name, signature->second).second)
      throw std::invalid_argument(fmt::format("it exports {:.100} twice", e.name));
  }

  void read(const SpirvInstruction& i) {
    if (auto found = export_in(i)) exports_.push_back(*std::move(found));
    using spv::Op;
    if (i.op == Op::OpMemoryModel) address_bits_ = address_bits_of(i);
    if (i.op == Op::OpTypeInt || i.op == Op::OpTypeFloat) types_[operand(i, 0)] = scalar_type(i);
    if (i.op == Op::OpTypeFunction) function_types_[operand(i, 0)] = function_type(i);
    if (i.op == Op::OpFunction) {
      signatures_[operand(i, 1)] = named_in(function_types_, operand(i, 3));
      in_function_ = true;
    }
    if (i.op == Op::OpFunctionEnd) in_function_ = false;
    if (i.op == Op::OpVariable) variables_.insert(operand(i, 1));
  }

  using Names = std::map<std::uint32_t, std::string>;  ///< by id

  static std::string named_in(const Names& names, std::uint32_t id) {
    const auto found = names.find(id);
    return found == names.end() ? "another type" : found->second;
  }

  /// A float with a third operand has another encoding. It is not half, float or double.
  static std::string scalar_type(const SpirvInstruction& i) {
    const bool floating = i.op == spv::Op::OpTypeFloat;
    const std::string text = scalar(floating, operand(i, 1));
    return floating && i.operands.size() > 2 ? "another " + text : text;
  }

  std::string function_type(const SpirvInstruction& i) const {
    // Names of scalars only: types of an invalid module may be nested without end.
    std::string text = named_in(types_, operand(i, 1)) + "(";
    for (std::size_t p = 2; p < i.operands.size(); ++p)
      text += (p == 2 ? "" : ", ") + named_in(types_, i.operands[p]);
    return text + ")";
  }

  unsigned address_bits_ = 0;
  std::map<std::string, std::string> functions_;
  std::vector<Export> exports_;
  Names types_, function_types_, signatures_;
  std::set<std::uint32_t> variables_;
  bool in_function_ = false;
};

}  // namespace

std::optional<SpirvWords> spirv_words(std::string_view file) {
  std::uint32_t first = 0;
  if (file.size() < sizeof first) return std::nullopt;
  std::memcpy(&first, file.data(), sizeof first);
  const bool reversed = first == __builtin_bswap32(spv::MagicNumber);
  if (first != spv::MagicNumber && !reversed) return std::nullopt;
  if (file.size() % sizeof first != 0)
    throw std::invalid_argument(
        fmt::format("it begins like a SPIR-V module, but its {} bytes are no multiple of 4: it is truncated",
                    file.size()));
  SpirvWords words(file.size() / sizeof first);
  std::memcpy(words.data(), file.data(), file.size());
  if (reversed)
    for (std::uint32_t& word : words) word = __builtin_bswap32(word);
  return words;
}

std::vector<SpirvInstruction> instructions_of(std::span<const std::uint32_t> module) {
  if (module.size() < spirv_header)
    throw std::invalid_argument(
        fmt::format("it begins like a SPIR-V module, but has {} of the 5 words of a header", module.size()));
  std::vector<SpirvInstruction> instructions;
  for (std::size_t at = spirv_header; at < module.size();) {
    const std::size_t length = module[at] >> 16U;
    if (length == 0)
      throw std::invalid_argument(
          fmt::format("it is not a valid SPIR-V module: word {} begins an instruction of length 0", at));
    if (length > module.size() - at)
      throw std::invalid_argument(fmt::format(
          "it is truncated: the instruction of {} words that begins with word {} of the SPIR-V module ends "
          "after the last word, {}",
          length, at, module.size() - 1));
    instructions.push_back({static_cast<spv::Op>(module[at] & 0xffffU), module.subspan(at + 1, length - 1)});
    at += length;
  }
  return instructions;
}

SpirvWords spirv_text(std::string_view text) {
  SpirvWords words(text.size() / 4 + 1);
  for (std::size_t i = 0; i < text.size(); ++i)
    words[i / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * (i % 4));
  return words;
}

std::optional<std::string> text_of_spirv(std::span<const std::uint32_t> words) {
  std::string text;
  for (const std::uint32_t word : words)
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const auto byte = static_cast<char>(word >> shift & 0xffU);
      if (byte == '\0') return text;
      text += byte;
    }
  return std::nullopt;
}

void append_instruction(SpirvWords& module, spv::Op op, std::span<const std::uint32_t> operands) {
  module.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16U | static_cast<std::uint32_t>(op));
  module.insert(module.end(), operands.begin(), operands.end());
}

std::string mangled(const Prototype& p, unsigned address_bits) {
  const std::string function = fmt::format("work_group_{}", p.builtin->name);
  std::string text = fmt::format("_Z{}{}{}", function.size(), function,
                                 std::ranges::find(type_codes, p.type, &TypeCode::type)->code);
  for (std::size_t d = 0; d < p.coordinates; ++d) text += address_bits == 64 ? 'm' : 'j';
  return text;
}

std::string linked_name(const Prototype& p, unsigned address_bits) {
  return "wgcts_" + mangled(p, address_bits);
}

void require_sound_library(std::span<const std::uint32_t> module) { (void)Library(module); }

std::vector<std::string> exported_builtins(std::span<const std::uint32_t> module, const DeviceFacts& facts) {
  const Library library(module);
  if (library.address_bits() != facts.address_bits)
    throw std::invalid_argument(fmt::format("it is a SPIR-V module for addresses of {} bits, but {} has {}",
                                            library.address_bits(), facts.name, facts.address_bits));
  std::vector<std::string> found;
  for (const Prototype& p : prototypes(facts)) {
    const auto function = library.functions().find(mangled(p, library.address_bits()));
    if (function == library.functions().end()) continue;
    const std::string wanted = signature_of(p, library.address_bits());
    if (function->second != wanted)
      throw std::invalid_argument(fmt::format("it exports {} as a function of the type {:.100}, but {} is {}",
                                              function->first, function->second, text_of(p), wanted));
    found.push_back(text_of(p));
  }
  return found;
}

std::vector<std::uint32_t> with_linked_names(std::span<const std::uint32_t> module) {
  std::map<std::string, std::string> names;
  for (const Prototype& p : every_prototype())
    for (const unsigned bits : {32U, 64U}) names[mangled(p, bits)] = linked_name(p, bits);
  SpirvWords words(module.begin(), module.begin() + spirv_header);
  for (const SpirvInstruction& i : instructions_of(module)) {
    SpirvWords operands(i.operands.begin(), i.operands.end());
    if (const auto found = export_in(i))
      if (const auto name = names.find(found->name); name != names.end())
        operands =
            followed_by(followed_by({operands[0], operands[1]}, spirv_text(name->second)), found->linkage);
    append_instruction(words, i.op, operands);
  }
  return words;
}

}  // namespace wgcts::harness
