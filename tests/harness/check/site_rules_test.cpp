#include "harness/check/site_rules.hpp"

#include <gtest/gtest.h>

#include "suites/builtin.hpp"

namespace wgcts::harness {
namespace {

constexpr Collective collective_of(std::string_view name) {
  for (const Builtin& b : builtins)
    if (b.name == name) return b.collective;
  throw std::invalid_argument("there is no such builtin");
}

TEST(SiteRules, ALaneBreaksTheClauseOfItsExpectedResult) {
  EXPECT_EQ(own_clause(collective_of("all"), 3, 1), cite("WGC.PR.1"));
  EXPECT_EQ(own_clause(collective_of("all"), 3, 0), cite("WGC.PR.3"));
  EXPECT_EQ(own_clause(collective_of("any"), 3, 1), cite("WGC.PR.2"));
  // The first lane of an exclusive scan is the identity, the others are sums.
  EXPECT_EQ(own_clause(collective_of("scan_exclusive_add"), 0, 0), cite("WGC.SC.4"));
  EXPECT_EQ(own_clause(collective_of("scan_exclusive_add"), 1, 0), cite("WGC.SC.3"));
  EXPECT_EQ(own_clause(collective_of("scan_exclusive_mul"), 0, 1), cite("WGC.UA.4"));
  EXPECT_EQ(own_clause(collective_of("reduce_xor"), 0, 1), cite("WGC.UA.1"));
}

TEST(SiteRules, ABroadcastIsJudgedBitByBitAndAPredicateByItsTruth) {
  EXPECT_EQ(usual_rule(collective_of("broadcast")), Rule::Bits);
  EXPECT_EQ(usual_rule(collective_of("any")), Rule::Truth);
  EXPECT_EQ(usual_rule(collective_of("reduce_max")), Rule::Exact);
}

// Options leave values open, and nothing else (WGC.U.11).
TEST(SiteRules, ValuesThatAnOptionLeavesOpenAreObserved) {
  FloatRules rules;
  rules.infinities = rules.denormals = true;
  EXPECT_TRUE(rules_under({}, rules).infinities);
  EXPECT_FALSE(rules_under({.nonfinite = true}, rules).infinities);
  EXPECT_TRUE(rules_under({.nonfinite = true}, rules).denormals);
  EXPECT_FALSE(rules_under({.subnormals = true}, rules).denormals);

  const Collective sum = collective_of("reduce_add"), broadcast = collective_of("broadcast");
  DataClass<float> data{};
  data.rule = Rule::Bounded;
  EXPECT_EQ(rule_under({}, sum, data, rules), Rule::Bounded);
  EXPECT_EQ(rule_under({.rounding = true}, sum, data, rules), Rule::Observed);
  data.rule = Rule::Bits;
  EXPECT_EQ(rule_under({.rounding = true}, broadcast, data, rules), Rule::Bits);
  EXPECT_EQ(rule_under({.zero_sign = true}, broadcast, data, rules), Rule::Exact);
  DataClass<int> whole{};
  whole.rule = Rule::Bits;
  EXPECT_EQ(rule_under({.zero_sign = true}, broadcast, whole, rules), Rule::Bits);
}

// An exact sum may be off if the option leaves accuracy open. A minimum is still one of the values.
TEST(SiteRules, AnExactSumIsRelaxedWithAccuracy) {
  FloatRules rules;
  DataClass<double> data{};
  data.rule = Rule::Exact;
  EXPECT_EQ(rule_under({}, collective_of("reduce_add"), data, rules), Rule::Exact);
  EXPECT_EQ(rule_under({.rounding = true}, collective_of("reduce_add"), data, rules), Rule::Relaxed);
  EXPECT_EQ(rule_under({.rounding = true}, collective_of("scan_exclusive_mul"), data, rules), Rule::Relaxed);
  EXPECT_EQ(rule_under({.rounding = true}, collective_of("reduce_min"), data, rules), Rule::Exact);
  EXPECT_EQ(rule_under({.zero_sign = true}, collective_of("reduce_add"), data, rules), Rule::Exact);
  DataClass<int> whole{};
  whole.rule = Rule::Exact;
  EXPECT_EQ(rule_under({.rounding = true}, collective_of("reduce_add"), whole, rules), Rule::Exact);
}

}  // namespace
}  // namespace wgcts::harness
