// The text before the kernels for a file of builtins, and its reports.
#include "harness/program/implementation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/check/citations.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/job.hpp"
#include "suites/programs/print.hpp"
#include "tests/harness/able_device.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

const Implementation file{"my.cl", "abc",
                          "int __attribute__((overloadable)) work_group_reduce_add(int x);\n"};

constexpr std::uint32_t spv_magic = 0x07230203;

DeviceFacts judged_by_file(std::vector<std::string> defines) {
  DeviceFacts facts = with_implementation(able_device(), file);
  facts.implementation->defines = std::move(defines);
  return facts;
}

Case the_case(const char* id) { return parse_case(id).value(); }

// Without the macros a driver's own builtins would be defined twice.
TEST(Implementation, BuiltinsAreRenamedBeforeAndAfterTheFile) {
  const std::string text = prelude(file);
  const auto at = text.find(file.text);
  ASSERT_NE(at, std::string::npos);
  for (const Builtin& b : builtins) {
    const std::string renaming =
        "#define work_group_" + std::string(b.name) + " wgcts_" + std::string(b.name) + "\n";
    EXPECT_EQ(count(text, renaming), 2U);
    EXPECT_LT(text.find(renaming), at) << b.name;
    EXPECT_GT(text.rfind(renaming), at) << b.name;
  }
  // Compiler messages about the file have its name and line numbers.
  EXPECT_TRUE(text.substr(0, at).ends_with("#line 1 \"my.cl\"\n"));
  EXPECT_NE(prelude({"a\"b\\c", "", ""}).find("#line 1 \"a\\\"b\\\\c\"\n"), std::string::npos);
  const auto kernels = kernels_of({.cases = {the_case("reduce_add.int.1d.33.solo")}});
  const std::string program = program_text(kernels, file);
  EXPECT_LT(program.find(file.text), program.find("__kernel"));
  EXPECT_EQ(count(program_text(kernels), "wgcts_"), 0U);
}

TEST(Implementation, PrototypesAreThoseOfTheDevicesTypes) {
  DeviceFacts facts = able_device();
  // The extension has mul in three families for every type; and, or and xor for integers; and the three
  // logical operations for int.
  EXPECT_EQ(prototypes(facts).size(), 7 * (9 + 3) + 2U + 7 * 3 + 4 * 9 + 9);
  facts.half.yes = facts.fp64.yes = facts.int64.yes = false;
  EXPECT_EQ(prototypes(facts).size(), 3 * (9 + 3) + 2U + 3 * 3 + 2 * 9 + 9);
  EXPECT_EQ(text_of(prototype_of(the_case("broadcast.uint.3d.3x5x7.chain"))),
            "work_group_broadcast(uint, size_t, size_t, size_t)");
  EXPECT_EQ(text_of(prototype_of(the_case("scan_exclusive_min.half.3d.3x5x7.chain"))),
            "work_group_scan_exclusive_min(half)");
}

TEST(Implementation, AProbeHasALineForEachPrototype) {
  const auto all = prototypes(able_device());
  const std::string text = definition_probe(file, all);
  EXPECT_TRUE(text.starts_with("#pragma clang diagnostic ignored")) << "warnings would fill the log";
  EXPECT_EQ(count(text, "typedef char wgcts_is_defined_"), all.size());
  EXPECT_NE(text.find("#line 1 \"wgcts_prototypes\"\ntypedef"), std::string::npos);
  EXPECT_EQ(count(definition_probe(file, {}), "typedef char"), 0U);
}

TEST(Implementation, ALogNamesUndefinedFunctions) {
  EXPECT_EQ(undefined_in("wgcts_prototypes:3:22: error: no\nwgcts_prototypes:1:9: error: no\n"
                         "wgcts_prototypes:2:9: warning: what of it\nmy.cl:7:1: error: no\n"
                         "error: wgcts_prototypes:5:1: no\nwgcts_prototypes:9:1: error: beyond\n",
                         6),
            (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_TRUE(undefined_in("", 3).empty());
  // NVIDIA's compiler ignores #line, but shows the source lines.
  EXPECT_EQ(
      undefined_in("<kernel>:13:57: error: implicit declaration of 'f'\ntypedef char wgcts_is_defined_0[1];\n"
                   "<kernel>:14:9: warning: well\ntypedef char wgcts_is_defined_1[1];\n"
                   "<kernel>:16:17: error: 'wgcts_is_defined_12' declared with a negative size\n"
                   "<kernel>:17:17: error: 'wgcts_is_defined_99' declared with a negative size\n",
                   20),
      (std::vector<std::size_t>{0, 12}));
  EXPECT_TRUE(undefined_in("wgcts_prototypes: error", 3).empty());
}

// Functions that the file lacks are skipped by name, and no shared kernel calls them.
TEST(Implementation, UndefinedFunctionsAreSkippedByName) {
  const DeviceFacts facts = judged_by_file({"work_group_reduce_add(int)", "work_group_reduce_min(int)"});
  EXPECT_FALSE(missing(the_case("reduce_add.int.1d.33.chain"), facts));
  const auto why = missing(the_case("reduce_max.int.1d.33.chain"), facts);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->query, "--implementation");
  EXPECT_EQ(why->answer, "my.cl does not define work_group_reduce_max(int)");
  EXPECT_TRUE(missing(the_case("reduce_add.uint.1d.33.chain"), facts));
  DeviceFacts with_memory = facts;
  with_memory.implementation->local_memory = 4;
  EXPECT_EQ(missing(the_case("reduce_max.int.1d.33.chain"), with_memory)->answer,
            "my.cl does not define work_group_reduce_max(int, __local void *)");
  const auto jobs = make_jobs({the_case("reduce_add.int.1d.33.chain")}, facts);
  const auto kernels = kernels_of(jobs.at(0));
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].members, (std::vector{builtin_named("reduce_add"), builtin_named("reduce_min")}));
  EXPECT_EQ(
      kernels_of(make_jobs({the_case("reduce_add.int.1d.33.chain")}, able_device()).at(0))[0].members.size(),
      static_cast<std::size_t>(std::ranges::count_if(builtins, is_core)));
}

// A file may use local memory of its own, and its functions have the builtins' names.
TEST(Implementation, SkipsVariantsThatDoNotWorkWithAFile) {
  const DeviceFacts facts = judged_by_file({"work_group_reduce_add(int)"});
  EXPECT_FALSE(missing(the_case("reduce_add.int.1d.33.chain.printing"), facts));
  EXPECT_FALSE(missing(the_case("reduce_add.int.1d.33.chain.linked"), facts));
  for (const char* id : {"reduce_add.int.1d.33.chain.brimful", "reduce_add.int.1d.33.own.nostd"}) {
    const auto why = missing(the_case(id), facts);
    ASSERT_TRUE(why) << id;
    EXPECT_EQ(why->query, "--implementation") << id;
  }
}

// The linker would find each function twice.
TEST(Implementation, AppearsOnceInAProgramOfTwoParts) {
  const auto kernels = kernels_of({.cases = {the_case("reduce_add.int.1d.33.solo.linked")}});
  EXPECT_EQ(count(program_text(kernels, file), file.text), 0U);
  // A device without collectives does not define the macro, under which the kernels store their results.
  EXPECT_EQ(count(program_text(kernels, file), "#define __opencl_c_work_group_collective_functions 1"), 1U);
  EXPECT_EQ(count(part_text(kernels, file), file.text), 1U);
}

// A program may call builtins that the file lacks.
TEST(Implementation, ProgramsNeedAllTheirBuiltinsDefined) {
  const Case program = the_case("program.uint.1d.7.7174");
  DeviceFacts facts = judged_by_file({});
  const auto why = missing(program, facts);
  ASSERT_TRUE(why);
  EXPECT_TRUE(why->answer.starts_with("my.cl does not define work_group_")) << why->answer;
  for (const Prototype& p : prototypes_called(named_program(program).program))
    facts.implementation->defines.push_back(text_of(p));
  EXPECT_FALSE(missing(program, facts));
}

// OpenCL C declares local memory in kernels only, so each caller of a builtin passes it on.
TEST(Implementation, LocalMemoryIsDeclaredByKernelsAndPassedOn) {
  Implementation local = file;
  local.local_memory = 100;
  const auto kernels = kernels_of(
      {.cases = {the_case("reduce_add.int.1d.33.branch"), the_case("reduce_add.int.1d.33.solo.linked")}});
  const std::string text = program_text(kernels, local) + part_text(kernels, local);
  EXPECT_EQ(count(text, "__local ulong local_words[13];"), kernels.size());
  EXPECT_GT(count(text, "uint sz, __local void *local_memory)"), 0U) << "helpers take it";
  // Each call of a builtin, and of its wrapper in the other part.
  EXPECT_EQ(count(text, "_reduce_add(x, local_memory)") + count(text, "+ item], local_memory)"),
            count(text, "work_group_reduce_add(") + count(text, "part_reduce_add_int(in["))
      << text;
  EXPECT_EQ(count(program_text(kernels, file), "local_memory"), 0U);
}

TEST(Implementation, LocalMemoryOfWorkItemsFitsTheDevice) {
  DeviceFacts facts;
  facts.max_work_group_size = 512;
  Implementation local = file;
  local.local_memory = 8;
  EXPECT_EQ(for_device(local, facts).local_memory, 8U);
  local.local_memory_per_item = true;
  const Implementation fitting = for_device(local, facts);
  EXPECT_EQ(fitting.local_memory, 4096U);
  EXPECT_EQ(for_device(fitting, facts), fitting);
  EXPECT_NE(prelude(fitting).find("#define WGCTS_LOCAL_MEMORY 4096\n"), std::string::npos);
  EXPECT_EQ(prelude(file).find("WGCTS_LOCAL_MEMORY"), std::string::npos);
}

TEST(Implementation, LocalMemoryIsPassedThroughWholePrograms) {
  LegalProgram program = named_program(the_case("program.uint.1d.7.7174"));
  program.program.local_memory = 100;
  const std::string text = functions_text(program.program, 1);
  EXPECT_EQ(count(text, "__local ulong local_words[13];"), 1U);
  EXPECT_GE(count(text, "local_memory)"), prototypes_called(program.program).size());
}

DeviceFacts judged_by_module() {
  DeviceFacts facts = with_implementation(able_device(), {"my.spv", "abc", "", {spv_magic}});
  facts.implementation->defines = {"work_group_reduce_add(int)", "work_group_all(int)"};
  facts.il_version = "SPIR-V_1.2";
  return facts;
}

// A module is linked to modules. OpenCL C cases cannot call it.
TEST(Implementation, AModuleIsForSpirvCases) {
  DeviceFacts facts = judged_by_module();
  EXPECT_TRUE(facts.implementation->is_module);
  EXPECT_FALSE(with_implementation(able_device(), file).implementation->is_module);
  const Case module = the_case("reduce_add.int.1d.33.chain.il");
  EXPECT_FALSE(missing(module, facts));
  EXPECT_EQ(missing(the_case("reduce_add.uint.1d.33.chain.il"), facts)->answer,
            "my.spv does not define work_group_reduce_add(uint)");
  for (const char* id :
       {"reduce_add.int.1d.33.chain", "reduce_add.int.1d.33.chain.linked", "program.uint.1d.7.7174"}) {
    const auto why = missing(the_case(id), facts);
    ASSERT_TRUE(why) << id;
    EXPECT_NE(why->answer.find("my.spv is a SPIR-V module"), std::string::npos) << why->answer;
  }
  EXPECT_TRUE(missing(module, judged_by_file({"work_group_reduce_add(int)"})))
      << "a text cannot be linked to modules";
  facts.linker = {false, {"CL_DEVICE_LINKER_AVAILABLE", "CL_FALSE"}};
  EXPECT_EQ(missing(module, facts)->query, "CL_DEVICE_LINKER_AVAILABLE");
  facts.il_version.clear();
  EXPECT_EQ(missing(module, facts)->query, "CL_DEVICE_IL_VERSION");
}

// Such a case tests the linked function, and none of the driver's group instructions.
TEST(Implementation, AModuleCitesTheClauseOfLinking) {
  const Case module = the_case("all.int.1d.33.chain.il");
  const auto cited = standing_clauses(module, judged_by_module());
  EXPECT_TRUE(cited.contains("WGC.BU.6"));
  EXPECT_FALSE(cited.contains("WGC.IL.1"));
  EXPECT_TRUE(standing_clauses(module, able_device()).contains("WGC.IL.1"));
}

// The driver's queries concern its own builtins. A file is judged even if the driver has none.
TEST(Implementation, NeedsNoCollectivesInTheDriver) {
  DeviceFacts lacking = able_device();
  lacking.collectives.yes = false;
  lacking.usual_cl_std = 0;
  EXPECT_FALSE(contradictions(lacking).empty());
  DeviceFacts facts = with_implementation(lacking, file);
  facts.implementation->defines = {"work_group_all(int)"};
  const Case all = the_case("all.int.1d.100.solo");
  EXPECT_FALSE(missing(all, facts));
  EXPECT_TRUE(contradictions(facts).empty());
  EXPECT_FALSE(checks_for_absence(all, facts));
  EXPECT_EQ(facts.usual_cl_std, 30U);
  for (const std::string& clause : standing_clauses(all, facts))
    EXPECT_FALSE(clause.starts_with("WGC.AV")) << clause;
  EXPECT_TRUE(standing_clauses(all, able_device()).contains("WGC.AV.3"));
}

}  // namespace
}  // namespace wgcts::harness
