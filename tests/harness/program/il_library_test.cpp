// Reading a SPIR-V module of builtins.
#include "harness/program/il_library.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <spirv-tools/libspirv.hpp>
#include <sstream>

#include "harness/planning/planning.hpp"
#include "harness/program/il_library.hpp"
#include "harness/program/il_module.hpp"
#include "tests/harness/able_device.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

using Words = std::vector<std::uint32_t>;

Words assembled(const std::string& text) {
  Words words;
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_0).Assemble(text, &words)) << text;
  return words;
}

/// A module with 64 address bits that exports %f, a function from int to int, under these names.
std::string text_with(const std::string& linkage) {
  return R"(OpCapability Addresses
            OpCapability Kernel
            OpCapability Linkage
            OpMemoryModel Physical64 OpenCL
            OpDecorate %f LinkageAttributes )" +
         linkage + R"(
            %int = OpTypeInt 32 0
            %type = OpTypeFunction %int %int
            %f = OpFunction %int None %type
            %x = OpFunctionParameter %int
            %_ = OpLabel
            OpReturnValue %x
            OpFunctionEnd)";
}

std::string library_objection(const Words& module) {
  try {
    (void)exported_builtins(module, able_device());
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

Prototype prototype(std::string_view name, GenType type, std::size_t coordinates = 0) {
  return {builtin_named(name), type, coordinates};
}

// Names as mangled by clang 14 for spir and spir64.
TEST(IlLibrary, NamesAreThoseOfACompiler) {
  EXPECT_EQ(mangled(prototype("all", GenType::Int), 64), "_Z14work_group_alli");
  EXPECT_EQ(mangled(prototype("reduce_add", GenType::Half), 64), "_Z21work_group_reduce_addDh");
  EXPECT_EQ(mangled(prototype("reduce_min", GenType::UInt), 64), "_Z21work_group_reduce_minj");
  EXPECT_EQ(mangled(prototype("scan_inclusive_max", GenType::Long), 32),
            "_Z29work_group_scan_inclusive_maxl");
  EXPECT_EQ(mangled(prototype("scan_exclusive_add", GenType::ULong), 64),
            "_Z29work_group_scan_exclusive_addm");
  EXPECT_EQ(mangled(prototype("broadcast", GenType::Float, 2), 64), "_Z20work_group_broadcastfmm");
  EXPECT_EQ(mangled(prototype("broadcast", GenType::Double, 3), 32), "_Z20work_group_broadcastdjjj");
}

TEST(IlLibrary, NoTwoPrototypesShareAName) {
  std::vector<std::string> names;
  for (const Prototype& p : every_prototype()) names.push_back(mangled(p, 64));
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
}

TEST(IlLibrary, ExportedFunctionsAreFoundByName) {
  const std::vector<std::string> sum{"work_group_reduce_add(int)"};
  EXPECT_EQ(exported_builtins(assembled(text_with("\"_Z21work_group_reduce_addi\" Export")), able_device()),
            sum);
  // Integers of SPIR-V have no sign, but mangled names do.
  EXPECT_EQ(exported_builtins(assembled(text_with("\"_Z21work_group_reduce_addj\" Export")), able_device()),
            (std::vector<std::string>{"work_group_reduce_add(uint)"}));
  for (const char* none :
       {"\"_Z21work_group_reduce_addi\" Import", "\"_Z5helpi\" Export", "\"work_group_reduce_add\" Export"})
    EXPECT_TRUE(exported_builtins(assembled(text_with(none)), able_device()).empty()) << none;
}

TEST(IlLibrary, TypesThatTheDeviceLacksAreIgnored) {
  DeviceFacts facts = able_device();
  facts.int64.yes = false;
  const Words module = assembled(text_with("\"_Z21work_group_reduce_addl\" Export"));
  EXPECT_TRUE(exported_builtins(module, facts).empty());
}

// Drivers accept modules without the end of a function, or with a missing rest.
TEST(IlLibrary, ReportsAModuleThatIsTruncatedBetweenInstructions) {
  Words module = assembled(text_with("\"_Z21work_group_reduce_addi\" Export"));
  module.pop_back();  // OpFunctionEnd
  EXPECT_NE(library_objection(module).find("it is truncated"), std::string::npos)
      << library_objection(module);
  std::size_t function = spirv_header;
  const Words whole = assembled(text_with("\"_Z21work_group_reduce_addi\" Export"));
  while ((whole[function] & 0xffffU) != 54U) function += whole[function] >> 16U;
  const Words headless(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(function));
  EXPECT_NE(library_objection(headless).find("has no such function"), std::string::npos);
}

TEST(IlLibrary, ReportsANameThatIsExportedTwice) {
  std::string text = text_with("\"_Z21work_group_reduce_addi\" Export");
  text.insert(text.find("OpDecorate"),
              "OpDecorate %f LinkageAttributes \"_Z21work_group_reduce_addi\" Export\n");
  EXPECT_NE(library_objection(assembled(text)).find("twice"), std::string::npos);
}

// The result of linking such a module is undefined, and would count as the driver's fault.
TEST(IlLibrary, ReportsAFunctionWithOtherTypes) {
  EXPECT_EQ(library_objection(assembled(text_with("\"_Z21work_group_reduce_addf\" Export"))),
            "it exports _Z21work_group_reduce_addf as a function of the type i32(i32), but "
            "work_group_reduce_add(float) is f32(f32)");
  EXPECT_EQ(library_objection(assembled(text_with("\"_Z20work_group_broadcastim\" Export"))),
            "it exports _Z20work_group_broadcastim as a function of the type i32(i32), but "
            "work_group_broadcast(int, size_t) is i32(i32, i64)");
}

TEST(IlLibrary, ReportsAModuleForOtherDevices) {
  std::string text = text_with("\"_Z21work_group_reduce_addi\" Export");
  text.replace(text.find("Physical64"), 10, "Physical32");
  EXPECT_NE(library_objection(assembled(text)).find("for addresses of 32 bits"), std::string::npos);
  text.replace(text.find("Physical32"), 10, "Logical");
  EXPECT_NE(library_objection(assembled(text)).find("neither Physical32 nor Physical64"), std::string::npos);
}

// Truncated and corrupted modules are read or reported, without reads out of bounds.
TEST(IlLibrary, EveryPieceOfAModuleIsReadOrRefused) {
  const Words whole = assembled(text_with("\"_Z21work_group_reduce_addi\" Export"));
  std::size_t refused = 0;
  for (std::size_t length = 0; length < whole.size(); ++length)
    refused +=
        library_objection(Words(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length))).empty()
            ? 0
            : 1;
  EXPECT_GE(refused, whole.size() / 2);
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const std::uint32_t nonsense : {0U, 0x10047U, 0x30047U, 0xffffffffU}) {
      Words bent = whole;
      bent[at] = nonsense;
      try {
        require_sound_library(bent);
        (void)with_linked_names(bent);
      } catch (const std::invalid_argument& error) {
        EXPECT_TRUE(std::string_view(error.what()).starts_with("it ")) << error.what();
      }
    }
}

// Nor does a small module need much memory: sixty nested types, each with three of the previous one, have
// names of exponential length.
TEST(IlLibrary, NestedTypesHaveNoNames) {
  Words module{spv::MagicNumber, 0x10000, 0, 100, 0, 3U << 16U | 14U, 2, 2};
  for (std::uint32_t id = 2; id < 62; ++id)
    module.insert(module.end(), {5U << 16U | 33U, id, id - 1, id - 1, id - 1});
  EXPECT_NO_THROW(require_sound_library(module));
}

// A float with another encoding has the same width as half, but is another type.
TEST(IlLibrary, AnotherEncodingIsAnotherType) {
  Words module = assembled(text_with("\"_Z21work_group_reduce_addDh\" Export"));
  for (std::size_t at = spirv_header; at < module.size(); at += module[at] >> 16U)
    if ((module[at] & 0xffffU) == 21) {  // OpTypeInt 32 0 becomes OpTypeFloat 16 0
      module[at] = 4U << 16U | 22U;
      module[at + 2] = 16;
    }
  EXPECT_NE(library_objection(module).find("another f16(another f16)"), std::string::npos)
      << library_objection(module);
}

// The call must not reach the driver's own function of the same name.
TEST(IlLibrary, ExportedBuiltinsGetOtherNames) {
  const Words before = assembled(text_with("\"_Z21work_group_reduce_addi\" Export"));
  const Words after = with_linked_names(before);
  std::string text;
  ASSERT_TRUE(spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_0).Disassemble(after, &text));
  EXPECT_EQ(count(text, "LinkageAttributes \"wgcts__Z21work_group_reduce_addi\" Export"), 1U) << text;
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_OPENCL_2_1).Validate(after));
  for (const char* kept : {"\"_Z21work_group_reduce_addi\" Import", "\"_Z5helpi\" Export"})
    EXPECT_EQ(with_linked_names(assembled(text_with(kept))), assembled(text_with(kept))) << kept;
}

// The names that kernels import are those that the library exports.
TEST(IlLibrary, TheExampleExportsWhatModulesImport) {
  std::ifstream file(WGCTS_EXAMPLES_FOLDER "/implementations/sums.spvasm");
  std::stringstream text;
  text << file.rdbuf();
  const Words example = assembled(text.str());
  EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_OPENCL_2_1).Validate(example));
  const auto found = exported_builtins(example, able_device());
  EXPECT_EQ(found.size(), 6U);
  std::string linked;
  ASSERT_TRUE(spvtools::SpirvTools(SPV_ENV_UNIVERSAL_1_0).Disassemble(with_linked_names(example), &linked));
  for (const char* id : {"reduce_add.int.1d.8.solo.il", "scan_inclusive_add.int.1d.8.solo.il",
                         "scan_exclusive_add.int.1d.8.solo.il", "broadcast.int.1d.8.solo.il",
                         "broadcast.int.2d.4x2.solo.il", "broadcast.int.3d.2x2x2.solo.il"}) {
    const Prototype p = prototype_of(named(id));
    EXPECT_NE(std::ranges::find(found, text_of(p)), found.end()) << id;
    EXPECT_EQ(count(linked, "\"" + linked_name(p, 64) + "\" Export"), 1U) << id;
  }
}

}  // namespace
}  // namespace wgcts::harness
