#include <gtest/gtest.h>

#include "harness/planning/planning.hpp"
#include "suites/plan.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

constexpr const char* support_query = "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT";

/// The clauses that the device contradicts, as in "WGC.AV.5 WGC.AV.8".
std::string contradicted_by(const DeviceFacts& facts) {
  std::string clauses;
  for (const Contradiction& c : contradictions(facts))
    clauses.append(clauses.empty() ? "" : " ").append(c.clause);
  return clauses;
}

/// A device without CL2.0 that reports no collectives.
DeviceFacts denying_device() {
  DeviceFacts facts = able_device();
  facts.collectives = {false, {support_query, "CL_FALSE"}};
  std::erase(facts.cl_std, 20U);
  return facts;
}

std::string query_of(std::string_view id, const DeviceFacts& facts) {
  const auto reason = missing(parse_case(id).value(), facts);
  return reason ? reason->query : "";
}

// WGC.AV.5: the list and the query disagree.
TEST(Contradictions, ListAndQueryMustAgree) {
  EXPECT_EQ(contradicted_by(able_device()), "");
  EXPECT_EQ(contradicted_by(denying_device()), "WGC.AV.5");
  DeviceFacts unlisted = able_device();
  std::erase(unlisted.features, collectives_macro);
  ASSERT_FALSE(unlisted.features.empty());
  EXPECT_EQ(contradicted_by(unlisted), "WGC.AV.5");
}

// WGC.AV.10: an empty list means that there is no optional feature. It breaks the rule only if another answer
// reports one.
TEST(Contradictions, AnEmptyListIsForDevicesWithoutOptionalFeatures) {
  DeviceFacts facts = denying_device();
  facts.features.clear();
  EXPECT_EQ(contradicted_by(facts), "");
  facts = able_device();
  facts.features.clear();
  EXPECT_EQ(contradicted_by(facts), "WGC.AV.10");
  facts.compiler.yes = false;
  EXPECT_EQ(contradicted_by(facts), "");
}

// CL_DEVICE_COMPILER_AVAILABLE includes compilers of intermediate languages. Such a device lists no OpenCL C.
TEST(Contradictions, ACompilerOfIntermediateLanguagesMayListNothing) {
  DeviceFacts facts = able_device();
  facts.features.clear();
  facts.cl_std.clear();
  EXPECT_EQ(contradicted_by(facts), "");
}

TEST(Contradictions, A3xDeviceListsItsOwnOpenCLC) {
  DeviceFacts facts = able_device();
  facts.cl_std = {10, 11, 12, 20};
  EXPECT_EQ(contradicted_by(facts), "WGC.AV.9");
  facts = able_device();
  facts.opencl = 31;
  EXPECT_EQ(contradicted_by(facts), "WGC.AV.9");
  facts.cl_std.push_back(31);
  EXPECT_EQ(contradicted_by(facts), "");
  facts = able_device();
  facts.opencl = 20;
  facts.cl_std = {20};
  EXPECT_EQ(contradicted_by(facts), "");
}

// WGC.AV.4 and WGC.AV.9: a 3.x device answers these queries, except when memory is short.
TEST(Contradictions, AMandatoryQueryIsAnswered) {
  const std::pair<const char*, const char*> rows[] = {{support_query, "WGC.AV.4"},
                                                      {"CL_DEVICE_OPENCL_C_FEATURES", "WGC.AV.4"},
                                                      {"CL_DEVICE_OPENCL_C_ALL_VERSIONS", "WGC.AV.9"}};
  for (const auto& [query, clause] : rows) {
    DeviceFacts facts = able_device();
    if (query == std::string(support_query)) facts.collectives = {false, {query, "CL_INVALID_VALUE"}};
    if (query == std::string("CL_DEVICE_OPENCL_C_FEATURES")) facts.features.clear();
    if (query == std::string("CL_DEVICE_OPENCL_C_ALL_VERSIONS")) facts.cl_std.clear();
    facts.query_errors = {{query, "CL_INVALID_VALUE"}};
    EXPECT_EQ(contradicted_by(facts), clause) << query;
    facts.query_errors = {{query, "CL_OUT_OF_HOST_MEMORY"}};
    EXPECT_EQ(contradicted_by(facts), "") << query;
    facts.query_errors = {{query, "CL_INVALID_VALUE"}};
    facts.opencl = 20;
    EXPECT_EQ(contradicted_by(facts), "") << query;
  }
}

TEST(Contradictions, OpenCLC20RequiresTheCollectives) {
  DeviceFacts facts = denying_device();
  std::erase(facts.features, collectives_macro);
  EXPECT_EQ(contradicted_by(facts), "");
  facts.cl_std.push_back(20);
  EXPECT_EQ(contradicted_by(facts), "WGC.AV.8");
}

// A device that consistently reports no collectives is legal. A device of OpenCL 2 has no list.
TEST(Contradictions, ConsistentDevicesHaveNone) {
  DeviceFacts facts = able_device();
  facts.opencl = 20;
  facts.features.clear();
  EXPECT_EQ(contradicted_by(facts), "");
}

TEST(Contradictions, FewCasesReportOne) {
  const auto speaks = [](const char* id) { return reports_contradictions(parse_case(id).value()); };
  EXPECT_TRUE(speaks("all.int.1d.33.chain"));
  EXPECT_TRUE(speaks("reduce_add.int.1d.100.solo"));
  EXPECT_FALSE(speaks("reduce_add.int.1d.33.chain"));
  EXPECT_FALSE(speaks("all.int.1d.100.branch"));
  const DeviceFacts facts = denying_device();
  const auto settled = [&](const char* id) {
    const Case c = parse_case(id).value();
    return without_launch(c, facts, missing(c, facts).value());
  };
  for (const char* id : {"reduce_add.int.1d.100.solo", "all.int.1d.33.chain", "all.int.1d.100.solo"}) {
    const CaseResult result = settled(id);
    EXPECT_EQ(result.verdict, Verdict::Fail) << id;
    EXPECT_TRUE(is_queries_failure(result)) << id;
    ASSERT_TRUE(result.failure) << id;
    EXPECT_EQ(result.failure->clause, "WGC.AV.5") << id;
    EXPECT_FALSE(result.reason) << id;
  }
  const CaseResult skipped = settled("reduce_add.int.1d.33.chain");
  EXPECT_EQ(skipped.verdict, Verdict::Skip);
  ASSERT_TRUE(skipped.reason);
  EXPECT_EQ(skipped.reason->query, support_query);
}

// The query is false and the list lacks the macro, but the compiler may define it. A few cases check that.
TEST(Contradictions, AFewCasesCheckForAbsence) {
  DeviceFacts facts = denying_device();
  std::erase(facts.features, collectives_macro);
  for (const char* id : {"all.int.1d.100.solo", "all.int.1d.33.chain"}) {
    EXPECT_TRUE(checks_for_absence(parse_case(id).value(), facts)) << id;
    EXPECT_EQ(query_of(id, facts), "") << id;
  }
  for (const char* id :
       {"any.int.1d.100.solo", "all.int.2d.10x7.solo", "all.int.1d.100.solo.offset", "all.int.1d.99.twice"})
    EXPECT_EQ(query_of(id, facts), support_query) << id;
  // The compiler may define it in one version only.
  const char* newest = "all.int.1d.33.chain.cl31";
  EXPECT_EQ(query_of(newest, facts), support_query);
  facts.cl_std.push_back(31);
  EXPECT_EQ(query_of(newest, facts), "");
  EXPECT_EQ(query_of("all.int.1d.33.chain.cl31.noopt", facts), support_query);
  EXPECT_TRUE(is_in(parse_case(newest).value(), plan(Profile::Standard)));
  EXPECT_FALSE(checks_for_absence(parse_case("all.int.1d.100.solo").value(), able_device()));
  facts.opencl = 20;
  EXPECT_EQ(query_of("all.int.1d.100.solo", facts), support_query);
}

}  // namespace
}  // namespace wgcts::harness
