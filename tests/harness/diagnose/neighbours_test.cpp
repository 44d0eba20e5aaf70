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

}  // namespace
}  // namespace wgcts::harness
