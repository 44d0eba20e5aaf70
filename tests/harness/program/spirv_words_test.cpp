// Modules of other tools: complete in either byte order, or an error.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "harness/program/il_library.hpp"

namespace wgcts::harness {
namespace {

const std::vector<std::uint32_t> capability_only{spv::MagicNumber, 0x10000, 0, 1, 0, 0x20011, 6};

std::string file_of(const std::vector<std::uint32_t>& words, bool reversed = false) {
  std::string bytes(reinterpret_cast<const char*>(words.data()), words.size() * 4);
  if (reversed)
    for (std::size_t i = 0; i < bytes.size(); i += 4) std::reverse(bytes.begin() + i, bytes.begin() + i + 4);
  return bytes;
}

std::string cut_objection(std::vector<std::uint32_t> module) {
  try {
    (void)instructions_of(module);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(SpirvWords, AreRecognizedInEitherByteOrder) {
  EXPECT_EQ(spirv_words(file_of(capability_only)), capability_only);
  EXPECT_EQ(spirv_words(file_of(capability_only, true)), capability_only);
  for (const std::string_view other : {"", "int", "int work_group_all(int x);", "BC\xc0\xde"})
    EXPECT_FALSE(spirv_words(other)) << other;
}

TEST(SpirvWords, ReportAFileThatEndsWithinAWord) {
  EXPECT_THROW((void)spirv_words(file_of(capability_only) + "x"), std::invalid_argument);
}

TEST(SpirvWords, AreInstructionsAfterAHeader) {
  const auto instructions = instructions_of(capability_only);
  ASSERT_EQ(instructions.size(), 1U);
  EXPECT_EQ(instructions[0].op, spv::Op::OpCapability);
  ASSERT_EQ(instructions[0].operands.size(), 1U);
  EXPECT_EQ(instructions[0].operands[0], 6U);
  EXPECT_TRUE(instructions_of(std::span(capability_only).first(spirv_header)).empty());
}

TEST(SpirvWords, ReportInvalidModules) {
  EXPECT_NE(cut_objection({spv::MagicNumber, 0x10000}).find("2 of the 5 words"), std::string::npos);
  auto cut = capability_only;
  cut.pop_back();
  EXPECT_NE(cut_objection(cut).find("it is truncated: the instruction of 2 words that begins with word 5"),
            std::string::npos)
      << cut_objection(cut);
  auto endless = capability_only;
  endless[5] = 17;  // length 0
  EXPECT_NE(cut_objection(endless).find("word 5 begins an instruction of length 0"), std::string::npos);
}

TEST(SpirvWords, ContainTextsOfAllLengths) {
  for (const std::string text : {"", "a", "abc", "abcd", "_Z14work_group_alli", "\xc3\xa4"}) {
    auto words = spirv_text(text);
    EXPECT_EQ(words.size(), text.size() / 4 + 1);
    words.push_back(7);  // must not become part of the text
    EXPECT_EQ(text_of_spirv(words), text);
  }
  EXPECT_EQ(spirv_text("abc"), (std::vector<std::uint32_t>{0x00636261}));
  EXPECT_FALSE(text_of_spirv(std::vector<std::uint32_t>{0x64636261})) << "it has no end";
}

}  // namespace
}  // namespace wgcts::harness
