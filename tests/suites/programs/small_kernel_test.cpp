// Small kernels: their text and their expected results.
#include "suites/programs/small_kernel.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "suites/case.hpp"
#include "suites/programs/print.hpp"

namespace wgcts::suites {
namespace {

const SmallKernel& kernel(std::string_view name) {
  return *std::ranges::find(small_kernels(), name, &SmallKernel::name);
}

/// The kernel that calls the builtin in `groups` work-groups of `lanes`. The values of each count up from 1.
LegalProgram counting(std::string_view name, const char* builtin, GenType type, std::size_t lanes,
                      std::size_t groups = 1, std::vector<std::size_t> source = {0}) {
  const Calls calls{{builtin_named(builtin)}, type, std::move(source)};
  ProgramLaunch launch{.range = {.dim = 1, .local = {lanes, 1, 1}, .global = {lanes * groups, 1, 1}},
                       .judging = Judging{}};
  std::vector<Word> values;
  for (std::size_t i = 0; i < lanes * groups; ++i) {
    const double value = static_cast<double>(i % lanes) + 1;
    values.push_back(is_floating(type) ? word_of(value) : static_cast<Word>(value));
  }
  launch.inputs.assign(kernel(name).program(calls).inputs.size(), values);
  return launched(kernel(name), calls, std::move(launch)).value();
}

std::string text(std::string_view name, const char* builtin = "reduce_add", GenType type = GenType::Int) {
  return source_text(counting(name, builtin, type, 2, 2).program, 1);
}

/// The expected contents of each output; 999 for elements without a store.
using Numbers = std::vector<Word>;
std::vector<Numbers> written(const LegalProgram& p) {
  std::vector<Numbers> outputs;
  for (const OutputBuffer& output : p.expected.outputs) {
    Numbers& values = outputs.emplace_back();
    for (std::size_t i = 0; i < output.values.size(); ++i)
      values.push_back(output.written[i] == 0 ? 999 : output.values[i].low);
  }
  return outputs;
}

TEST(SmallKernel, TheShortest) {
  EXPECT_EQ(text("straight"),
            "__kernel void program(__global const int *in0, __global int *out0)\n{\n"
            "    const size_t item = get_global_id(0) - get_global_offset(0);\n"
            "    out0[item] = work_group_reduce_add(in0[item]);\n}\n");
}

TEST(SmallKernel, ABroadcastNamesItsSource) {
  const LegalProgram p = counting("straight", "broadcast", GenType::Half, 6, 1, {4});
  EXPECT_NE(source_text(p.program, 1).find("work_group_broadcast(in0[item], 4)"), std::string::npos);
  EXPECT_EQ(written(p)[0], Numbers(6, word_of(5)));
}

TEST(SmallKernel, WhatMustComeIsTheModels) {
  EXPECT_EQ(written(counting("straight", "reduce_add", GenType::Int, 4, 2))[0], Numbers(8, 10));
  EXPECT_EQ(written(counting("straight", "scan_exclusive_add", GenType::UInt, 4))[0], (Numbers{0, 1, 3, 6}));
  EXPECT_EQ(written(counting("two_calls", "scan_inclusive_add", GenType::Long, 2)),
            (std::vector<Numbers>{{1, 3}, {1, 3}}));
  EXPECT_EQ(written(counting("literal", "reduce_add", GenType::Float, 3))[0], Numbers(3, word_of(3)));
  EXPECT_EQ(written(counting("ids", "reduce_max", GenType::UInt, 4))[0], Numbers(4, 3));
}

TEST(SmallKernel, WorkGroupsOfOddIdMayDoOtherwise) {
  const auto of = [](std::string_view name) {
    return written(counting(name, "reduce_add", GenType::Int, 2, 2))[0];
  };
  EXPECT_EQ(of("one_arm"), (Numbers{3, 3, 999, 999}));
  EXPECT_EQ(of("both_arms"), (Numbers{3, 3, 3, 3}));
  EXPECT_EQ(of("other_arm"), (Numbers{3, 3, 1, 1}));
}

TEST(SmallKernel, LoopsTakeTheirRoundsAsAnArgument) {
  const LegalProgram loop = counting("one_loop", "reduce_add", GenType::Int, 2);
  EXPECT_EQ(loop.launch.arguments, Numbers{3});
  EXPECT_EQ(loop.expected.collectives, 3U);
  EXPECT_NE(text("one_loop").find("for (uint v0 = 0u; v0 < n0; v0 += 1u) {\n        out0[item] ="),
            std::string::npos)
      << text("one_loop");
  EXPECT_EQ(counting("two_loops", "reduce_add", GenType::Int, 2).expected.collectives, 4U);
}

TEST(SmallKernel, AHelperReturnsWhatItIsGiven) {
  for (const auto& [builtin, type] :
       {std::pair{"all", GenType::Int}, {"reduce_add", GenType::Half}, {"broadcast", GenType::Float}}) {
    const LegalProgram helper = counting("helper", builtin, type, 3);
    EXPECT_EQ(helper.expected.outputs, counting("straight", builtin, type, 3).expected.outputs);
  }
  EXPECT_TRUE(
      text("helper").starts_with("int helper0(int p0)\n{\n    return work_group_reduce_add(p0);\n}\n"))
      << text("helper");
}

TEST(SmallKernel, OfEveryBuiltinAndType) {
  for (const SmallKernel& k : small_kernels())
    for (const Builtin& builtin : builtins)
      for (const TypeInfo& type : gentypes)
        if (takes(builtin, type.type)) {
          const LegalProgram p = counting(k.name, builtin.name.data(), type.type, 4, k.groups);
          EXPECT_FALSE(p.expected.outputs.empty()) << k.name << " " << builtin.name;
        }
}

TEST(SmallKernel, FormsNameThoseThatThereAre) {
  std::size_t named = 0;
  for (const Form& form : all_forms()) {
    const auto list = small_kernels_for(form);
    EXPECT_EQ(list.front()->name, "straight");
    const std::size_t words =
        form.small_kernels.empty() ? 0 : 1 + std::size_t(std::ranges::count(form.small_kernels, ' '));
    EXPECT_EQ(list.size(), 1 + words) << form.name;
    named += words;
  }
  EXPECT_GE(named, small_kernels().size() - 1);
  EXPECT_EQ(small_kernels_for(*form_named("solo")).size(), 1U);
  EXPECT_EQ(small_kernels_for(*form_named("branch")).size(), 5U);
  EXPECT_EQ(small_kernels_for(*form_named("nested")).back()->name, "two_loops");
}

}  // namespace
}  // namespace wgcts::suites
