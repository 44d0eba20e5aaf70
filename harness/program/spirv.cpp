#include "harness/program/spirv.hpp"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

namespace wgcts::harness {
namespace {

std::uint32_t with_bytes_reversed(std::uint32_t word) {
  return word >> 24U | (word >> 8U & 0xff00U) | (word << 8U & 0xff0000U) | word << 24U;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> spirv_words(std::string_view file) {
  std::uint32_t first = 0;
  if (file.size() < sizeof first) return std::nullopt;
  std::memcpy(&first, file.data(), sizeof first);
  const bool reversed = first == with_bytes_reversed(spv::MagicNumber);
  if (first != spv::MagicNumber && !reversed) return std::nullopt;
  if (file.size() % sizeof first != 0)
    throw std::invalid_argument(
        fmt::format("it begins like a SPIR-V module, but its {} bytes are no multiple of 4: it is truncated",
                    file.size()));
  std::vector<std::uint32_t> words(file.size() / sizeof first);
  std::memcpy(words.data(), file.data(), file.size());
  if (reversed)
    for (std::uint32_t& word : words) word = with_bytes_reversed(word);
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

std::vector<std::uint32_t> spirv_text(std::string_view text) {
  std::vector<std::uint32_t> words(text.size() / 4 + 1);
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

void SpirvAssembler::put(SpirvPart part, spv::Op op, std::span<const std::uint32_t> operands) {
  auto& words = parts_[static_cast<std::size_t>(part)];
  words.push_back(static_cast<std::uint32_t>(operands.size() + 1) << 16U | static_cast<std::uint32_t>(op));
  words.insert(words.end(), operands.begin(), operands.end());
}

SpirvAssembler::Id SpirvAssembler::value(spv::Op op, Id type, std::span<const std::uint32_t> operands) {
  const Id id = fresh();
  std::vector<std::uint32_t> all{type, id};
  all.insert(all.end(), operands.begin(), operands.end());
  put(SpirvPart::Code, op, all);
  return id;
}

/// `key`: the instruction's operands without the result, which is inserted after the first `result_at`.
SpirvAssembler::Id SpirvAssembler::declared(spv::Op op, std::vector<std::uint32_t> key,
                                            std::size_t result_at) {
  std::vector<std::uint32_t> operands = key;
  key.push_back(static_cast<std::uint32_t>(op));
  const auto [found, is_new] = declared_.emplace(std::move(key), next_);
  if (!is_new) return found->second;
  operands.insert(operands.begin() + static_cast<std::ptrdiff_t>(result_at), fresh());
  put(SpirvPart::Global, op, operands);
  return found->second;
}

SpirvAssembler::Id SpirvAssembler::type(spv::Op op, std::initializer_list<std::uint32_t> operands) {
  return declared(op, operands, 0);
}

SpirvAssembler::Id SpirvAssembler::constant(Id type, std::initializer_list<std::uint32_t> words) {
  std::vector<std::uint32_t> key{type};
  key.insert(key.end(), words);
  return declared(spv::Op::OpConstant, key, 1);
}

void SpirvAssembler::capability(spv::Capability c) {
  put(SpirvPart::Capability, spv::Op::OpCapability, {static_cast<std::uint32_t>(c)});
}

void SpirvAssembler::extension(std::string_view name) {
  put(SpirvPart::Extension, spv::Op::OpExtension, spirv_text(name));
}

void SpirvAssembler::entry(Id function, std::string_view name, std::span<const Id> variables) {
  std::vector<std::uint32_t> operands{static_cast<std::uint32_t>(spv::ExecutionModel::Kernel), function};
  const auto text = spirv_text(name);
  operands.insert(operands.end(), text.begin(), text.end());
  operands.insert(operands.end(), variables.begin(), variables.end());
  put(SpirvPart::Entry, spv::Op::OpEntryPoint, operands);
}

SpirvAssembler::Id SpirvAssembler::import_function(std::string_view name, Id result,
                                                   std::span<const Id> parameters) {
  const Id id = fresh();
  std::vector<std::uint32_t> signature{result};
  signature.insert(signature.end(), parameters.begin(), parameters.end());
  const auto no_hint = static_cast<std::uint32_t>(spv::FunctionControlMask::MaskNone);
  put(SpirvPart::Declaration, spv::Op::OpFunction,
      {result, id, no_hint, declared(spv::Op::OpTypeFunction, signature, 0)});
  for (const Id type : parameters) put(SpirvPart::Declaration, spv::Op::OpFunctionParameter, {type, fresh()});
  put(SpirvPart::Declaration, spv::Op::OpFunctionEnd, {});
  std::vector<std::uint32_t> linkage{id, static_cast<std::uint32_t>(spv::Decoration::LinkageAttributes)};
  const auto text = spirv_text(name);
  linkage.insert(linkage.end(), text.begin(), text.end());
  linkage.push_back(static_cast<std::uint32_t>(spv::LinkageType::Import));
  put(SpirvPart::Annotation, spv::Op::OpDecorate, linkage);
  return id;
}

std::vector<std::uint32_t> SpirvAssembler::words(std::uint32_t version) const {
  constexpr std::uint32_t no_generator = 0;
  constexpr std::uint32_t schema = 0;
  std::vector<std::uint32_t> module{spv::MagicNumber, version, no_generator, next_, schema};
  for (const auto& part : parts_) module.insert(module.end(), part.begin(), part.end());
  return module;
}

}  // namespace wgcts::harness
