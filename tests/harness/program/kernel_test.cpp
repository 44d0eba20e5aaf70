#include "harness/program/kernel.hpp"

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

TEST(KernelText, NamesEveryKernelOfAPlanApart) {
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

// An embedded device of 2.x has long only where a program asks for it; where it lists nothing, nothing is
// asked.
TEST(KernelText, AsksForLongsWhereTheyAreAnExtension) {
  const std::string text = program_text({kernel_of(case_of("reduce_add", GenType::Long, "chain"), true)});
  const std::size_t pragma =
      text.find("#ifdef cles_khr_int64\n#pragma OPENCL EXTENSION cles_khr_int64 : enable\n#endif\n");
  ASSERT_NE(pragma, std::string::npos);
  EXPECT_LT(pragma, text.find("long"));
}

TEST(KernelText, HoldsTheCasesBuiltinAndThoseThatShareIt) {
  const auto members = [](const Kernel& kernel) {
    std::set<std::string_view> names;
    for (const Builtin* b : kernel.members) names.insert(b->name);
    return names;
  };
  for (const Case& c : plan(Profile::Full)) {
    EXPECT_TRUE(members(kernel_of(c, false)).contains(c.builtin->name)) << name(c);
    EXPECT_EQ(members(kernel_of(c, true)), (std::set{c.builtin->name})) << name(c);
  }
  EXPECT_EQ(kernel_of(case_of("all", GenType::Int, "chain"), false).members.size(), builtins.size());
  EXPECT_EQ(members(kernel_of(case_of("all", GenType::Int, "nested"), false)),
            (std::set<std::string_view>{"all", "any"}));
  EXPECT_EQ(kernel_of(case_of("reduce_add", GenType::Int, "nested"), false).members.size(),
            builtins.size() - 2);
  EXPECT_EQ(members(kernel_of(case_of("reduce_add", GenType::Int, "branch"), false)),
            (std::set<std::string_view>{"reduce_add", "reduce_min", "reduce_max"}));
  EXPECT_EQ(kernel_of(case_of("reduce_add", GenType::Int, "solo"), false).members.size(), 1U);
}

TEST(KernelText, DoesWithoutWhatItIsToldToUnlessTheCaseIsAboutIt) {
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

TEST(KernelText, SoloStandsUnderTheFeatureMacro) {
  EXPECT_EQ(count(program_text({kernel_of(case_of("any", GenType::Int, "solo"), false)}),
                  "__opencl_c_work_group_collective_functions == 1"),
            1U);
}

}  // namespace
}  // namespace wgcts::harness
