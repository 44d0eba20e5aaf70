#include <gtest/gtest.h>

#include "harness/planning/planning.hpp"
#include "suites/plan.hpp"
#include "suites/programs/draw_program.hpp"

namespace wgcts::harness {
namespace {

TEST(Workload, CountsTheJobs) {
  const Workload smoke = workload_of(plan(Profile::Smoke), plain_device());
  EXPECT_EQ(smoke.cases, plan(Profile::Smoke).size());
  // One program of chains for each type, and one of other forms; seven with other options or of parts, which
  // types share; one whole program.
  EXPECT_EQ(smoke.programs, 7U + 7U + 7U + 1U);
  EXPECT_LT(smoke.kernels, smoke.launches);
  EXPECT_GT(smoke.checks, 10 * smoke.cases);
}

// One launch of the core builtins and one of the extension's in each dimension. The extension has no
// broadcast, so its kernel is the same in all dimensions.
TEST(Workload, BuiltinsOfATypeShareALaunch) {
  std::vector<Case> cases;
  for (const Case& c : plan(Profile::Standard))
    if (is_core(*c.builtin) && c.type == GenType::Float && c.form->name == "chain" &&
        c.variant == plain_variant &&
        (c.local == LocalSize{{33, 1, 1}} || c.local == LocalSize{{7, 5, 1}} ||
         c.local == LocalSize{{3, 5, 7}}))
      cases.push_back(c);
  const Workload work = workload_of(cases, plain_device());
  EXPECT_EQ(work.programs, 1U);
  EXPECT_EQ(work.cases, 30U);
  EXPECT_EQ(work.launches, 3U);
  EXPECT_EQ(work.kernels, 3U);
}

// One module for each type, beside the program of the same cases in OpenCL C.
TEST(Workload, CountsModulesToo) {
  const std::vector<Case> text{parse_case("all.int.1d.33.chain").value(),
                               parse_case("reduce_add.float.1d.33.chain").value()};
  const Workload plain = workload_of(text, plain_device());
  const Workload both = workload_of(with_il_twins(text), plain_device());
  EXPECT_EQ(both.programs, plain.programs + 1) << "types share a module";
  EXPECT_EQ(both.kernels, 2 * plain.kernels);
  EXPECT_GT(both.checks, plain.checks);
}

TEST(Workload, GrowsWithTheProfile) {
  const Workload standard = workload_of(plan(Profile::Standard), plain_device());
  const Workload full = workload_of(plan(Profile::Full), plain_device());
  EXPECT_LT(standard.checks, full.checks);
  EXPECT_LT(standard.launches, full.launches);
  EXPECT_LE(standard.programs, full.programs);
  EXPECT_LT(standard.kernels, standard.launches);
}

TEST(Workload, EachSiteIsACheck) {
  const auto checks = [](const char* id) {
    return workload_of({parse_case(id).value()}, plain_device()).checks;
  };
  EXPECT_EQ(checks("reduce_add.int.1d.100.twice") % 2, 0U);
  EXPECT_GT(checks("reduce_add.int.1d.16.chain.crowd"), 1000U);
}

TEST(Workload, EachOutputOfAProgramsWorkGroupIsACheck) {
  const Case c = parse_case("program.int.1d.7.3").value();
  const auto drawn = draw_program(key_of(c));
  EXPECT_EQ(workload_of({c}, plain_device()).checks,
            drawn.program.outputs.size() * volume(group_counts(drawn.launch.range)));
}

TEST(Workload, OfNoCasesIsZero) {
  EXPECT_EQ(workload_of({}, plain_device()).programs, 0U);
  DeviceFacts unable = plain_device();
  unable.collectives.yes = false;
  const Workload none = workload_of({parse_case("reduce_add.int.1d.33.chain").value()}, unable);
  EXPECT_EQ(none.cases, 1U);
  EXPECT_EQ(none.launches + none.checks + none.kernels + none.programs, 0U);
}

}  // namespace
}  // namespace wgcts::harness
