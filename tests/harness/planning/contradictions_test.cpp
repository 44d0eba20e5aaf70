#include "harness/planning/contradictions.hpp"

#include <gtest/gtest.h>

#include "harness/planning/requirements.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

constexpr const char* support_query = "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT";

/// "WGC.AV.5 WGC.AV.8": the clauses that the device contradicts.
std::string contradicted_by(const DeviceFacts& facts) {
  std::string clauses;
  for (const Contradiction& c : contradictions(facts))
    clauses.append(clauses.empty() ? "" : " ").append(c.clause);
  return clauses;
}

/// A device that takes no CL2.0 and says that it has no collectives.
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

// WGC.AV.5: listed and yet denied, or the reverse.
TEST(Contradictions, ListAndQueryMustAgree) {
  EXPECT_EQ(contradicted_by(able_device()), "");
  EXPECT_EQ(contradicted_by(denying_device()), "WGC.AV.5");
  DeviceFacts unlisted = able_device();
  std::erase(unlisted.features, collectives_macro);
  ASSERT_FALSE(unlisted.features.empty());
  EXPECT_EQ(contradicted_by(unlisted), "WGC.AV.5");
}

// WGC.AV.10: an empty list is for devices without a compiler, and AV.5 is not silenced by it.
TEST(Contradictions, AnEmptyListIsForDevicesWithoutACompiler) {
  DeviceFacts facts = able_device();
  facts.features.clear();
  EXPECT_EQ(contradicted_by(facts), "WGC.AV.10");
  facts.compiler.yes = false;
  EXPECT_EQ(contradicted_by(facts), "");
}

TEST(Contradictions, OpenCLC20BringsTheCollectives) {
  DeviceFacts facts = denying_device();
  std::erase(facts.features, collectives_macro);
  EXPECT_EQ(contradicted_by(facts), "");
  facts.cl_std.push_back(20);
  EXPECT_EQ(contradicted_by(facts), "WGC.AV.8");
}

// A device that lacks the collectives and says so everywhere is legal; one of OpenCL 2 has no list; and an
// error is no answer.
TEST(Contradictions, NoneWhereThereIsNone) {
  DeviceFacts facts = able_device();
  facts.opencl = 20;
  facts.features.clear();
  EXPECT_EQ(contradicted_by(facts), "");
  facts = denying_device();
  facts.query_errors = {{support_query, "CL_OUT_OF_RESOURCES"}};
  EXPECT_EQ(contradicted_by(facts), "");
  facts = able_device();
  facts.features.clear();
  facts.query_errors = {{"CL_DEVICE_OPENCL_C_FEATURES", "CL_INVALID_VALUE"}};
  EXPECT_EQ(contradicted_by(facts), "");
}

TEST(Contradictions, FewCasesTellOfOne) {
  const auto speaks = [](const char* id) { return speaks_for_queries(parse_case(id).value()); };
  EXPECT_TRUE(speaks("all.int.1d.33.chain"));
  EXPECT_TRUE(speaks("reduce_add.int.1d.100.solo"));
  EXPECT_FALSE(speaks("reduce_add.int.1d.33.chain"));
  EXPECT_FALSE(speaks("all.int.1d.100.branch"));
  const DeviceFacts facts = denying_device();
  EXPECT_EQ(query_of("reduce_add.int.1d.100.solo", facts), "");
  EXPECT_EQ(query_of("all.int.1d.33.chain", facts), "");
  EXPECT_EQ(query_of("reduce_add.int.1d.33.chain", facts), support_query);
}

// Query false, list without the macro, and yet the compiler may define it: one case looks.
TEST(Contradictions, OneCaseSpeaksForAbsence) {
  DeviceFacts facts = denying_device();
  std::erase(facts.features, collectives_macro);
  EXPECT_TRUE(speaks_for_absence(parse_case("all.int.1d.100.solo").value(), facts));
  EXPECT_EQ(query_of("all.int.1d.100.solo", facts), "");
  for (const char* id :
       {"any.int.1d.100.solo", "all.int.2d.10x7.solo", "all.int.1d.100.solo.offset", "all.int.1d.33.chain"})
    EXPECT_EQ(query_of(id, facts), support_query) << id;
  EXPECT_FALSE(speaks_for_absence(parse_case("all.int.1d.100.solo").value(), able_device()));
  facts.opencl = 20;
  EXPECT_EQ(query_of("all.int.1d.100.solo", facts), support_query);
}

}  // namespace
}  // namespace wgcts::harness
