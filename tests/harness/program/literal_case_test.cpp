// Literal cases: text, bytes and what must come are what a person would write down.
#include "harness/program/literal_case.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "harness/program/ndrange.hpp"
#include "tests/harness/able_device.hpp"

namespace wgcts::harness {
namespace {

const Sketch* sketch(std::string_view name) {
  for (const Sketch& s : sketches())
    if (s.name == name) return &s;
  return nullptr;
}

/// The case in so many work-groups, each of which counts up from 1; no variant.
LiteralCase counting(const char* case_name, const Sketch* with, std::size_t groups) {
  const Case c = parse_case(case_name).value();
  LiteralCase literal{c, {c.builtin}, with, {c.dim, c.local.extents, c.local.extents, c.variant->offset}, {}};
  literal.range.global[0] *= groups;
  for (unsigned d = c.dim; d < 3; ++d) literal.range.offset[d] = 0;
  LiteralGroup data;
  for (std::uint64_t x = 1; x <= volume(c.local.extents); ++x) data.x.push_back(x);
  literal.data.assign(calls_of(literal), std::vector(groups, data));
  return literal;
}

KernelRun run_of(const LiteralCase& literal) { return kernel_run_of(literal, able_device()); }

KernelRun run_of(const char* case_name, const char* with = "straight", std::size_t groups = 1) {
  return run_of(counting(case_name, sketch(with), groups));
}

/// The output's expectations.
std::vector<Expected> expected_of(const LiteralCase& literal) {
  return run_of(literal).arguments[1].expected;
}

/// The scalars, all of type uint.
std::vector<std::uint64_t> numbers_of(const KernelRun& run) {
  std::vector<std::uint64_t> numbers;
  for (const KernelArgument& a : run.arguments)
    if (a.kind == ArgumentKind::Scalar) numbers.push_back(element_of(a.bytes, a.type, 0));
  return numbers;
}

std::vector<std::uint64_t> lows(const LiteralCase& literal) {
  std::vector<std::uint64_t> all;
  for (const Expected& e : expected_of(literal)) all.push_back(e.judged ? e.low : 999);
  return all;
}
using Numbers = std::vector<std::uint64_t>;

TEST(Literal, TheShortestKernel) {
  const KernelRun run = run_of("reduce_add.int.1d.4.solo");
  EXPECT_EQ(
      run.text,
      "__kernel void k(__global const int *in, __global int *out)\n{\n    size_t i = get_global_id(0);\n"
      "    out[i] = work_group_reduce_add(in[i]);\n}\n");
  EXPECT_EQ(run.options, "-cl-std=CL3.0");
  ASSERT_EQ(run.arguments.size(), 2U);
  EXPECT_EQ(run.arguments[0].bytes.size(), 16U);
  EXPECT_EQ(element_of(run.arguments[0].bytes, GenType::Int, 3), 4U);
  EXPECT_EQ(size_in_bytes(run.arguments[1]), 16U);
}

TEST(Literal, IdsAreLinearAndWithoutOffset) {
  const auto text = [](const char* c) { return run_of(c).text; };
  EXPECT_NE(
      text("reduce_add.int.2d.2x2.solo").find("get_global_id(1) * get_global_size(0) + get_global_id(0);"),
      std::string::npos);
  EXPECT_NE(text("reduce_add.int.3d.2x2x2.solo")
                .find("(get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + "
                      "get_global_id(0);"),
            std::string::npos);
  EXPECT_NE(text("reduce_add.int.1d.2.chain.offset").find("(get_global_id(0) - get_global_offset(0));"),
            std::string::npos);
}

TEST(Literal, ABroadcastNamesItsSource) {
  LiteralCase literal = counting("broadcast.half.2d.3x2.solo", sketch("straight"), 1);
  literal.data[0][0].source = 4;
  const KernelRun run = run_of(literal);
  EXPECT_NE(run.text.find("work_group_broadcast(in[i], 1, 1)"), std::string::npos);
  EXPECT_TRUE(run.text.starts_with("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"));
  EXPECT_EQ(lows(literal), Numbers(6, 5));
}

TEST(Literal, WhatMustComeIsTheModels) {
  EXPECT_EQ(lows(counting("reduce_add.int.1d.4.solo", sketch("straight"), 2)), Numbers(8, 10));
  EXPECT_EQ(lows(counting("scan_exclusive_add.uint.1d.4.solo", sketch("straight"), 1)),
            (Numbers{0, 1, 3, 6}));
  EXPECT_EQ(lows(counting("scan_inclusive_add.long.1d.2.twice", sketch("twice"), 1)), (Numbers{1, 3, 1, 3}));
}

TEST(Literal, OddWorkGroupsDoWhatTheSketchSays) {
  EXPECT_EQ(lows(counting("reduce_add.int.1d.2.branch", sketch("one_arm"), 2)), (Numbers{3, 3, 999, 999}));
  EXPECT_EQ(lows(counting("reduce_add.int.1d.2.branch", sketch("both_arms"), 2)), (Numbers{3, 3, 3, 3}));
  EXPECT_EQ(lows(counting("reduce_add.int.1d.2.branch", sketch("other_arm"), 2)), (Numbers{3, 3, 1, 1}));
}

TEST(Literal, ALoopTakesItsTripCountAsAnArgument) {
  const KernelRun run = run_of("reduce_add.int.1d.2.loop", "loop");
  EXPECT_EQ(numbers_of(run), Numbers{3});
  EXPECT_NE(run.text.find("__global int *out, uint n)"), std::string::npos);
  EXPECT_EQ(size_in_bytes(run.arguments[1]), 24U);
}

TEST(Literal, LoopsAndHelpersAreThoseOfTheForms) {
  const KernelRun loops = run_of("reduce_add.int.1d.2.nested", "two_loops");
  EXPECT_EQ(size_in_bytes(loops.arguments[1]), 32U);  // four rounds
  EXPECT_NE(loops.text.find("for (uint u = t; u < t + n; ++u)"), std::string::npos);
  const KernelRun helper = run_of("reduce_add.int.1d.2.branch", "helper");
  EXPECT_TRUE(
      helper.text.starts_with("int helper(int x)\n{\n    return work_group_reduce_add(x);\n}\n__kernel"))
      << helper.text;
}

// A bug that shows under an attribute, or beside other statements, shows in a sketch that has them.
TEST(Literal, ASketchSaysOfItselfWhatTheCasesKernelDoes) {
  const auto text = [](const char* c) { return run_of(c).text; };
  EXPECT_NE(text("reduce_add.int.1d.4.solo.reqd")
                .find("__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k("),
            std::string::npos);
  EXPECT_NE(text("reduce_add.float.1d.4.chain.typehint").find("__attribute__((vec_type_hint(float4)))"),
            std::string::npos);
  EXPECT_EQ(text("reduce_add.float.1d.4.chain").find("__attribute__"), std::string::npos);
}

TEST(Literal, ASketchHasTheStatementsOfTheVariant) {
  const KernelRun run = run_of("reduce_add.float.1d.4.chain.copying", "straight", 2);
  for (const char* part : {"__global const uint *from, uint one, uint two)\n{", "size_t item = i;",
                           "size_t group = ", "async_work_group_copy(", "wait_group_events("})
    EXPECT_NE(run.text.find(part), std::string::npos) << part << "\n" << run.text;
  EXPECT_EQ(run.arguments[2].elements, 6U);
  EXPECT_EQ(numbers_of(run), (Numbers{1, 2}));
}

// What a host does for the case is done for its kernel run as well.
TEST(Literal, TheSituationIsTheCases) {
  EXPECT_EQ(run_of("reduce_add.int.1d.4.chain").situation, Situation::None);
  EXPECT_EQ(run_of("reduce_add.int.1d.4.chain.svm").situation, Situation::Svm);
  EXPECT_EQ(run_of("reduce_add.int.1d.4.chain.il").situation, Situation::None) << "a module is no text";
  const KernelRun linked = run_of("broadcast.half.1d.4.chain.linked");
  EXPECT_NE(linked.text.find("half part_broadcast(half x);\n"), std::string::npos) << linked.text;
  EXPECT_NE(linked.text.find("out[i] = part_broadcast(in[i]);"), std::string::npos) << linked.text;
  EXPECT_EQ(linked.text.find("work_group_"), std::string::npos);
  EXPECT_EQ(linked.part,
            "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
            "half part_broadcast(half x) { return work_group_broadcast(x, 0); }\n");
  const KernelRun full = run_of("reduce_add.int.1d.4.chain.brimful");
  EXPECT_NE(full.text.find("__global int *out, __local uint *rest, uint room)"), std::string::npos);
  EXPECT_NE(full.text.find("size_t group = "), std::string::npos) << full.text;
  EXPECT_EQ(full.arguments.size(), 2U);
}

// Nobody listens to what a form's kernel would tell: it has no such argument then.
TEST(Literal, TheFormsOwnKernelTellsNothing) {
  const KernelRun run = run_of(counting("reduce_add.int.1d.4.chain.unsized", nullptr, 1));
  EXPECT_EQ(run.text.find("told"), std::string::npos) << run.text;
}

TEST(Literal, TheFormsOwnKernelHasAllThatItTakes) {
  const LiteralCase literal = counting("reduce_add.int.1d.4.twice", nullptr, 2);
  const KernelRun run = run_of(literal);
  EXPECT_EQ(run.kernel, "twice_int_reduce_add");
  EXPECT_NE(run.text.find("void twice_int_reduce_add("), std::string::npos);
  EXPECT_EQ(run.arguments[2].elements, 12U);
  EXPECT_EQ(numbers_of(run), (Numbers{8, 1, 2}));
  EXPECT_EQ(size_in_bytes(run.arguments.back()), 16U);
  // The second call takes its neighbour's value, which therefore lies one further.
  EXPECT_EQ(element_of(run.arguments[0].bytes, GenType::Int, 8), 4U);
}

template <class T>
std::vector<WrongElement> wrong_in(const KernelRun& run, const std::vector<T>& got) {
  const auto bytes = std::as_bytes(std::span(got));
  return wrong_elements(run, {std::vector(bytes.begin(), bytes.end())});
}

TEST(Literal, TellsWhatIsWrong) {
  const LiteralCase literal = counting("reduce_add.int.1d.2.solo", sketch("straight"), 2);
  const KernelRun run = run_of(literal);
  const auto wrong = [&](std::vector<std::int32_t> got) { return wrong_in(run, got); };
  EXPECT_TRUE(wrong({3, 3, 3, 3}).empty());
  EXPECT_EQ(wrong({3, 4, 3, 2}), (std::vector<WrongElement>{{0, 1}, {0, 3}}));
}

TEST(Literal, AnyNonZeroIsTrueButNotWhatNobodyWrote) {
  LiteralCase literal = counting("all.int.1d.2.solo", sketch("straight"), 1);
  literal.data[0][0].rule = Rule::Truth;
  const KernelRun run = run_of(literal);
  const auto wrong = [&](std::vector<std::uint32_t> got) { return wrong_in(run, got).size(); };
  EXPECT_EQ(wrong({1, 0xffffffff}), 0U);
  EXPECT_EQ(wrong({1, 0}), 1U);
  EXPECT_EQ(wrong({1, 0xa5a5a5a5}), 1U);
}

TEST(Literal, EverySketchStandsForAFormThatThereIs) {
  for (const Sketch& s : sketches())
    EXPECT_TRUE(s.around == Surroundings::Other || form_with(s.around) != nullptr) << s.name;
  EXPECT_EQ(sketches_for(*form_named("solo")).size(), 1U);
  EXPECT_EQ(sketches_for(*form_named("branch")).size(), 5U);
  EXPECT_EQ(sketches_for(*form_named("nested")).back()->name, "two_loops");
}

}  // namespace
}  // namespace wgcts::harness
