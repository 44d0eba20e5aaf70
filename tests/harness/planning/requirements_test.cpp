#include <gtest/gtest.h>

#include "harness/planning/planning.hpp"
#include "harness/program/kernel.hpp"
#include "tests/harness/able_device.hpp"
#include "tests/harness/text.hpp"

namespace wgcts::harness {
namespace {

std::string query_of(const char* name, const DeviceFacts& facts) {
  const auto reason = missing(named(name), facts);
  return reason ? reason->query : "";
}

TEST(Requirements, NothingIsMissingOnAnAbleDevice) {
  for (const char* name :
       {"reduce_add.half.1d.33.chain", "all.int.2d.8x8.chain.remainder", "reduce_add.int.1d.33.chain.linked",
        "any.int.1d.33.chain.svm", "reduce_mul.int.1d.33.chain", "broadcast.double.3d.max.chain",
        "program.int.1d.4.1.uniform", "reduce_max.ulong.1d.100.chain.cl20"})
    EXPECT_EQ(query_of(name, able_device()), "") << name;
}

// WGC.U.10: an unsupported feature is no failure, and the report names the query.
TEST(Requirements, EachSkipNamesItsQuery) {
  const struct {
    void (*lack)(DeviceFacts&);
    const char* name;
    const char* query;
  } rows[] = {
      {[](DeviceFacts& f) {
         f.half = {false, {"fp16", "no"}};
       },
       "reduce_add.half.1d.33.chain", "fp16"},
      {[](DeviceFacts& f) {
         f.int64 = {false, {"int64", "no"}};
       },
       "reduce_add.ulong.1d.33.chain", "int64"},
      {[](DeviceFacts& f) {
         f.fp64 = {false, {"fp64", "no"}};
       },
       "reduce_add.double.1d.33.chain", "fp64"},
      {[](DeviceFacts& f) {
         f.non_uniform = {false, {"uniform", "no"}};
       },
       "reduce_add.int.1d.64.chain.remainder", "uniform"},
      {[](DeviceFacts& f) {
         f.compiler = {false, {"compiler", "no"}};
       },
       "reduce_add.int.1d.64.chain", "compiler"},
      {[](DeviceFacts& f) { f.extensions.clear(); }, "program.int.1d.4.1.uniform", "CL_DEVICE_EXTENSIONS"},
      {[](DeviceFacts& f) { f.float_rules.infinities = false; }, "program.float.1d.4.1",
       "CL_DEVICE_SINGLE_FP_CONFIG"},
      {[](DeviceFacts& f) { f.float_rules.infinities = false; }, "scan_exclusive_min.float.1d.33.own.nostd",
       "CL_DEVICE_SINGLE_FP_CONFIG"},
      {[](DeviceFacts& f) { f.max_work_group_size = 64; }, "reduce_add.int.1d.65.chain",
       "CL_DEVICE_MAX_WORK_GROUP_SIZE"},
      {[](DeviceFacts& f) {
         f.max_work_item_sizes = {128, 1, 1};
       },
       "reduce_add.int.2d.8x8.chain", "CL_DEVICE_MAX_WORK_ITEM_SIZES"},
      {[](DeviceFacts& f) {
         f.cl_std = {12, 30};
       },
       "reduce_add.int.1d.100.chain.cl20", "CL_DEVICE_OPENCL_C_ALL_VERSIONS"},
      {[](DeviceFacts& f) {
         f.linker = {false, {"linker", "no"}};
       },
       "reduce_add.int.1d.33.chain.linked", "linker"},
      {[](DeviceFacts& f) {
         f.linker = {false, {"linker", "no"}};
       },
       "reduce_add.int.1d.33.chain.library", "linker"},
      {[](DeviceFacts& f) {
         f.unordered = {false, {"in order", "no"}};
       },
       "reduce_add.int.1d.33.chain.unordered", "in order"},
      {[](DeviceFacts& f) {
         f.partition = {false, {"parts", "no"}};
       },
       "reduce_add.int.1d.33.chain.partition", "parts"},
      {[](DeviceFacts& f) {
         f.svm = {false, {"svm", "no"}};
       },
       "reduce_add.int.1d.33.chain.svm", "svm"},
      {[](DeviceFacts& f) { f.opencl = 20; }, "reduce_add.int.1d.33.chain.cloned", "CL_DEVICE_VERSION"},
      {[](DeviceFacts& f) { f.opencl = 20; }, "reduce_add.int.1d.33.chain.noifp", "CL_DEVICE_VERSION"},
      {[](DeviceFacts& f) { f.extensions = {}; }, "reduce_add.int.1d.33.chain.noifp", "CL_DEVICE_EXTENSIONS"},
      {[](DeviceFacts& f) { f.extensions = {}; }, "reduce_add.int.1d.33.chain.subgroups",
       "CL_DEVICE_EXTENSIONS"},
      {[](DeviceFacts& f) {
         f.non_uniform = {false, {"uniform", "no"}};
       },
       "reduce_add.int.1d.33.chain.uniformsize", "uniform"},
      {[](DeviceFacts& f) { f.address_bits = 32; }, "reduce_add.int.1d.33.chain.offset32",
       "CL_DEVICE_ADDRESS_BITS"},
      {[](DeviceFacts& f) { f.sub_group_sizes = {}; }, "reduce_add.int.1d.33.chain.subgroup16",
       "CL_DEVICE_EXTENSIONS"},
      {[](DeviceFacts& f) { f.sub_group_sizes = {8}; }, "reduce_add.int.1d.33.chain.subgroup16",
       "CL_DEVICE_SUB_GROUP_SIZES_INTEL"},
      {[](DeviceFacts& f) { f.extensions = {}; }, "reduce_mul.int.1d.33.chain", "CL_DEVICE_EXTENSIONS"},
  };
  for (const auto& row : rows) {
    DeviceFacts facts = able_device();
    row.lack(facts);
    EXPECT_EQ(query_of(row.name, facts), row.query) << row.name;
    EXPECT_EQ(query_of("any.int.1d.33.chain", facts), std::string(row.query) == "compiler" ? "compiler" : "")
        << row.query;
  }
}

// A device with 64-bit addresses may have a host with 32-bit ones, which cannot pass such offsets.
TEST(Requirements, TheWorkerHoldsTheOffsets) {
  DeviceFacts facts = able_device();
  facts.size_bits = 64;
  EXPECT_EQ(query_of("reduce_add.int.1d.33.chain.offset33", facts), "");
  facts.size_bits = 32;
  EXPECT_EQ(query_of("reduce_add.int.1d.33.chain.offset33", facts), "size_t of wgcts");
}

// A device compiles programs that name no version, whatever -cl-std it accepts.
TEST(Requirements, NoStdNeedsNoVersion) {
  DeviceFacts facts = able_device();
  EXPECT_EQ(build_options(parse_case("all.int.1d.33.own.nostd").value(), facts), "");
  facts.cl_std = {12};
  EXPECT_EQ(query_of("all.int.1d.33.own.nostd", facts), "");
  EXPECT_EQ(query_of("all.int.1d.33.chain", facts), "CL_DEVICE_OPENCL_C_ALL_VERSIONS");
  facts.cl_std = {};
  EXPECT_EQ(query_of("all.int.1d.33.own.nostd", facts), "CL_DEVICE_OPENCL_C_ALL_VERSIONS")
      << "a compiler that accepts only modules";
}

// Forms that only provoke races take half of a run on a CPU and find nothing there.
TEST(Requirements, CpusSkipCasesThatOnlyProvokeRaces) {
  DeviceFacts facts = able_device();
  for (const char* kind : {"GPU", "CPU"}) {
    facts.kind = kind;
    for (const char* id : {"reduce_add.int.1d.256.burst.saturated", "reduce_add.int.1d.512.skew.saturated",
                           "reduce_add.int.1d.100.solo.saturated"})
      EXPECT_EQ(missing(parse_case(id).value(), facts).has_value(), facts.kind == "CPU") << id;
    for (const char* id : {"reduce_add.int.1d.65.burst", "reduce_add.int.1d.257.chain.saturated"})
      EXPECT_FALSE(missing(parse_case(id).value(), facts)) << id << kind;
  }
}

// Features of OpenCL C 3.0 say nothing about programs of earlier versions.
TEST(Requirements, FeaturesCountForOpenCLC30Only) {
  DeviceFacts facts = able_device();
  facts.full_profile = false;
  facts.cl_std = {12, 20, 30};
  facts.extensions = {};
  facts.features.insert(facts.features.end(),
                        {"__opencl_c_subgroups", "__opencl_c_fp64", "__opencl_c_int64"});
  facts.fp64 = {true, {"CL_DEVICE_OPENCL_C_FEATURES", "__opencl_c_fp64"}};
  facts.int64 = {true, {"CL_DEVICE_OPENCL_C_FEATURES", "__opencl_c_int64"}};
  for (const auto& [name, feature] :
       {std::pair{"reduce_add.int.1d.33.chain.subgroups", "__opencl_c_subgroups"},
        {"reduce_add.double.1d.33.chain", "__opencl_c_fp64"},
        {"reduce_add.long.1d.33.chain", "__opencl_c_int64"}}) {
    const std::string id = name;
    EXPECT_EQ(query_of(name, facts), "") << id;
    const Reason reason = missing(parse_case(id + ".cl20").value(), facts).value_or(Reason{});
    EXPECT_EQ(reason.query, "CL_DEVICE_OPENCL_C_FEATURES") << id;
    EXPECT_EQ(reason.answer, std::string(feature) + " is for OpenCL C 3.0");
  }
  EXPECT_EQ(query_of("reduce_add.long.1d.33.own.nostd", facts), "CL_DEVICE_OPENCL_C_FEATURES");
  facts.extensions = {"cl_khr_subgroups"};
  EXPECT_EQ(query_of("reduce_add.int.1d.33.chain.subgroups.cl20", facts), "");
}

}  // namespace
}  // namespace wgcts::harness
