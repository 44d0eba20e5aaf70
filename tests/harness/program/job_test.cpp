#include "harness/program/job.hpp"

#include <gtest/gtest.h>

#include <set>

#include "harness/program/kernel.hpp"
#include "suites/plan.hpp"
#include "tests/harness/able_device.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

TEST(Job, EveryCaseIsInOneJobWithItsTypeAndOptions) {
  const auto cases = plan(Profile::Standard);
  std::set<std::string> seen;
  for (const Job& job : make_jobs(cases, able_device()))
    for (const Case& c : job.cases) {
      // Types share a program that an option or situation needs separately, except half.
      const bool plain = build_options(c, able_device()) == usual_options(able_device()) &&
                         program_variant(c) == plain_variant;
      EXPECT_TRUE(c.type == job.cases.front().type || (!plain && c.type != GenType::Half)) << name(c);
      EXPECT_EQ(build_options(c, able_device()), build_options(job.cases.front(), able_device()));
      EXPECT_TRUE(seen.insert(name(c)).second) << name(c);
    }
  EXPECT_EQ(seen.size(), cases.size());
}

// Only situations that affect the program need a program of their own.
TEST(Job, ProgramSituationsHaveTheirOwnProgram) {
  const auto jobs_with = [](const char* other) {
    return make_jobs({named("reduce_add.int.1d.33.chain"), named(other)}, able_device()).size();
  };
  for (const char* other : {"reduce_add.int.1d.33.chain.reloaded", "reduce_add.int.1d.33.chain.linked",
                            "reduce_add.int.1d.33.chain.library", "reduce_add.int.1d.33.chain.partition",
                            "reduce_add.int.1d.33.chain.fastmath"})
    EXPECT_EQ(jobs_with(other), 2U) << other;
  for (const char* other : {"reduce_add.int.1d.33.chain.relaunched", "reduce_add.int.1d.33.chain.svm",
                            "reduce_add.int.1d.33.chain.offset32", "reduce_add.int.1d.64.chain.unsized"})
    EXPECT_EQ(jobs_with(other), 1U) << other;
}

// Launches that fill a GPU are distributed over its workers. A CPU has few workers, which would only build
// more programs.
TEST(Job, LaunchesThatFillAGpuHaveTheirOwnJobs) {
  const std::vector<Case> cases{
      named("reduce_add.int.1d.33.chain"), named("reduce_add.int.1d.256.solo.saturated"),
      named("reduce_min.int.1d.256.solo.saturated"), named("reduce_add.int.1d.256.stress.saturated")};
  DeviceFacts gpu = able_device();
  gpu.kind = "GPU";
  const auto jobs = make_jobs(cases, gpu);
  ASSERT_EQ(jobs.size(), 3U);
  EXPECT_EQ(jobs.front().cases.size(), 2U);  // the longest first
  EXPECT_TRUE(jobs.back().cases.front().variant == plain_variant);
  gpu.kind = "CPU";
  EXPECT_EQ(make_jobs(cases, gpu).size(), 2U);  // stress never shares a program with other forms
}

// Some drivers keep 32 bits of an id, or sign-extend them, in one dimension only.
TEST(NDRange, IdsPassTheValueInEachDimension) {
  for (const char* name : {"offset31", "offset32", "offset31.remainder"})
    for (const Extents& local : {Extents{33, 1, 1}, Extents{2, 2, 2}, Extents{1, 5, 3}, Extents{4, 16, 7}}) {
      const Variant& v = *variant_named(name);
      if (v.passed == 0) continue;  // beyond the host's size_t
      const NDRange range = ndrange(3, local, v, 18);
      for (unsigned d = 0; d < 3; ++d) {
        EXPECT_LT(range.offset[d], v.passed) << name << d;
        EXPECT_GT(range.offset[d] + range.global[d], v.passed) << name << d;
        // Within a work-group, because a driver may compute the first id of a group in another way.
        if (local[d] > 1) EXPECT_NE((v.passed - range.offset[d]) % local[d], 0U) << name << d;
      }
    }
  // One work-item cannot pass it, but has the value as its id.
  const Variant& v = *variant_named("offset31.remainder");
  const NDRange one = ndrange(3, {4, 4, 4}, v, 1);
  EXPECT_EQ(one.global[2], 1U);
  EXPECT_EQ(one.offset[2], v.passed);
}

TEST(NDRange, RemaindersHaveOneWorkItemOrSeveral) {
  const auto last = [](const Extents& local) {
    const NDRange range = ndrange(3, local, *variant_named("remainder"), 18);
    Extents extents{};
    for (unsigned d = 0; d < 3; ++d) extents[d] = range.global[d] % local[d];
    return extents;
  };
  EXPECT_EQ(last({2, 2, 2}), (Extents{1, 1, 1}));
  EXPECT_EQ(last({64, 64, 64}), (Extents{1, 33, 1}));
  EXPECT_EQ(last({33, 5, 7}), (Extents{17, 3, 1}));
}

TEST(Job, TheLongestComesFirst) {
  const auto jobs = make_jobs(plan(Profile::Standard), able_device());
  for (std::size_t i = 1; i < jobs.size(); ++i) EXPECT_GE(jobs[i - 1].cases.size(), jobs[i].cases.size());
}

TEST(Job, AChainContainsAllBuiltinsOfTheType) {
  const Job job{{named("reduce_add.float.1d.33.chain")}, false, {}};
  ASSERT_EQ(kernels_of(job).size(), 1U);
  EXPECT_EQ(kernels_of(job).front().members.size(), 10U);
  EXPECT_EQ(kernels_of({{named("reduce_add.int.1d.33.chain")}, false, {}}).front().members.size(), 12U);
}

TEST(Job, AloneAndSoloHaveOneBuiltin) {
  EXPECT_EQ(kernels_of({{named("reduce_add.float.1d.33.chain")}, true, {}}).front().members.size(), 1U);
  EXPECT_EQ(kernels_of({{named("reduce_add.float.1d.100.solo")}, false, {}}).front().members.size(), 1U);
}

TEST(Job, LeavesOutBuiltinsThatCrashTheCompiler) {
  const Builtin* broadcast = builtin_named("broadcast");
  const auto kernels = kernels_of({{named("reduce_add.half.1d.33.chain")}, false, {broadcast}});
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels.front().members.size(), 9U);
  for (const Builtin* member : kernels.front().members) EXPECT_NE(member, broadcast);
}

TEST(Job, CasesOfAKernelAndAShapeShareALaunch) {
  const Job job{{named("reduce_add.float.1d.33.chain"), named("reduce_max.float.1d.33.chain"),
                 named("reduce_max.float.1d.7.chain"), named("reduce_max.float.1d.129.chain.offset")},
                false,
                {}};
  const auto launches = launches_of(job);
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_EQ(launches.front().cases.size(), 2U);
}

// PoCL 6.0 aborts on them. Everything else is judged before.
TEST(Job, LaunchesOfTinyWorkGroupsComeLast) {
  const Job job{{named("reduce_add.float.1d.2.chain"), named("reduce_add.float.1d.33.chain"),
                 named("reduce_add.float.2d.1x1.chain"), named("reduce_add.float.1d.max.chain")},
                false,
                {}};
  const auto launches = launches_of(job);
  ASSERT_EQ(launches.size(), 4U);
  EXPECT_EQ(launches[0].cases, std::vector{job.cases[1]});
  EXPECT_EQ(launches[1].cases, std::vector{job.cases[3]});
  EXPECT_EQ(launches[2].cases, std::vector{job.cases[0]});
  EXPECT_EQ(launches[3].cases, std::vector{job.cases[2]});
}

TEST(Job, AFewProgramsShareASource) {
  std::vector<Case> cases;
  for (int number = 1; number <= 9; ++number)
    cases.push_back(named("program.int.1d.5." + std::to_string(number)));
  cases.push_back(named("program.int.1d.5.1.noopt"));
  cases.push_back(named("reduce_add.int.1d.33.chain"));
  std::size_t jobs = 0;
  for (const Job& job : make_jobs(cases, able_device())) {
    ++jobs;
    EXPECT_LE(job.cases.size(), 4U);
    for (const Case& c : job.cases) EXPECT_EQ(is_program(c), is_program(job.cases.front()));
    const std::string text = program_text(kernels_of(job));
    for (const Kernel& kernel : kernels_of(job))
      EXPECT_EQ(count(text, "__kernel void " + name(kernel) + "("), 1U) << name(kernel);
    EXPECT_EQ(launches_of(job).size(), job.cases.size());
  }
  EXPECT_EQ(jobs, 5U);
}

}  // namespace
}  // namespace wgcts::harness
