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

std::optional<SpirvWords> spirv_words(std::string_view file) {
  std::uint32_t first = 0;
  if (file.size() < sizeof first) return std::nullopt;
  std::memcpy(&first, file.data(), sizeof first);
  const bool reversed = first == with_bytes_reversed(spv::MagicNumber);
  if (first != spv::MagicNumber && !reversed) return std::nullopt;
  if (file.size() % sizeof first != 0)
    throw std::invalid_argument(
        fmt::format("it begins like a SPIR-V module, but its {} bytes are no multiple of 4: it is truncated",
                    file.size()));
  SpirvWords words(file.size() / sizeof first);
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

}  // namespace wgcts::harness
