// What is tried for a case: short kernels first, each a legal launch of data that the case has.
#include "harness/diagnose/literal_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "harness/process/protocol.hpp"
#include "harness/program/ndrange.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

std::vector<LiteralCase> starts(const char* name, bool alone = true, WrongPlace place = {}) {
  const Question question{.the_case = parse_case(name).value(), .alone = alone};
  return literal_starts(question, explain(question.the_case, able_device(), 1, std::nullopt), place);
}

TEST(LiteralStart, TheShortestComesFirst) {
  const auto all = starts("reduce_add.int.1d.4.branch");
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().sketch->name, "straight");
  EXPECT_EQ(all.front().data.front().size(), 1U);
  const auto again = std::ranges::find(all, variant_named("relaunched"),
                                       [](const LiteralCase& l) { return l.the_case.variant; });
  ASSERT_NE(again, all.end()) << "a kernel object may be wrong from its second launch on";
  const LiteralCase& last = *(again - 1);
  EXPECT_EQ(last.sketch, nullptr);
  EXPECT_GT(last.data.front().size(), 8U);
}

// A bug that a run saw in company may show without.
TEST(LiteralStart, ThePlainKernelComesFirstInCompanyToo) {
  const auto all = starts("reduce_add.int.1d.4.chain", false);
  ASSERT_FALSE(all.empty());
  EXPECT_EQ(all.front().sketch->name, "straight");
  EXPECT_EQ(all.front().members, std::vector{builtin_named("reduce_add")});
  EXPECT_TRUE(std::ranges::any_of(all, [](const LiteralCase& l) { return l.members.size() > 1; }));
}

// What a kernel computes is what its results are judged by.
TEST(LiteralStart, SketchesThatComputeTheirValuesHaveThose) {
  std::size_t seen = 0;
  for (const char* name : {"reduce_add.int.1d.8.derived", "scan_inclusive_add.float.1d.8.constant"})
    for (const LiteralCase& literal : starts(name)) {
      if (literal.sketch == nullptr || literal.sketch->value == nullptr) continue;
      ++seen;
      EXPECT_TRUE(computes_values(literal));
      for (std::size_t lane = 0; lane < 8; ++lane)
        EXPECT_EQ(value_of_bits(literal.the_case.type, literal.data.front().front().x[lane]).text,
                  std::to_string(literal.sketch->value(lane)));
    }
  EXPECT_GE(seen, 2U);
}

TEST(LiteralStart, AllAreWholeLaunches) {
  for (const char* name :
       {"all.int.1d.3.solo", "broadcast.float.2d.3x2.chain.offset", "reduce_add.half.3d.4x3x2.twice",
        "scan_exclusive_max.long.1d.6.chain.remainder", "any.int.2d.4x3.chain.remainder",
        "reduce_add.int.1d.8.nested", "reduce_add.uint.1d.8.example", "reduce_max.uint.1d.8.derived"})
    for (const LiteralCase& literal : starts(name)) {
      const Grid grid(literal.range);
      ASSERT_EQ(literal.data.size(), calls_of(literal)) << name;
      for (const auto& groups : literal.data) {
        ASSERT_EQ(groups.size(), grid.groups.size()) << name;
        for (std::size_t g = 0; g < groups.size(); ++g) {
          EXPECT_EQ(groups[g].x.size(), volume(grid.groups[g].size)) << name;
          EXPECT_LT(groups[g].source, groups[g].x.size()) << name;
        }
      }
      const KernelArgument output = kernel_run_of(literal, able_device()).arguments[1];
      EXPECT_LE(size_in_bytes(output), most_run_bytes);
      EXPECT_EQ(output.expected.size(), output.elements) << name;
    }
}

TEST(LiteralStart, RemaindersStayRemainders) {
  for (const LiteralCase& literal : starts("reduce_add.int.1d.6.chain.remainder"))
    EXPECT_NE(literal.range.global[0] % literal.range.local[0], 0U);
}

TEST(LiteralStart, TheOffsetStays) {
  for (const LiteralCase& literal : starts("reduce_add.int.1d.6.chain.offset"))
    EXPECT_EQ(literal.range.offset[0], variant_named("offset")->offset[0]);
}

// Where the driver chooses the work-groups, the same must come of any.
TEST(LiteralStart, UnsizedLaunchesHaveDataThatFitsAllSizes) {
  for (const char* name : {"reduce_add.int.1d.6.chain.unsized", "scan_exclusive_min.uint.1d.6.chain.unsized",
                           "reduce_max.int.1d.6.chain.unsized", "broadcast.int.1d.6.chain.unsized",
                           "all.int.1d.6.chain.unsized", "scan_inclusive_add.ulong.1d.6.solo.unsized"}) {
    const auto all = starts(name);
    ASSERT_FALSE(all.empty()) << name;
    for (LiteralCase literal : all) {
      EXPECT_TRUE(keeps_values(literal));
      const auto expected = kernel_run_of(literal, able_device()).arguments[1].expected;
      literal.range.local = {1, 1, 1};
      const std::size_t items = literal.range.global[0];
      for (auto& groups : literal.data) {
        const LiteralGroup one{{groups.front().x.front()}, 0, groups.front().rule};
        groups.assign(items, one);
      }
      const auto apart = kernel_run_of(literal, able_device()).arguments[1].expected;
      ASSERT_EQ(apart.size(), expected.size()) << name;
      for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(apart[i].low, expected[i].low) << name;
    }
  }
}

// A kernel object that is launched with smaller work-groups too names no work-item that those lack.
TEST(LiteralStart, RelaunchedKernelsNameTheFirstWorkItem) {
  for (const LiteralCase& literal : starts("broadcast.float.2d.3x2.chain.relaunched"))
    for (const auto& groups : literal.data)
      for (const LiteralGroup& data : groups) EXPECT_EQ(data.source, 0U);
}

// Without -cl-std there are no collectives that a sketch could call: it would never build.
TEST(LiteralStart, ProgramsWithoutAVersionAreTheFormsOwn) {
  const auto all = starts("reduce_add.int.1d.6.own.nostd");
  ASSERT_FALSE(all.empty());
  for (const LiteralCase& literal : all) EXPECT_EQ(literal.sketch, nullptr);
}

TEST(LiteralStart, TheDataIsThatOfTheWrongWorkGroup) {
  const Explanation e =
      explain(parse_case("reduce_add.int.1d.4.solo").value(), able_device(), 1, std::nullopt);
  const auto all = starts("reduce_add.int.1d.4.solo", true, {0, 5});
  const auto& lanes = e.sites[0].groups[5].lanes;
  for (std::size_t lane = 0; lane < lanes.size(); ++lane)
    EXPECT_EQ(value_of_bits(GenType::Int, all.front().data[0][0].x[lane]), lanes[lane].input);
}

TEST(LiteralStart, CompanyIsNotJudged) {
  const auto all = starts("reduce_add.int.1d.4.chain", false);
  const auto found = std::ranges::find_if(all, [](const LiteralCase& l) { return l.members.size() > 1; });
  ASSERT_NE(found, all.end());
  const LiteralCase& first = *found;
  for (std::size_t call = 0; call < first.data.size(); ++call)
    EXPECT_EQ(first.data[call][0].rule == Rule::Observed, first.members[call]->name != "reduce_add");
}

}  // namespace
}  // namespace wgcts::harness
