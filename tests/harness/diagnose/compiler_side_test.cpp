// Only twins that were judged as OpenCL C and as SPIR-V determine the side of the compiler.
#include <gtest/gtest.h>

#include "harness/diagnose/diagnose.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {
namespace {

struct Judged {
  const char* name;
  Verdict verdict;
};

/// The side for one bug that explains all bad results, except the one at `not_of_the_bug`.
std::string_view side_of(const std::vector<Judged>& all, std::size_t not_of_the_bug = SIZE_MAX) {
  std::vector<CaseResult> results;
  std::vector<std::size_t> failing;
  for (const Judged& j : all) {
    if (j.verdict != Verdict::Pass && j.verdict != Verdict::Skip && results.size() != not_of_the_bug)
      failing.push_back(results.size());
    results.push_back({parse_case(j.name).value(), j.verdict});
  }
  return compiler_side(failing, results);
}

constexpr auto pass = Verdict::Pass, fail = Verdict::Fail, crash = Verdict::Crash, skip = Verdict::Skip;

TEST(CompilerSide, IsToldByTwins) {
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", fail}, {"all.int.1d.33.chain.il", pass}}), "opencl_c");
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", pass}, {"all.int.1d.33.chain.il", fail}}), "spirv");
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", crash}, {"all.int.1d.33.chain.il", crash}}), "both");
}

TEST(CompilerSide, NeedsATwinThatWasJudged) {
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", fail}}), "");
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", fail}, {"all.int.1d.33.chain.il", skip}}), "");
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", fail}, {"all.int.1d.7.chain.il", pass}}), "");
  EXPECT_EQ(side_of({{"all.int.1d.33.chain.crowd", fail}, {"all.int.1d.33.chain.il", pass}}), "");
}

// One size fails in both, another only as OpenCL C: two bugs, or different boundaries.
TEST(CompilerSide, TellsNothingWhereTwinsDisagree) {
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", fail},
                     {"all.int.1d.33.chain.il", pass},
                     {"all.int.1d.7.chain", fail},
                     {"all.int.1d.7.chain.il", fail}}),
            "");
  EXPECT_EQ(side_of({{"all.int.1d.33.chain", fail}, {"all.int.1d.33.chain.il", crash}}, 1), "");
}

TEST(CompilerSide, WhatTheSideSaysIsNoConditionAsWell) {
  const Where not_il{predicate_from("variant", {"!=", "il"})},
      plain{predicate_from("variant", {"=", "plain"})}, small{predicate_from("size", {"<", "8"})};
  const std::vector<CaseResult> results{{parse_case("all.int.1d.33.chain").value(), fail},
                                        {parse_case("all.int.1d.33.chain.il").value(), pass}};
  EXPECT_TRUE(without_side("opencl_c", not_il, {0}, results).empty());
  EXPECT_TRUE(without_side("opencl_c", plain, {0}, results).empty());
  EXPECT_EQ(without_side("opencl_c", small, {0}, results), small);
  EXPECT_EQ(without_side("", plain, {0}, results), plain);
  EXPECT_EQ(without_side("both", not_il, {0}, results), not_il);
  // A passing `crowd` case shows that only plain launches fail, which does not follow from the side.
  auto more = results;
  more.push_back({parse_case("all.int.1d.33.chain.crowd").value(), pass});
  EXPECT_EQ(without_side("opencl_c", plain, {0}, more), plain);
}

}  // namespace
}  // namespace wgcts::harness
