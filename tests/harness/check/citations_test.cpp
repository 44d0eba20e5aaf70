// Every clause has cases or a reason why not, and both agree with the clauses that the checks cite.
#include "harness/check/citations.hpp"

#include <gtest/gtest.h>

#include "harness/planning/planning.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

const std::vector<Covered>& standard() {
  static const auto coverage = coverage_of(plan(Profile::Standard), plain_device());
  return coverage;
}

TEST(Coverage, EveryClauseHasCasesOrAReason) {
  ASSERT_EQ(standard().size(), clauses.size());
  for (const Covered& c : standard()) EXPECT_NE(c.cases == 0, c.clause->uncited.empty()) << c.clause->id;
}

TEST(Coverage, NoCaseCitesUndefinedBehaviour) {
  for (const Covered& c : standard())
    EXPECT_TRUE(c.cases == 0 || c.clause->tier != Tier::Undefined) << c.clause->id;
}

TEST(Coverage, CountsEachCaseOnce) {
  const Case c = parse_case("scan_exclusive_max.int.2d.7x5.chain").value();
  for (const Covered& covered : coverage_of({c, c}, plain_device())) {
    const bool cited = clauses_of(c, plain_device(), 1).contains(std::string(covered.clause->id));
    EXPECT_EQ(covered.cases, cited ? 2U : 0U) << covered.clause->id;
  }
}

TEST(Citations, FollowTheDevice) {
  const Case c = parse_case("reduce_add.float.1d.33.chain").value();
  DeviceFacts facts = plain_device();
  EXPECT_TRUE(clauses_of(c, facts, 1).contains("WGC.FP.4"));
  facts.float_rules.denormals = false;
  EXPECT_FALSE(clauses_of(c, facts, 1).contains("WGC.FP.4"));
  const Case solo = parse_case("any.int.1d.100.solo").value();
  EXPECT_TRUE(standing_clauses(solo, facts).contains("WGC.AV.5"));
  facts.opencl = 20;
  EXPECT_FALSE(standing_clauses(solo, facts).contains("WGC.AV.5"));
}

TEST(Citations, FollowTheCase) {
  const auto cited = [](const char* id) { return standing_clauses(parse_case(id).value(), plain_device()); };
  EXPECT_TRUE(cited("any.int.1d.100.solo") ==
              (std::set<std::string>{"WGC.AV.3", "WGC.AV.4", "WGC.AV.5", "WGC.AV.8", "WGC.AV.9", "WGC.AV.10",
                                     "WGC.ND.1"}));
  EXPECT_TRUE(cited("scan_inclusive_add.int.2d.6x5.chain.offset") ==
              (std::set<std::string>{"WGC.SC.1", "WGC.ID.1", "WGC.ID.3", "WGC.AV.3", "WGC.ND.1"}));
  // Only forms that branch, loop or call again cite the rule of control flow.
  for (const char* id : {"any.int.1d.100.branch", "any.int.1d.70.nested", "any.int.1d.99.twice"})
    EXPECT_TRUE(cited(id).contains("WGC.CF.2")) << id;
  for (const char* id : {"any.int.1d.33.chain", "any.int.1d.60.derived", "any.int.1d.100.constant"})
    EXPECT_FALSE(cited(id).contains("WGC.CF.2")) << id;
  EXPECT_TRUE(cited("any.int.1d.64.chain.remainder").contains("WGC.ND.3"));
  EXPECT_FALSE(cited("any.int.1d.64.chain").contains("WGC.ND.1"));
  // The extension defines the order of its scans and its group instructions itself.
  EXPECT_TRUE(cited("scan_inclusive_mul.int.1d.64.chain") ==
              (std::set<std::string>{"WGC.AV.3", "WGC.AV.11"}));
  EXPECT_TRUE(cited("scan_inclusive_mul.int.1d.64.chain.il") == (std::set<std::string>{"WGC.IL.2"}));
  EXPECT_TRUE(cited("reduce_add.int.1d.64.chain.il") == (std::set<std::string>{"WGC.IL.1"}));
}

TEST(Citations, AVerdictWithoutAResultHasAClause) {
  const Case plain = parse_case("any.int.1d.33.chain").value();
  const Case optioned = parse_case("any.int.1d.33.chain.noopt").value();
  EXPECT_EQ(clauses_behind(Verdict::Crash, Phase::Build, plain), std::vector<std::string>{"WGC.BU.1"});
  EXPECT_EQ(clauses_behind(Verdict::Crash, Phase::Launch, plain), std::vector<std::string>{"WGC.LA.2"});
  EXPECT_EQ(clauses_behind(Verdict::Timeout, Phase::Launch, plain), std::vector<std::string>{"WGC.LA.3"});
  EXPECT_EQ(clauses_behind(Verdict::BuildError, Phase::Build, optioned),
            (std::vector<std::string>{"WGC.BU.1", "WGC.BU.2"}));
  EXPECT_EQ(clauses_behind(Verdict::LaunchError, Phase::Launch, plain),
            (std::vector<std::string>{"WGC.LA.1", "WGC.ND.2"}));
  EXPECT_TRUE(clauses_behind(Verdict::Pass, Phase::Launch, plain).empty());
}

}  // namespace
}  // namespace wgcts::harness
