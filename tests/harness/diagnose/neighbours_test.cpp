#include "harness/diagnose/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

std::vector<std::string> names(const char* of, const Where& where = {}) {
  std::vector<std::string> all;
  for (const Neighbour& n : neighbours_of(parse_case(of).value(), where)) all.push_back(name(n.the_case));
  return all;
}

TEST(Neighbours, DifferInOneWord) {
  const Case c = parse_case("reduce_add.int.1d.33.solo").value();
  for (const Neighbour& n : neighbours_of(c, {})) {
    const Case& o = n.the_case;
    const int words = (o.builtin != c.builtin) + (o.type != c.type) + (o.dim != c.dim) + (o.form != c.form) +
                      (o.variant != c.variant) + (o.local != c.local);
    EXPECT_EQ(words, 1) << name(o);
    EXPECT_TRUE(is_legal(o)) << name(o);
    EXPECT_FALSE(n.differs.empty());
  }
}

TEST(Neighbours, TheNextSizeIsTheNearest) {
  const auto n = neighbours_of(parse_case("reduce_add.int.1d.33.solo").value(), {});
  EXPECT_EQ(name(n.at(0).the_case), "reduce_add.int.1d.32.solo");
  EXPECT_EQ(n.at(0).differs, "local size 32 instead of 33");
  EXPECT_EQ(name(n.at(1).the_case), "reduce_add.int.1d.34.solo");
  EXPECT_EQ(names("reduce_add.int.1d.1.solo").front(), "reduce_add.int.1d.2.solo");
}

TEST(Neighbours, TheDiagnosisComesFirst) {
  EXPECT_EQ(names("all.int.1d.1.solo", {predicate_from("builtin", {"=", "all"})}).front(), "any.int.1d.1.solo");
  EXPECT_EQ(names("reduce_add.float.1d.4.solo", {predicate_from("type", {"=", "float"})}).front(),
            "reduce_add.int.1d.4.solo");
  EXPECT_EQ(names("reduce_add.int.1d.4.branch", {predicate_from("form", {"=", "branch"})}).front(),
            "reduce_add.int.1d.4.solo");
  EXPECT_EQ(names("reduce_add.int.1d.4.solo.offset", {predicate_from("offset", {})}).front(), "reduce_add.int.1d.4.solo");
}

TEST(Neighbours, OfPredicatesHaveNoOtherType) {
  const auto all = names("all.int.1d.4.solo");
  EXPECT_TRUE(std::ranges::none_of(all, [](const std::string& n) { return n.find(".float.") != n.npos; }));
}

using Sizes = std::vector<Extents>;

Predicate size_word(const char* relation, const char* value, const char* code = "size") {
  return predicate_from(code, {relation, value});
}

TEST(Neighbours, MayHoldWhereConditionsOnSizesHold) {
  const Extents of_35{7, 5, 1};
  for (const auto& [relation, value] :
       {std::pair{">", "32"}, {"<", "64"}, {"%8", "!=0"}, {"%7", "=0"}, {"!=", "power2"}})
    EXPECT_TRUE(may_hold_at(of_35, {size_word(relation, value)})) << relation << value;
  for (const auto& [relation, value] : {std::pair{">", "35"}, {"<", "35"}, {"%8", "=0"}, {"=", "power2"}})
    EXPECT_FALSE(may_hold_at(of_35, {size_word(relation, value)})) << relation << value;
  EXPECT_TRUE(may_hold_at(of_35, {size_word("=", "3|13")})) << "a list keeps no other out";
  EXPECT_FALSE(may_hold_at(of_35, {size_word(">", "32"), size_word(">", "5", "extent.y")}));
  EXPECT_TRUE(may_hold_at(of_35, {size_word("=", "int", "type")})) << "not about sizes";
}

TEST(Neighbours, SizesAcrossAConditionContradictIt) {
  const Extents of_24{24, 1, 1};
  EXPECT_EQ(sizes_across(size_word(">", "16"), of_24, 1), (Sizes{{16, 1, 1}}));
  EXPECT_EQ(sizes_across(size_word("<", "30"), of_24, 1), (Sizes{{30, 1, 1}, {61, 1, 1}}));
  EXPECT_EQ(sizes_across(size_word("%16", "!=0"), of_24, 1), (Sizes{{16, 1, 1}, {32, 1, 1}}));
  EXPECT_EQ(sizes_across(size_word("%8", "=0"), of_24, 1), (Sizes{{25, 1, 1}, {28, 1, 1}}));
  EXPECT_EQ(sizes_across(size_word("!=", "power2"), of_24, 1), (Sizes{{32, 1, 1}, {16, 1, 1}}));
  EXPECT_EQ(sizes_across(size_word("=", "24"), of_24, 1), (Sizes{{25, 1, 1}, {23, 1, 1}, {26, 1, 1}}));
  EXPECT_TRUE(sizes_across(size_word("=", "int", "type"), of_24, 1).empty());
}

// A list of sizes may be about one extent.
TEST(Neighbours, SizesAcrossGoAlongEachExtent) {
  const auto sizes = sizes_across(size_word("=", "6"), {3, 2, 1}, 2);
  EXPECT_NE(std::ranges::find(sizes, Extents{4, 2, 1}), sizes.end());
  EXPECT_NE(std::ranges::find(sizes, Extents{3, 3, 1}), sizes.end());
  EXPECT_EQ(sizes_across(size_word(">", "2", "extent.y"), {3, 5, 1}, 2),
            (Sizes{{3, 1, 1}, {3, 2, 1}, {3, 3, 1}}));
  EXPECT_EQ(sizes_across(size_word(">", "1", "extent.y"), {3, 5, 1}, 2), (Sizes{{3, 1, 1}, {3, 2, 1}}))
      << "none of nothing";
}

TEST(Neighbours, SizesNearNumbers) {
  const auto near = sizes_near({5, 1, 1}, std::vector<std::size_t>{16}, 40);
  EXPECT_TRUE(std::ranges::is_sorted(near));
  for (const std::size_t n : {4, 5, 6, 10, 11, 15, 16, 17, 33})
    EXPECT_NE(std::ranges::find(near, Extents{n, 1, 1}), near.end()) << n;
  EXPECT_TRUE(std::ranges::all_of(near, [](const Extents& e) { return volume(e) <= 40; }));
}

}  // namespace
}  // namespace wgcts::harness
