#include "harness/diagnose/size_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace wgcts::harness {
namespace {

using Sizes = std::vector<Extents>;

Predicate size_word(const char* relation, const char* value, const char* code = "size") {
  return predicate_from(code, {relation, value});
}

TEST(SizeSteps, ABugStandsWhereItsConditionsOnSizesHold) {
  const Extents of_35{7, 5, 1};
  for (const auto& [relation, value] :
       {std::pair{">", "32"}, {"<", "64"}, {"%8", "!=0"}, {"%7", "=0"}, {"!=", "power2"}})
    EXPECT_TRUE(stands_at(of_35, {size_word(relation, value)})) << relation << value;
  for (const auto& [relation, value] : {std::pair{">", "35"}, {"<", "35"}, {"%8", "=0"}, {"=", "power2"}})
    EXPECT_FALSE(stands_at(of_35, {size_word(relation, value)})) << relation << value;
  EXPECT_TRUE(stands_at(of_35, {size_word("=", "3|13")})) << "a list keeps no other out";
  EXPECT_FALSE(stands_at(of_35, {size_word(">", "32"), size_word(">", "5", "extent.y")}));
  EXPECT_TRUE(stands_at(of_35, {size_word("=", "int", "type")})) << "not about sizes";
}

TEST(SizeSteps, AreOnTheOtherSide) {
  const Extents of_24{24, 1, 1};
  EXPECT_EQ(steps_over(size_word(">", "16"), of_24, 1), (Sizes{{16, 1, 1}}));
  EXPECT_EQ(steps_over(size_word("<", "30"), of_24, 1), (Sizes{{30, 1, 1}, {61, 1, 1}}));
  EXPECT_EQ(steps_over(size_word("%16", "!=0"), of_24, 1), (Sizes{{16, 1, 1}, {32, 1, 1}}));
  EXPECT_EQ(steps_over(size_word("%8", "=0"), of_24, 1), (Sizes{{25, 1, 1}, {28, 1, 1}}));
  EXPECT_EQ(steps_over(size_word("!=", "power2"), of_24, 1), (Sizes{{32, 1, 1}, {16, 1, 1}}));
  EXPECT_EQ(steps_over(size_word("=", "24"), of_24, 1), (Sizes{{25, 1, 1}, {23, 1, 1}, {26, 1, 1}}));
  EXPECT_TRUE(steps_over(size_word("=", "int", "type"), of_24, 1).empty());
}

// A list of sizes may be about one extent.
TEST(SizeSteps, OfRowsGoAlongEachExtent) {
  const auto steps = steps_over(size_word("=", "6"), {3, 2, 1}, 2);
  EXPECT_NE(std::ranges::find(steps, Extents{4, 2, 1}), steps.end());
  EXPECT_NE(std::ranges::find(steps, Extents{3, 3, 1}), steps.end());
  EXPECT_EQ(steps_over(size_word(">", "2", "extent.y"), {3, 5, 1}, 2),
            (Sizes{{3, 1, 1}, {3, 2, 1}, {3, 3, 1}}));
  EXPECT_EQ(steps_over(size_word(">", "1", "extent.y"), {3, 5, 1}, 2), (Sizes{{3, 1, 1}, {3, 2, 1}}))
      << "none of nothing";
}

TEST(SizeSteps, AreNearTheNumbers) {
  const auto near = sizes_near({5, 1, 1}, std::vector<std::size_t>{16}, 40);
  EXPECT_TRUE(std::ranges::is_sorted(near));
  for (const std::size_t n : {4, 5, 6, 10, 11, 15, 16, 17, 33})
    EXPECT_NE(std::ranges::find(near, Extents{n, 1, 1}), near.end()) << n;
  EXPECT_TRUE(std::ranges::all_of(near, [](const Extents& e) { return volume(e) <= 40; }));
}

}  // namespace
}  // namespace wgcts::harness
