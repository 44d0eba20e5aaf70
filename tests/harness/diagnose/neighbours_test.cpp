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
  EXPECT_EQ(names("all.int.1d.1.solo", {predicate_from("builtin", {"=", "all"})}).front(),
            "any.int.1d.1.solo");
  EXPECT_EQ(names("reduce_add.float.1d.4.solo", {predicate_from("type", {"=", "float"})}).front(),
            "reduce_add.int.1d.4.solo");
  EXPECT_EQ(names("reduce_add.int.1d.4.branch", {predicate_from("form", {"=", "branch"})}).front(),
            "reduce_add.int.1d.4.solo");
  EXPECT_EQ(names("reduce_add.int.1d.4.solo.offset", {predicate_from("offset", {})}).front(),
            "reduce_add.int.1d.4.solo");
}

// Each row that a reduced case still has is needed: without one of them it may pass.
TEST(Neighbours, LackOneRowOfSeveral) {
  const auto all = names("reduce_add.int.1d.4.solo.offset.noopt", {predicate_from("offset", {})});
  EXPECT_EQ(all.at(0), "reduce_add.int.1d.4.solo.noopt");
  EXPECT_EQ(all.at(1), "reduce_add.int.1d.4.solo.offset");
}

TEST(Neighbours, OfPredicatesHaveNoOtherType) {
  const auto all = names("all.int.1d.4.solo");
  EXPECT_TRUE(std::ranges::none_of(all, [](const std::string& n) { return n.find(".float.") != n.npos; }));
}

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

TEST(Neighbours, SizesNamedAreThoseOfSizesAndExtents) {
  const Where wheres[] = {{size_word(">", "32"), size_word("=", "int", "type")},
                          {size_word("=", "3|7"), size_word(">", "5", "extent.y"), size_word("=", "power2")}};
  EXPECT_EQ(sizes_named(wheres), (std::set<std::size_t>{3, 5, 7, 32}));
}

TEST(Neighbours, ExtentsNearNumbersDifferAlongOneAxis) {
  const auto near = extents_near({3, 5, 1}, 1, {16}, 40);
  for (const std::size_t n : {4, 5, 6, 10, 15, 16, 17, 33})
    EXPECT_NE(std::ranges::find(near, Extents{3, n, 1}), near.end()) << n;
  EXPECT_TRUE(
      std::ranges::all_of(near, [](const Extents& e) { return e[0] == 3 && e[1] <= 40 && e[2] == 1; }));
}

TEST(Neighbours, SizesNearNumbers) {
  const auto near = sizes_near({5, 1, 1}, {16}, 40);
  EXPECT_TRUE(std::ranges::is_sorted(near));
  for (const std::size_t n : {4, 5, 6, 10, 11, 15, 16, 17, 33})
    EXPECT_NE(std::ranges::find(near, Extents{n, 1, 1}), near.end()) << n;
  EXPECT_TRUE(std::ranges::all_of(near, [](const Extents& e) { return volume(e) <= 40; }));
}

}  // namespace
}  // namespace wgcts::harness
