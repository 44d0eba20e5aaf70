#include "harness/program/il_module.hpp"

#include <gtest/gtest.h>

#include <spirv-tools/libspirv.hpp>

#include "suites/plan.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

/// The errors of SPIRV-Tools, an independent validator; empty: none.
std::string objections(const std::vector<std::uint32_t>& module,
                       spv_target_env environment = SPV_ENV_OPENCL_2_1) {
  spvtools::SpirvTools tools(environment);
  std::string words;
  tools.SetMessageConsumer(
      [&](spv_message_level_t, const char*, const spv_position_t&, const char* text) { words += text; });
  return tools.Validate(module) ? "" : "refused: " + words;
}

std::string disassembled(const std::vector<std::uint32_t>& module) {
  std::string text;
  spvtools::SpirvTools(SPV_ENV_OPENCL_2_1).Disassemble(module, &text);
  return text;
}

std::string module_text(std::string_view case_name, unsigned bits = 64,
                        IlBuiltins origin = IlBuiltins::Instructions) {
  return disassembled(il_module({kernel_of(named(case_name), true)}, bits, spirv_1_0, origin));
}

TEST(IlModule, IsValidForEveryKernelThatCanBeWritten) {
  std::vector<Kernel> all;
  for (const Case& c : with_il_twins(plan(Profile::Full))) {
    if (c.variant != variant("il")) continue;
    for (const bool alone : {false, true}) {
      const Kernel kernel = kernel_of(c, alone);
      if (std::ranges::find(all, kernel) != all.end()) continue;
      all.push_back(kernel);
      // Half is an extension of the OpenCL environment that the validator does not know.
      const auto environment = c.type == GenType::Half ? SPV_ENV_UNIVERSAL_1_0 : SPV_ENV_OPENCL_2_1;
      for (const unsigned bits : {32U, 64U})
        for (const auto origin : {IlBuiltins::Instructions, IlBuiltins::Imports})
          EXPECT_EQ(objections(il_module({kernel}, bits, spirv_1_0, origin), environment), "") << name(c);
    }
  }
  EXPECT_GE(all.size(), 100U);
  // A device may list any lowest version.
  constexpr spv_target_env versions[] = {SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2,
                                         SPV_ENV_UNIVERSAL_1_3, SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5,
                                         SPV_ENV_UNIVERSAL_1_6};
  std::uint32_t version = spirv_1_0;
  for (const spv_target_env environment : versions) {
    EXPECT_EQ(objections(il_module(all, 64, version), environment), "") << version;
    EXPECT_EQ(objections(il_module(all, 64, version, IlBuiltins::Imports), environment), "") << version;
    version += 0x100;
  }
}

// As the modules of compilers do.
TEST(IlModule, NamesItsLanguage) {
  EXPECT_EQ(count(module_text("all.int.1d.8.solo.il"), "OpSource OpenCL_C 200000"), 1U);
}

// A validator that accepts everything would prove nothing.
TEST(IlModule, TheValidatorRejectsInvalidModules) {
  auto module = il_module({kernel_of(named("all.int.1d.8.solo.il"), true)}, 64, spirv_1_0);
  module.pop_back();
  EXPECT_NE(objections(module), "");
}

TEST(IlModule, CallsTheGroupInstructionOfTheBuiltinAndType) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"all.int.1d.8.solo.il", "OpGroupAll %bool %uint_2"},
      {"any.int.1d.8.solo.il", "OpGroupAny %bool %uint_2"},
      {"reduce_add.half.1d.8.solo.il", "OpGroupFAdd %half %uint_2 Reduce"},
      {"reduce_add.long.1d.8.solo.il", "OpGroupIAdd %ulong %uint_2 Reduce"},
      {"scan_inclusive_min.int.1d.8.solo.il", "OpGroupSMin %uint %uint_2 InclusiveScan"},
      {"scan_inclusive_min.uint.1d.8.solo.il", "OpGroupUMin %uint %uint_2 InclusiveScan"},
      {"scan_exclusive_max.float.1d.8.solo.il", "OpGroupFMax %float %uint_2 ExclusiveScan"},
      {"scan_exclusive_max.ulong.1d.8.solo.il", "OpGroupUMax %ulong %uint_2 ExclusiveScan"},
      {"scan_exclusive_max.long.1d.8.solo.il", "OpGroupSMax %ulong %uint_2 ExclusiveScan"},
      {"broadcast.double.1d.8.solo.il", "OpGroupBroadcast %double %uint_2"},
      {"reduce_mul.ulong.1d.8.solo.il", "OpGroupIMulKHR %ulong %uint_2 Reduce"},
      {"scan_inclusive_mul.half.1d.8.solo.il", "OpGroupFMulKHR %half %uint_2 InclusiveScan"},
      {"reduce_and.uint.1d.8.solo.il", "OpGroupBitwiseAndKHR %uint %uint_2 Reduce"},
      {"scan_exclusive_or.long.1d.8.solo.il", "OpGroupBitwiseOrKHR %ulong %uint_2 ExclusiveScan"},
      {"reduce_xor.int.1d.8.solo.il", "OpGroupBitwiseXorKHR %uint %uint_2 Reduce"},
      {"reduce_logical_and.int.1d.8.solo.il", "OpGroupLogicalAndKHR %bool %uint_2 Reduce"},
      {"scan_inclusive_logical_or.int.1d.8.solo.il", "OpGroupLogicalOrKHR %bool %uint_2 InclusiveScan"},
      {"scan_exclusive_logical_xor.int.1d.8.solo.il", "OpGroupLogicalXorKHR %bool %uint_2 ExclusiveScan"},
  };
  for (const auto& [case_name, instruction] : rows)
    EXPECT_EQ(count(module_text(case_name), std::string(instruction)), 1U) << case_name << "\n"
                                                                           << module_text(case_name);
}

// Only modules that use the extension declare it, because a device may lack it.
TEST(IlModule, DeclaresUniformArithmeticOnlyIfUsed) {
  const std::string with = module_text("reduce_mul.int.1d.8.solo.il");
  EXPECT_EQ(count(with, "OpExtension \"SPV_KHR_uniform_group_instructions\""), 1U) << with;
  EXPECT_EQ(count(with, "OpCapability GroupUniformArithmeticKHR"), 1U) << with;
  const std::string without = module_text("reduce_add.int.1d.8.solo.il");
  EXPECT_EQ(count(without, "OpExtension") + count(without, "KHR"), 0U) << without;
  EXPECT_EQ(count(without, "OpCapability Groups"), 1U) << without;
}

// An OpenCL 3.0 device need not accept version 1.0: "SPIR-V_1.2" alone is legal.
TEST(IlModule, HasTheLowestVersionThatTheDeviceLists) {
  EXPECT_EQ(lowest_spirv_version("SPIR-V_1.2"), 0x00010200U);
  EXPECT_EQ(lowest_spirv_version("SPIR-V_1.5 SPIR-V_1.10 SPIR-V_1.3"), 0x00010300U);
  EXPECT_EQ(lowest_spirv_version("SPIR-V_1.0 SPIR-V_1.4"), spirv_1_0);
  EXPECT_EQ(lowest_spirv_version("PTX_7.0 SPIR-V_1.1"), 0x00010100U);
  for (const char* text : {"", "SPIR-V_2.0", "SPIR-V_1.", "SPIR_1.2", "SPIR-V_1.x"})
    EXPECT_FALSE(lowest_spirv_version(text)) << text;
  EXPECT_EQ(il_module({kernel_of(named("all.int.1d.8.solo.il"), true)}, 64, 0x00010200).at(1), 0x00010200U);
}

TEST(IlModule, NamesABroadcastsSourceByAScalarOrAVector) {
  EXPECT_EQ(count(module_text("broadcast.int.1d.8.solo.il"), "OpCompositeConstruct"), 0U);
  EXPECT_EQ(count(module_text("broadcast.int.2d.4x2.solo.il"), "OpCompositeConstruct %v2ulong"), 1U);
  EXPECT_EQ(count(module_text("broadcast.int.3d.2x2x2.solo.il"), "OpCompositeConstruct %v3ulong"), 1U);
  EXPECT_EQ(count(module_text("broadcast.int.2d.4x2.solo.il", 32), "OpCompositeConstruct %v2uint"), 1U);
}

// Builtins of another module are functions. The driver's group instructions are not used.
TEST(IlModule, ImportsTheFunctionOfTheBuiltinAndType) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"any.int.1d.8.solo.il", "_Z14work_group_anyi"},
      {"reduce_add.half.1d.8.solo.il", "_Z21work_group_reduce_addDh"},
      {"scan_exclusive_max.long.1d.8.solo.il", "_Z29work_group_scan_exclusive_maxl"},
      {"broadcast.uint.1d.8.solo.il", "_Z20work_group_broadcastjm"},
      {"broadcast.uint.3d.2x2x2.solo.il", "_Z20work_group_broadcastjmmm"}};
  for (const auto& [case_name, function] : rows) {
    const std::string text = module_text(case_name, 64, IlBuiltins::Imports);
    EXPECT_EQ(count(text, "LinkageAttributes \"wgcts_" + std::string(function) + "\" Import"), 1U) << text;
    EXPECT_EQ(count(text, "OpFunctionCall"), 1U) << text;
    EXPECT_EQ(count(text, "OpCapability Linkage"), 1U) << text;
    EXPECT_EQ(count(text, "OpGroup") + count(text, "OpCapability Groups"), 0U) << text;
  }
  EXPECT_EQ(count(module_text("broadcast.int.2d.4x2.solo.il", 32, IlBuiltins::Imports),
                  "\"wgcts__Z20work_group_broadcastijj\""),
            1U);
  EXPECT_EQ(count(module_text("broadcast.int.2d.4x2.solo.il"), "Linkage"), 0U);
}

TEST(IlModule, DeclaresOptionalCapabilitiesOnlyIfUsed) {
  EXPECT_EQ(count(module_text("all.int.1d.8.solo.il", 32), "OpCapability Int64"), 0U);
  EXPECT_EQ(count(module_text("reduce_add.long.1d.8.solo.il", 32), "OpCapability Int64"), 1U);
  EXPECT_EQ(count(module_text("reduce_add.half.1d.8.solo.il"), "OpCapability Float16"), 1U);
  EXPECT_EQ(count(module_text("reduce_add.float.1d.8.solo.il"), "OpCapability Float"), 0U);
  EXPECT_EQ(count(module_text("reduce_add.double.1d.8.solo.il"), "OpCapability Float64"), 1U);
}

}  // namespace
}  // namespace wgcts::harness
