// Queries of a device with normal answers, and of devices with one odd answer or error.
#include "harness/driver/device_query.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/planning/planning.hpp"
#include "tests/harness/driver/stub.hpp"

namespace wgcts::harness {
namespace {

DeviceFacts facts_of_stub() {
  const DeviceList list = all_devices();
  return list.devices.empty() ? DeviceFacts{} : query_facts(list.devices.front());
}

DeviceFacts facts_with(const std::string& script) {
  const Stub stub(script);
  return facts_of_stub();
}

std::optional<Reason> why_not(const char* id, const DeviceFacts& facts) {
  return missing(parse_case(id).value(), facts);
}

TEST(DeviceQuery, AnswersBecomeFacts) {
  const DeviceFacts facts = facts_with("");
  EXPECT_EQ(facts.platform, "Stub platform");
  EXPECT_EQ(facts.name, "stub");
  EXPECT_EQ(facts.opencl, 30U);
  EXPECT_TRUE(facts.full_profile);
  EXPECT_EQ(facts.cl_std, (std::vector<unsigned>{20, 30}));
  EXPECT_EQ(facts.usual_cl_std, 30U);
  EXPECT_TRUE(facts.collectives.yes && facts.half.yes && facts.int64.yes && facts.fp64.yes);
  EXPECT_TRUE(facts.half_rules.infinities && facts.float_rules.denormals);
  EXPECT_EQ(facts.max_work_item_sizes, (Extents{256, 256, 64}));
  EXPECT_TRUE(facts.query_errors.empty());
  EXPECT_FALSE(facts.unusable);
  EXPECT_FALSE(why_not("reduce_add.half.1d.33.chain", facts));
}

/// Queries of the device and its platform that a plain description makes.
std::set<std::string> queries_made() {
  const Stub stub;
  facts_of_stub();
  std::set<std::string> queries;
  for (const std::string& name : stub.asked())
    if (name.starts_with("CL_DEVICE_") || name == "CL_DRIVER_VERSION" || name == "CL_PLATFORM_NAME")
      queries.insert(name);
  return queries;
}

// One error concerns one answer, not the device and the queries after it.
TEST(DeviceQuery, AnErrorIsAnAnswer) {
  const auto queries = queries_made();
  EXPECT_GE(queries.size(), 22U);
  for (const std::string& query : queries) {
    DeviceFacts facts;
    ASSERT_NO_THROW(facts = facts_with(query + " fails -30")) << query;
    const auto error = std::ranges::find(facts.query_errors, query, &Reason::query);
    ASSERT_NE(error, facts.query_errors.end()) << query;
    EXPECT_EQ(error->answer, "CL_INVALID_VALUE") << query;
    EXPECT_EQ(facts.name, query == "CL_DEVICE_NAME" ? "unnamed device" : "stub") << query;
    // The skipped cases name the query.
    for (const char* id :
         {"all.int.1d.33.chain", "reduce_add.half.1d.33.chain", "reduce_add.long.1d.33.chain",
          "reduce_add.double.1d.33.chain", "any.int.1d.33.chain.remainder"})
      if (const auto reason = why_not(id, facts)) {
        EXPECT_NE((reason->query + reason->answer).find(query), std::string::npos) << query << " for " << id;
        EXPECT_NE(reason->answer.find("CL_INVALID_VALUE"), std::string::npos) << reason->answer;
      }
  }
}

// WGC.AV.4: a 3.x device must answer, except for lack of memory.
TEST(DeviceQuery, ARefusedMandatoryQueryIsAContradiction) {
  EXPECT_FALSE(
      contradictions(facts_with("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT fails -30")).empty());
  EXPECT_TRUE(
      contradictions(facts_with("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT fails -6")).empty());
  EXPECT_TRUE(contradictions(facts_with("CL_DEVICE_NAME fails -30")).empty());
  EXPECT_FALSE(contradictions(facts_with("CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT is 0")).empty());
}

TEST(DeviceQuery, AFailedPlatformIsReported) {
  const Stub stub("clGetDeviceIDs fails -6");
  const DeviceList list = all_devices();
  EXPECT_TRUE(list.devices.empty());
  EXPECT_EQ(list.remarks,
            (std::vector<std::string>{"clGetDeviceIDs of platform 0 returned CL_OUT_OF_HOST_MEMORY"}));
}

TEST(DeviceQuery, APlatformWithoutDevicesIsNotReported) {
  const Stub stub("clGetDeviceIDs fails -1");
  EXPECT_TRUE(all_devices().remarks.empty());
}

// cl_khr_fp16: CL_FP_ROUND_TO_ZERO alone is enough, in the full profile as well.
TEST(DeviceQuery, HalfNeedNotHaveInfinities) {
  const DeviceFacts facts = facts_with("CL_DEVICE_HALF_FP_CONFIG is 8");
  EXPECT_FALSE(facts.half_rules.infinities);
  EXPECT_FALSE(facts.half_rules.nearest);
  // The full profile requires infinities for float, whatever the device reports.
  EXPECT_TRUE(facts_with("CL_DEVICE_SINGLE_FP_CONFIG is 8").float_rules.infinities);
}

TEST(DeviceQuery, AnUnusableDeviceIsSkippedWithAReason) {
  const struct {
    const char *script, *query, *answer;
  } rows[] = {{"CL_DEVICE_AVAILABLE is 0", "CL_DEVICE_AVAILABLE", "CL_FALSE"},
              {"CL_DEVICE_TYPE is 16", "CL_DEVICE_TYPE", "CL_DEVICE_TYPE_CUSTOM"},
              {"CL_DEVICE_ENDIAN_LITTLE is 0", "CL_DEVICE_ENDIAN_LITTLE",
               "CL_FALSE, but the host has the other byte order"}};
  for (const auto& row : rows) {
    const auto reason = why_not("all.int.1d.33.chain", facts_with(row.script));
    ASSERT_TRUE(reason) << row.script;
    EXPECT_EQ(reason->query, row.query);
    EXPECT_EQ(reason->answer, row.answer);
  }
}

// Without these sizes no launch can be chosen, not even "max". No case may pass then.
TEST(DeviceQuery, AFailedSizeQueryMakesTheDeviceUnusable) {
  const struct {
    const char *script, *query, *answer;
  } rows[] = {
      {"CL_DEVICE_MAX_WORK_GROUP_SIZE fails -6", "CL_DEVICE_MAX_WORK_GROUP_SIZE", "CL_OUT_OF_HOST_MEMORY"},
      {"CL_DEVICE_MAX_WORK_GROUP_SIZE is 0", "CL_DEVICE_MAX_WORK_GROUP_SIZE", "0"},
      {"CL_DEVICE_MAX_WORK_ITEM_SIZES fails -6", "CL_DEVICE_MAX_WORK_ITEM_SIZES", "CL_OUT_OF_HOST_MEMORY"},
      {"CL_DEVICE_MAX_MEM_ALLOC_SIZE is 0", "CL_DEVICE_MAX_MEM_ALLOC_SIZE", "0"}};
  for (const auto& row : rows) {
    const auto reason = why_not("reduce_add.int.1d.max.chain", facts_with(row.script));
    ASSERT_TRUE(reason) << row.script;
    EXPECT_EQ(reason->query, row.query);
    EXPECT_EQ(reason->answer, row.answer);
  }
  // If only the memory query fails, launches are tried.
  EXPECT_FALSE(why_not("reduce_add.int.1d.max.chain", facts_with("CL_DEVICE_MAX_MEM_ALLOC_SIZE fails -6")));
  const DeviceFacts flat = facts_with("CL_DEVICE_MAX_WORK_ITEM_SIZES is 256 256 0");
  EXPECT_FALSE(why_not("reduce_add.int.2d.max.chain", flat));
  EXPECT_TRUE(why_not("reduce_add.int.3d.max.chain", flat));
}

TEST(DeviceQuery, ADeviceWithoutANameIsADevice) {
  EXPECT_EQ(facts_with("CL_DEVICE_NAME fails -30").name, "unnamed device");
}

// One failed query does not affect other answers.
TEST(DeviceQuery, AFailedProfileQueryKeepsListedInt64) {
  EXPECT_TRUE(facts_with("CL_DEVICE_PROFILE fails -30").int64.yes);
  const Answer unknown = facts_with("CL_DEVICE_PROFILE fails -30; CL_DEVICE_VERSION says OpenCL 2.0 x").int64;
  EXPECT_FALSE(unknown.yes);
  EXPECT_EQ(unknown.because.query, "CL_DEVICE_PROFILE");
}

TEST(DeviceQuery, VersionsMayHaveTwoDigits) {
  EXPECT_EQ(facts_with("CL_DEVICE_VERSION says OpenCL 10.1 stub").opencl, 101U);
  EXPECT_EQ(facts_with("CL_DEVICE_VERSION says OpenCL 2.1 stub").opencl, 21U);
  EXPECT_EQ(facts_with("CL_DEVICE_VERSION says OpenCL 3.12 stub").opencl, 39U);
  for (const char* wrong : {"OpenCL", "OpenCL x.y", "OpenCL 3", "3.0", "OpenCL 4000000000.0"})
    EXPECT_EQ(facts_with(std::string("CL_DEVICE_VERSION says ") + wrong).opencl, 0U) << wrong;
  const DeviceFacts old =
      facts_with("CL_DEVICE_VERSION says OpenCL 2.0 x; CL_DEVICE_OPENCL_C_VERSION says OpenCL C 2.0");
  EXPECT_EQ(old.cl_std, (std::vector<unsigned>{12, 20}));
}

// Before OpenCL 3.0, OpenCL C 2.0 has the collectives.
TEST(DeviceQuery, WithoutCollectivesTheReasonIsTheVersionOfOpenCLC) {
  const std::string version = "CL_DEVICE_VERSION says OpenCL 2.0 x; CL_DEVICE_OPENCL_C_VERSION ";
  const Answer older = facts_with(version + "says OpenCL C 1.2 x").collectives;
  EXPECT_FALSE(older.yes);
  EXPECT_EQ(older.because.query, "CL_DEVICE_OPENCL_C_VERSION");
  EXPECT_EQ(older.because.answer, "OpenCL C 1.2 x");
  const auto refused = why_not("reduce_add.int.1d.33.chain", facts_with(version + "fails -5"));
  ASSERT_TRUE(refused);
  EXPECT_NE(refused->answer.find("CL_OUT_OF_RESOURCES"), std::string::npos) << refused->answer;
}

TEST(DeviceQuery, AModuleNeedsAKnownAddressSize) {
  const std::string takes_modules = "CL_DEVICE_IL_VERSION says SPIR-V_1.0; ";
  EXPECT_FALSE(why_not("reduce_add.int.1d.33.chain.il", facts_with(takes_modules)));
  const auto refused =
      why_not("reduce_add.int.1d.33.chain.il", facts_with(takes_modules + "CL_DEVICE_ADDRESS_BITS fails -6"));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->query, "CL_DEVICE_ADDRESS_BITS");
}

TEST(DeviceQuery, TheEmbeddedProfileHasInt64OnlyIfListed) {
  const std::string embedded = "CL_DEVICE_PROFILE says EMBEDDED_PROFILE; CL_DEVICE_VERSION says OpenCL 2.0 x";
  EXPECT_FALSE(facts_with(embedded).int64.yes);
  EXPECT_TRUE(facts_with(embedded + "; CL_DEVICE_EXTENSIONS says cles_khr_int64").int64.yes);
}

}  // namespace
}  // namespace wgcts::harness
