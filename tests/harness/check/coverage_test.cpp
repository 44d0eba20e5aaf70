// Every clause has its cases, or a reason why not; and both are what the checks really cite.
#include "harness/check/coverage.hpp"

#include <gtest/gtest.h>

#include "harness/check/citations.hpp"
#include "harness/planning/reference_device.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

const std::vector<Covered>& standard() {
  static const auto coverage = coverage_of(plan(Profile::Standard), plain_device());
  return coverage;
}

TEST(Coverage, EveryClauseHasCasesOrAReason) {
  ASSERT_EQ(standard().size(), clauses.size());
  for (const Covered& c : standard()) EXPECT_NE(c.cases == 0, c.reason.empty()) << c.clause->id;
}

TEST(Coverage, NoCaseCitesWhatIsUndefined) {
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
  EXPECT_TRUE(cited("any.int.1d.100.solo") == (std::set<std::string>{"WGC.AV.3", "WGC.AV.5"}));
  EXPECT_TRUE(cited("scan_inclusive_add.int.2d.6x5.chain.offset") ==
              (std::set<std::string>{"WGC.SC.1", "WGC.ID.1", "WGC.ID.3", "WGC.CF.2"}));
}

}  // namespace
}  // namespace wgcts::harness
