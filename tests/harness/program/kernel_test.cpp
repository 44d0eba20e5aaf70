#include "harness/program/kernel.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "suites/plan.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

const Builtin& builtin(std::string_view name) { return *std::ranges::find(builtins, name, &Builtin::name); }

Case case_of(std::string_view name, GenType type, std::string_view form, unsigned dim = 1) {
  return {&builtin(name), type, dim, {{33, 1, 1}}, form_named(form), plain_variant};
}

TEST(KernelText, KernelNamesOfAPlanAreUnique) {
  for (const bool alone : {false, true}) {
    std::map<std::string, Kernel> kernels;
    for (const Case& c : plan(Profile::Full)) {
      const Kernel kernel = kernel_of(c, alone);
      const auto [found, fresh] = kernels.emplace(name(kernel), kernel);
      if (!fresh) {
        EXPECT_EQ(found->second, kernel) << name(kernel);
      }
    }
  }
}

// An embedded 2.x device has long only if a program enables it. If it lists no extension, nothing is enabled.
TEST(KernelText, EnablesLongIfItIsAnExtension) {
  const std::string text = program_text({kernel_of(case_of("reduce_add", GenType::Long, "chain"), true)});
  const std::size_t pragma =
      text.find("#ifdef cles_khr_int64\n#pragma OPENCL EXTENSION cles_khr_int64 : enable\n#endif\n");
  ASSERT_NE(pragma, std::string::npos);
  EXPECT_LT(pragma, text.find("long"));
}

// If a launch and its queries are wrong in the same way, ids and data still match. Only the host can detect
// that.
TEST(KernelText, ReportsWhatTheVariantRequires) {
  Case c = case_of("reduce_add", GenType::Int, "solo");
  EXPECT_EQ(program_text({kernel_of(c, true)}).find("told"), std::string::npos);
  c.variant = variant("toldoffset");
  EXPECT_NE(program_text({kernel_of(c, true)}).find("told[d] = get_global_offset(d);"), std::string::npos);
  EXPECT_NE(program_text({kernel_of(c, true)}).find("told[5 + d] = get_global_offset(d) >> 16 >> 16;"),
            std::string::npos);
  c.variant = variant("unsized");
  EXPECT_NE(program_text({kernel_of(c, true)}).find("told[d] = get_local_size(d);"), std::string::npos);
}

// The driver's local size may be smaller than the one that the sources are for.
TEST(KernelText, LimitsSourcesToASizeThatTheDriverChooses) {
  Case c = case_of("broadcast", GenType::Int, "solo");
  EXPECT_NE(program_text({kernel_of(c, true)}).find(", from[3 * ((0) * groups + group) + 0])"),
            std::string::npos);
  c.variant = variant("unsized");
  EXPECT_NE(program_text({kernel_of(c, true)})
                .find(", min(from[3 * ((0) * groups + group) + 0], (uint)get_local_size(0) - 1))"),
            std::string::npos);
}

TEST(KernelText, ContainsTheCasesBuiltinAndThoseThatShareIt) {
  const auto members = [](const Kernel& kernel) {
    std::set<std::string_view> names;
    for (const Builtin* b : kernel.members) names.insert(b->name);
    return names;
  };
  for (const Case& c : plan(Profile::Full)) {
    EXPECT_TRUE(members(kernel_of(c, false)).contains(c.builtin->name)) << name(c);
    EXPECT_EQ(members(kernel_of(c, true)), (std::set{c.builtin->name})) << name(c);
  }
  // Builtins of an extension have kernels of their own.
  const auto core = static_cast<std::size_t>(std::ranges::count_if(builtins, is_core));
  EXPECT_EQ(kernel_of(case_of("all", GenType::Int, "chain"), false).members.size(), core);
  EXPECT_EQ(kernel_of(case_of("reduce_xor", GenType::Int, "chain"), false).members.size(),
            builtins.size() - core);
  EXPECT_EQ(members(kernel_of(case_of("all", GenType::Int, "nested"), false)),
            (std::set<std::string_view>{"all", "any"}));
  EXPECT_EQ(kernel_of(case_of("reduce_add", GenType::Int, "nested"), false).members.size(), core - 2);
  EXPECT_EQ(members(kernel_of(case_of("reduce_add", GenType::Int, "branch"), false)),
            (std::set<std::string_view>{"reduce_add", "reduce_min", "reduce_max"}));
  EXPECT_EQ(kernel_of(case_of("reduce_add", GenType::Int, "solo"), false).members.size(), 1U);
}

TEST(KernelText, LeavesOutBuiltinsExceptTheCasesOwn) {
  const Builtin* without[] = {&builtin("broadcast")};
  const Case other = case_of("reduce_add", GenType::Float, "chain");
  EXPECT_EQ(count(program_text({kernel_of(other, false, without)}), "work_group_broadcast"), 0U);
  EXPECT_NE(count(program_text({kernel_of(other, false)}), "work_group_broadcast"), 0U);
  const Case its_own = case_of("broadcast", GenType::Float, "chain");
  EXPECT_NE(count(program_text({kernel_of(its_own, false, without)}), "work_group_broadcast"), 0U);
}

TEST(KernelText, CallsBroadcastWithACoordinateForEachDimension) {
  for (unsigned dim = 1; dim <= 3; ++dim) {
    const Case c{&builtin("broadcast"), GenType::Int, dim, {{4, 3, 2}}, form_named("solo"), plain_variant};
    const std::string text = program_text({kernel_of(c, true)});
    EXPECT_EQ(count(text, "from["), dim);
  }
}

TEST(KernelText, SoloIsInsideTheFeatureMacro) {
  EXPECT_EQ(count(program_text({kernel_of(case_of("any", GenType::Int, "solo"), false)}),
                  "__opencl_c_work_group_collective_functions == 1"),
            1U);
}

// A compiler that defines the macro of functions that it does not declare refused the kernel, and a refusal
// there is a skip.
TEST(KernelText, WithoutCallsOnlyStoresInsideTheFeatureMacro) {
  for (const char* id : {"all.int.1d.100.solo", "all.int.1d.33.chain"}) {
    Kernel kernel = kernel_of(named(id), false);
    kernel.without_calls = true;
    const std::string text = program_text({kernel});
    EXPECT_NE(text.find("__opencl_c_work_group_collective_functions == 1"), std::string::npos) << id;
    EXPECT_NE(text.find("out["), std::string::npos) << id;
    EXPECT_EQ(text.find("work_group_all"), std::string::npos) << id;
    EXPECT_EQ(text.find("work_group_any"), std::string::npos) << id;
  }
}

TEST(KernelText, HasTheAttributesOfItsVariant) {
  const auto text_of = [](const char* id) { return program_text({kernel_of(named(id), false)}); };
  EXPECT_NE(text_of("reduce_add.int.2d.7x5.solo.reqd").find("__attribute__((reqd_work_group_size(7, 5, 1)))"),
            std::string::npos);
  EXPECT_NE(text_of("reduce_add.int.1d.33.chain.sizehint").find("work_group_size_hint(64, 1, 1)"),
            std::string::npos);
  EXPECT_NE(text_of("reduce_add.int.1d.33.chain.subgroup16").find("intel_reqd_sub_group_size(16)"),
            std::string::npos);
  EXPECT_EQ(name(kernel_of(named("reduce_add.int.1d.33.chain.subgroup16"), true)),
            "chain_int_intel_reqd_sub_group_size_16_reduce_add");
}

// Other attributes stay, because the compiler may have refused one of them.
TEST(KernelText, CanBeWrittenWithoutItsSubGroupSize) {
  Kernel kernel = kernel_of(named("reduce_add.int.1d.33.chain.subgroup16"), false);
  kernel.attribute = "vec_type_hint(float4)";
  EXPECT_EQ(other_attributes(kernel), "vec_type_hint(float4), intel_reqd_sub_group_size(16)");
  kernel.sub_group = 0;
  EXPECT_EQ(other_attributes(kernel), "vec_type_hint(float4)");
}

// A variant's statements surround those of the form, in a kernel of its own.
TEST(KernelText, SurroundsTheCallsWithTheVariantsStatements) {
  constexpr struct {
    const char *id, *before, *after;
  } rows[] = {
      {"reduce_add.uint.1d.33.chain.printing", "printf(\"%s\"", "printf(\"%u"},
      {"reduce_add.float.1d.33.chain.copying", "async_work_group_copy(", "wait_group_events("},
      {"reduce_add.int.1d.33.chain.subgroups", "sub_group_scan_inclusive_add(", "sub_group_reduce_add("},
      {"reduce_add.int.1d.33.chain.brimful", "rest[w] = ", "rest[w] != "}};
  for (const auto& row : rows) {
    const Kernel kernel = kernel_of(named(row.id), false);
    const std::string text = program_text({kernel});
    const auto before = text.find(row.before), after = text.rfind(row.after);
    ASSERT_NE(before, std::string::npos) << row.id;
    ASSERT_NE(after, std::string::npos) << row.id;
    EXPECT_LT(before, text.find("work_group_reduce_add(")) << row.id;
    EXPECT_GT(after, text.rfind("work_group_reduce_add(")) << row.id;
    EXPECT_NE(name(kernel), name(kernel_of(named("reduce_add.int.1d.33.chain"), false))) << row.id;
    const bool fills = std::string(row.id).ends_with("brimful");
    EXPECT_EQ(count(text, ", __local uint *rest, uint room)"), fills ? 1U : 0U) << row.id;
    EXPECT_EQ(count(text, "cl_khr_subgroups : enable"), std::string(row.id).ends_with("subgroups") ? 1U : 0U);
  }
}

// Without -cl-std nothing is declared, so the program defines the functions that it calls (WGC.AV.6).
TEST(KernelText, TheFormOwnDefinesTheFunctionsThatItCalls) {
  const Case c = named("reduce_add.int.2d.7x5.own.nostd");
  const std::string text = program_text({kernel_of(c, false)});
  for (const Builtin& b : builtins)
    if (is_core(b)) {
      EXPECT_EQ(count(text, "int work_group_" + std::string(b.name) + "(__global const int *x, int at)\n{"),
                1U)
          << b.name;
    }
  EXPECT_EQ(text.find("opencl_c_work_group_collective_functions"), std::string::npos);
  EXPECT_EQ(count(text, "#error"), 1U);
}

// A program may have kernels of several types. Their parts are functions with different names.
TEST(KernelText, PartsOfTwoTypesAreTwoFunctions) {
  const std::vector<Kernel> kernels{kernel_of(named("reduce_add.int.1d.33.chain.linked"), false),
                                    kernel_of(named("reduce_add.float.1d.33.chain.linked"), false)};
  const std::string part = part_text(kernels);
  EXPECT_EQ(count(part, "part_reduce_add_int("), 1U);
  EXPECT_EQ(count(part, "part_reduce_add_float("), 1U);
}

// One part calls no collective, the other has no kernel.
TEST(KernelText, PartsAreSeparate) {
  const std::vector<Kernel> kernels{kernel_of(named("broadcast.float.3d.3x5x7.chain.linked"), false)};
  const std::string whole = program_text(kernels), part = part_text(kernels);
  EXPECT_EQ(count(whole, "work_group_"), count(whole, "opencl_c_work_group_collective_functions"));
  EXPECT_NE(whole.find("part_reduce_add_float("), std::string::npos);
  EXPECT_EQ(part.find("__kernel"), std::string::npos);
  EXPECT_NE(part.find("float part_broadcast_float_3d(float x, uint sx, uint sy, uint sz)\n{\n    return "
                      "work_group_broadcast(x, sx, sy, sz);"),
            std::string::npos);
  EXPECT_EQ(part_text({kernel_of(named("reduce_add.int.1d.33.chain"), false)}).find("work_group_"),
            std::string::npos);
}

// WGC.AV.11: without the macro nothing is called.
TEST(KernelText, AnExtensionsFunctionsAreInsideItsMacro) {
  const std::string text = program_text({kernel_of(named("reduce_mul.int.1d.33.chain"), false)});
  const auto guard = text.find("#ifdef cl_khr_work_group_uniform_arithmetic\n#if");
  EXPECT_NE(guard, std::string::npos);
  EXPECT_LT(guard, text.find("work_group_reduce_mul("));
  EXPECT_EQ(text.find("work_group_reduce_add("), std::string::npos);
}

// A second extension needs rows of a table only.
TEST(KernelText, EachExtensionHasItsOwnMacroPragmaAndKernels) {
  static constexpr Builtin made_up{
      "reduce_sum", "reduce", {Family::Reduce, Op::Add}, Takes::Every, "cl_made_up"};
  const Kernel known = kernel_of(named("reduce_mul.int.1d.33.chain"), true);
  Kernel other = known;
  other.members = {&made_up};
  EXPECT_NE(name(known).find("_uniform"), std::string::npos);
  EXPECT_NE(name(other).find("_cl_made_up"), std::string::npos);
  const std::string both = program_text({known, other}), one = program_text({other});
  for (const char* extension : {"cl_made_up", "cl_khr_work_group_uniform_arithmetic"})
    EXPECT_EQ(count(both, fmt::format("#pragma OPENCL EXTENSION {} : enable", extension)), 1U);
  EXPECT_EQ(one.find("uniform_arithmetic"), std::string::npos);
  EXPECT_NE(one.find("#ifdef cl_made_up\n#if"), std::string::npos);
}

}  // namespace
}  // namespace wgcts::harness
