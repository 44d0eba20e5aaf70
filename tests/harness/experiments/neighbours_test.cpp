#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/experiments/experiments.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

std::vector<std::string> names(const char* of, const Where& where = {}) {
  std::vector<std::string> all;
  for (const Case& n : neighbours_of(parse_case(of).value(), {&where, 1})) all.push_back(name(n));
  return all;
}

std::ptrdiff_t rank(const std::vector<std::string>& all, const char* wanted) {
  return std::ranges::find(all, wanted) - all.begin();
}

std::string difference_of(const char* neighbour, const char* c) {
  return difference(parse_case(neighbour).value(), parse_case(c).value());
}

TEST(Neighbours, DifferInOneWord) {
  const Case c = parse_case("reduce_add.int.1d.33.solo").value();
  const auto all = neighbours_of(c, {});
  EXPECT_EQ(std::set<Case>(all.begin(), all.end()).size(), all.size());
  for (const Case& o : all) {
    const bool other_shape = o.dim != c.dim || o.local != c.local;
    const int words = (o.builtin != c.builtin) + (o.type != c.type) + (o.form != c.form) +
                      (o.variant != c.variant) + other_shape;
    EXPECT_EQ(words, 1) << name(o);
    EXPECT_TRUE(is_legal(o)) << name(o);
  }
}

// The nearest size comes before the second other type.
TEST(Neighbours, TheNearestOfEachCoordinateComeFirst) {
  const auto all = names("reduce_add.int.1d.33.solo");
  EXPECT_EQ(all.front(), "reduce_add.int.1d.32.solo");
  EXPECT_LT(rank(all, "reduce_add.uint.1d.33.solo"), rank(all, "reduce_add.int.1d.34.solo"));
  EXPECT_LT(rank(all, "reduce_add.int.1d.34.solo"), rank(all, "reduce_add.int.1d.66.solo"));
  EXPECT_LT(rank(all, "reduce_min.int.1d.33.solo"), rank(all, "scan_inclusive_add.int.1d.33.solo"));
  EXPECT_EQ(names("reduce_add.int.1d.1.solo").front(), "reduce_add.int.1d.2.solo");
}

TEST(Neighbours, AreDescribedByTheirDifference) {
  const char* c = "reduce_add.int.2d.4x2.solo.offset.noopt";
  EXPECT_EQ(difference_of("reduce_add.int.2d.4x3.solo.offset.noopt", c), "local size 4x3 instead of 4x2");
  EXPECT_EQ(difference_of("reduce_add.int.1d.8.solo.offset.noopt", c), "local size 8 instead of 4x2");
  EXPECT_EQ(difference_of("reduce_max.int.2d.4x2.solo.offset.noopt", c),
            "builtin reduce_max instead of reduce_add");
  EXPECT_EQ(difference_of("reduce_add.uint.2d.4x2.solo.offset.noopt", c), "type uint instead of int");
  EXPECT_EQ(difference_of("reduce_add.int.2d.4x2.loop.offset.noopt", c), "form loop instead of solo");
  EXPECT_EQ(difference_of("reduce_add.int.2d.4x2.solo.offset", c), "without noopt");
  EXPECT_EQ(difference_of("reduce_add.int.1d.4.solo.cl20", "reduce_add.int.1d.4.solo"),
            "variant cl20 instead of plain");
}

// Lanes along another axis distinguish a fault in rows from a fault in all lanes except the first.
TEST(Neighbours, HaveTheirWorkItemsAlongOtherAxes) {
  const auto all = names("reduce_add.int.2d.1x2.solo");
  for (const char* other :
       {"reduce_add.int.1d.2.solo", "reduce_add.int.2d.2x1.solo", "reduce_add.int.3d.1x1x2.solo"})
    EXPECT_LT(rank(all, other), static_cast<std::ptrdiff_t>(all.size())) << other;
}

// A reduced case needs each of its rows, so it may pass without one.
TEST(Neighbours, LackOneRowOfSeveral) {
  const auto all = names("reduce_add.int.1d.4.solo.offset.noopt");
  for (const char* fewer : {"reduce_add.int.1d.4.solo.noopt", "reduce_add.int.1d.4.solo.offset"})
    EXPECT_LT(rank(all, fewer), static_cast<std::ptrdiff_t>(all.size())) << fewer;
}

TEST(Neighbours, HaveTheVariantsThatConditionsName) {
  const auto all = names("reduce_add.int.1d.4.solo", {predicate_from("variant", {"=", "offset"})});
  EXPECT_LT(rank(all, "reduce_add.int.1d.4.solo.offset"), static_cast<std::ptrdiff_t>(all.size()));
}

TEST(Neighbours, OfPredicatesHaveNoOtherType) {
  const auto all = names("all.int.1d.4.solo");
  EXPECT_TRUE(std::ranges::none_of(all, [](const std::string& n) { return n.find(".float.") != n.npos; }));
}

Predicate size_word(const char* relation, const char* value, const char* code = "size") {
  return predicate_from(code, {relation, value});
}

TEST(Neighbours, SizesNamedAreThoseOfSizesAndExtents) {
  const Where wheres[] = {{size_word(">", "32"), size_word("=", "int", "type")},
                          {size_word("=", "3|7"), size_word(">", "5", "extent.y"), size_word("=", "power2")}};
  EXPECT_EQ(sizes_named(wheres), (std::set<std::size_t>{3, 5, 7, 32}));
}

TEST(Neighbours, HaveSizesNearThoseOfConditions) {
  const auto all = names("reduce_add.int.1d.5.solo", {size_word(">", "16")});
  for (const char* n : {"4", "6", "10", "11", "15", "16", "17", "33"})
    EXPECT_LT(rank(all, fmt::format("reduce_add.int.1d.{}.solo", n).c_str()),
              static_cast<std::ptrdiff_t>(all.size()))
        << n;
}

TEST(Neighbours, HaveExtentsNearThoseOfConditions) {
  const auto all = names("reduce_add.int.2d.3x5.solo", {size_word(">", "16", "extent.y")});
  for (const char* n : {"4", "6", "10", "15", "16", "17", "33"})
    EXPECT_LT(rank(all, fmt::format("reduce_add.int.2d.3x{}.solo", n).c_str()),
              static_cast<std::ptrdiff_t>(all.size()))
        << n;
}

}  // namespace
}  // namespace wgcts::harness
