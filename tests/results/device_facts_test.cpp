#include "results/device_facts.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace wgcts::results {
namespace {

using nlohmann::json;

/// All members differ, so that a mix-up shows.
DeviceFacts facts() {
  DeviceFacts f;
  f.index = 2;
  f.platform = "Portable Computing Language";
  f.name = "cpu-haswell";
  f.vendor = "GenuineIntel";
  f.driver = "6.0";
  f.version = "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-haswell";
  f.opencl = 30;
  f.full_profile = false;
  f.cl_std = {11, 12, 30};
  f.usual_cl_std = 30;
  f.extensions = {"cl_khr_fp64", "cl_khr_il_program"};
  f.features = {"__opencl_c_fp64"};
  f.collectives = {true, {"CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", "CL_TRUE"}};
  f.half = {false, {"CL_DEVICE_EXTENSIONS", "no cl_khr_fp16"}};
  f.int64 = {true, {"CL_DEVICE_PROFILE", "FULL_PROFILE"}};
  f.fp64 = {true, {"CL_DEVICE_DOUBLE_FP_CONFIG", "63"}};
  f.non_uniform = {false, {"CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT", "CL_FALSE"}};
  f.compiler = {true, {"CL_DEVICE_COMPILER_AVAILABLE", "CL_TRUE"}};
  f.half_rules = {false, true, true};
  f.float_rules = {true, false, true};
  f.double_rules = {true, true, false};
  f.max_work_group_size = 4096;
  f.max_work_item_sizes = {4096, 4095, 64};
  f.compute_units = 8;
  f.global_memory = 18446744073709551615U;
  f.max_allocation = 1U << 30U;
  f.local_memory = 65536;
  f.il_version = "SPIR-V_1.2";
  return f;
}

json sent(const DeviceFacts& f) { return json::parse(to_json(f).dump()); }

TEST(FactsJson, Shape) {
  DeviceFacts f = facts();
  f.size_bits = 64;  // also in a test with 32 bits
  EXPECT_EQ(sent(f), json::parse(R"({
    "index": 2, "platform": "Portable Computing Language", "name": "cpu-haswell", "vendor": "GenuineIntel",
    "driver": "6.0", "profile": "embedded", "il_version": "SPIR-V_1.2",
    "opencl": {"number": "3.0", "version": "OpenCL 3.0 PoCL HSTR: cpu-x86_64-pc-linux-gnu-haswell"},
    "cl_std": ["CL1.1", "CL1.2", "CL3.0"], "usual_cl_std": "CL3.0",
    "extensions": ["cl_khr_fp64", "cl_khr_il_program"], "features": ["__opencl_c_fp64"],
    "support": {
      "collectives": {"yes": true, "query": "CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT", "answer": "CL_TRUE"},
      "half": {"yes": false, "query": "CL_DEVICE_EXTENSIONS", "answer": "no cl_khr_fp16"},
      "int64": {"yes": true, "query": "CL_DEVICE_PROFILE", "answer": "FULL_PROFILE"},
      "fp64": {"yes": true, "query": "CL_DEVICE_DOUBLE_FP_CONFIG", "answer": "63"},
      "non_uniform": {"yes": false, "query": "CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT", "answer": "CL_FALSE"},
      "compiler": {"yes": true, "query": "CL_DEVICE_COMPILER_AVAILABLE", "answer": "CL_TRUE"}},
    "float_rules": {
      "half": {"nearest": false, "denormals": true, "infinities": true},
      "float": {"nearest": true, "denormals": false, "infinities": true},
      "double": {"nearest": true, "denormals": true, "infinities": false}},
    "limits": {"max_work_group_size": 4096, "max_work_item_sizes": [4096, 4095, 64], "compute_units": 8,
      "global_memory": 18446744073709551615, "max_allocation": 1073741824, "local_memory": 65536}})"));
}

TEST(FactsJson, RoundTrip) {
  const DeviceFacts back = facts_from_json(sent(facts()));
  EXPECT_EQ(to_json(back), sent(facts()));
  EXPECT_EQ(back.cl_std, facts().cl_std);
  EXPECT_EQ(back.max_work_item_sizes, facts().max_work_item_sizes);
  EXPECT_EQ(back.global_memory, facts().global_memory);
  EXPECT_FALSE(back.full_profile);
  EXPECT_EQ(sent(facts_from_json(sent(DeviceFacts{}))), sent(DeviceFacts{}));
}

TEST(FactsJson, UnusableDevicesAndQueryErrorsSurviveARoundTrip) {
  DeviceFacts f = facts();
  f.unusable = Reason{"CL_DEVICE_AVAILABLE", "CL_FALSE"};
  f.query_errors = {{"CL_DEVICE_IL_VERSION", "CL_INVALID_VALUE"},
                    {"CL_DEVICE_NAME", "CL_OUT_OF_HOST_MEMORY"}};
  const DeviceFacts back = facts_from_json(sent(f));
  ASSERT_TRUE(back.unusable);
  EXPECT_EQ(back.unusable->query, "CL_DEVICE_AVAILABLE");
  ASSERT_EQ(back.query_errors.size(), 2U);
  EXPECT_EQ(back.query_errors[1].answer, "CL_OUT_OF_HOST_MEMORY");
  EXPECT_EQ(to_json(back), sent(f));
}

TEST(FactsJson, TheImplementationSurvivesARoundTrip) {
  DeviceFacts f = facts();
  for (const bool is_module : {false, true}) {
    f.implementation = ImplementationFacts{"my", "c0ffee", {"work_group_all(int)"}, is_module};
    EXPECT_EQ(sent(f)["implementation"]["language"], is_module ? "SPIR-V" : "OpenCL C");
    const DeviceFacts back = facts_from_json(sent(f));
    EXPECT_EQ(back.implementation->is_module, is_module);
    EXPECT_FALSE(back.implementation->sub_groups);
    EXPECT_EQ(to_json(back), sent(f));
  }
  f.implementation->sub_groups = SubGroupLayout{16, true};
  EXPECT_EQ(facts_from_json(sent(f)).implementation->sub_groups, f.implementation->sub_groups);
  json older = sent(f);
  older["implementation"].erase("language");
  EXPECT_FALSE(facts_from_json(older).implementation->is_module);
  older["implementation"]["language"] = "C";
  EXPECT_THROW(facts_from_json(older), std::exception);
}

// A supervisor with 64 bits may have workers with 32.
TEST(FactsJson, ASmallSizeOfTheWorkerSurvivesARoundTrip) {
  DeviceFacts facts;
  facts.size_bits = 32;
  EXPECT_EQ(facts_from_json(to_json(facts)).size_bits, 32U);
  facts.size_bits = 64;
  EXPECT_EQ(facts_from_json(to_json(facts)).size_bits, 8 * sizeof(std::size_t));
}

TEST(FactsJson, VersionsCanHaveTwoDigits) {
  DeviceFacts f = facts();
  f.opencl = 101;
  f.cl_std = {30, 100};
  EXPECT_EQ(sent(f)["opencl"]["number"], "10.1");
  EXPECT_EQ(sent(f)["cl_std"][1], "CL10.0");
  EXPECT_EQ(facts_from_json(sent(f)).opencl, 101U);
  EXPECT_EQ(facts_from_json(sent(f)).cl_std, f.cl_std);
}

TEST(FactsJson, NoUsualModeIsNull) {
  DeviceFacts f = facts();
  f.usual_cl_std = 0;
  EXPECT_TRUE(sent(f)["usual_cl_std"].is_null());
  EXPECT_EQ(facts_from_json(sent(f)).usual_cl_std, 0U);
}

TEST(FactsJson, AnyBytesBecomeUtf8) {
  DeviceFacts f = facts();
  f.name = "GPU\xff\xae";
  f.extensions.push_back("\xc0");
  f.half.because.answer = "\x80";
  json object;
  ASSERT_NO_THROW(object = sent(f));
  EXPECT_EQ(object["name"], "GPU\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(to_json(facts_from_json(object)), object);
}

TEST(FactsJson, RulesOfTypes) {
  const DeviceFacts f = facts();
  EXPECT_EQ(&rules_of(f, GenType::Half), &f.half_rules);
  EXPECT_EQ(&rules_of(f, GenType::Float), &f.float_rules);
  EXPECT_EQ(&rules_of(f, GenType::Double), &f.double_rules);
}

TEST(FactsJson, RejectsInvalidJson) {
  const json good = sent(facts());
  for (const auto& item : good.items()) {
    auto object = good;
    object.erase(item.key());
    EXPECT_THROW(facts_from_json(object), std::exception) << item.key();
  }
  for (const auto& [path, value] : std::initializer_list<std::pair<const char*, json>>{
           {"/index", -1},
           {"/name", nullptr},
           {"/profile", "FULL_PROFILE"},
           {"/opencl/number", "3"},
           {"/opencl/number", "3.x"},
           {"/opencl/number", "3.0.1"},
           {"/opencl/number", 30},
           {"/cl_std", "CL3.0"},
           {"/cl_std/0", "3.0"},
           {"/cl_std/0", 30},
           {"/usual_cl_std", 0},
           {"/extensions", "cl_khr_fp16"},
           {"/features/0", 1},
           {"/support/half/yes", 1},
           {"/support/half/query", nullptr},
           {"/float_rules/double/nearest", "yes"},
           {"/limits/max_work_group_size", 1.5},
           {"/limits/max_work_item_sizes", json::array({1, 1})}}) {
    auto object = good;
    object[json::json_pointer(path)] = value;
    EXPECT_THROW(facts_from_json(object), std::exception) << path << " = " << value;
  }
}

}  // namespace
}  // namespace wgcts::results
