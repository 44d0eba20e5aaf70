// Kernel runs of programs: their arguments and expected outputs.
#include "harness/program/kernel_run.hpp"

#include <gtest/gtest.h>

#include <set>

#include "harness/program/kernel.hpp"
#include "reference/program/build.hpp"
#include "suites/programs/print.hpp"
#include "tests/suites/programs/program_case.hpp"

namespace wgcts::harness {
namespace {

std::vector<KernelArgument> arguments_of(const KernelRun& run, ArgumentKind kind) {
  std::vector<KernelArgument> found;
  for (const KernelArgument& argument : run.arguments)
    if (argument.kind == kind) found.push_back(argument);
  return found;
}

TEST(KernelRun, ContainsAllArgumentsOfAProgram) {
  const LegalProgram p = draw_program(suites::program_case(GenType::Double, 2, {2, 3, 1}, 11));
  const KernelRun run = kernel_run_of(p, Situation::None, "-cl-std=CL3.0");
  EXPECT_EQ(run.text, source_text(p.program, 2));
  EXPECT_NE(run.text.find("__kernel void " + run.kernel + "("), std::string::npos);
  EXPECT_EQ(arguments_of(run, ArgumentKind::Scalar).size(), p.program.arguments.size());
  const auto inputs = arguments_of(run, ArgumentKind::Input);
  ASSERT_EQ(inputs.size(), p.program.inputs.size() + p.program.group_inputs.size());
  const std::size_t items = volume(p.launch.range.global);
  for (std::size_t i = 0; i < p.program.inputs.size(); ++i)
    EXPECT_EQ(inputs[i].bytes.size(), items * info(p.program.inputs[i]).bytes);
  const auto outputs = arguments_of(run, ArgumentKind::Output);
  ASSERT_EQ(outputs.size(), p.program.outputs.size());
  for (const KernelArgument& output : outputs) {
    EXPECT_EQ(output.expected.size(), items);
    EXPECT_EQ(output.elements, items);
  }
  for (const KernelArgument& argument : run.arguments)
    EXPECT_NE(run.text.find(argument.name), std::string::npos) << argument.name;
}

// Otherwise the other launches of a situation have the judged one's data, and a mix-up is not seen.
TEST(KernelRun, MostDrawnProgramsTakeZeros) {
  int take = 0;
  constexpr int drawn = 20;
  for (std::uint64_t seed = 0; seed < drawn; ++seed)
    take += takes_zeros(draw_program(suites::program_case(GenType::Int, 2, {4, 3, 1}, seed))) ? 1 : 0;
  EXPECT_GT(take, drawn / 2);
}

TEST(KernelRun, NoProgramThatDividesByAnInputTakesZeros) {
  const auto takes = [](const Expr& divisor) {
    Program p{.inputs = {Type::Int}, .group_inputs = {Type::Int}, .outputs = {Type::Int}};
    p.functions.push_back({.kernel = true, .body = {store(0, literal(Type::Int, 8) / divisor)}});
    const ProgramLaunch launch{.range = {.dim = 1, .local = {4, 1, 1}, .global = {8, 1, 1}},
                               .inputs = {std::vector<Word>(8, 1)},
                               .group_inputs = {std::vector<Word>(2, 1)},
                               .judging = Judging{}};
    return takes_zeros(proved(p, launch).value());
  };
  EXPECT_TRUE(takes(input(Type::Int, 0) + 2));
  EXPECT_FALSE(takes(input(Type::Int, 0)));
  EXPECT_FALSE(takes(group_input(Type::Int, 0)));
}

// The other launches of a situation are legal only if the program is.
TEST(KernelRun, OtherLaunchesUseZerosOnlyIfTheProgramTakesThem) {
  const auto draw = [](std::uint64_t seed) {
    return draw_program(suites::program_case(GenType::Int, 2, {4, 3, 1}, seed));
  };
  std::uint64_t seed = 0;
  while (takes_zeros(draw(seed))) ++seed;
  EXPECT_FALSE(kernel_run_of(draw(seed), Situation::Relaunched, "").takes_zeros);
  while (!takes_zeros(draw(seed))) ++seed;
  EXPECT_TRUE(kernel_run_of(draw(seed), Situation::Relaunched, "").takes_zeros);
}

// A program that stores the usual poison gets another one.
TEST(KernelRun, PoisonOfAProgramDiffersFromStoredValues) {
  LegalProgram p = draw_program(suites::program_case(GenType::Int, 1, {4, 1, 1}, 3));
  const KernelArgument usual = output_argument(p.program.outputs.at(0), 1);
  suites::OutputBuffer& buffer = p.expected.outputs.at(0);
  buffer.values.at(0) = {.low = 0xa5a5a5a5a5a5a5a5, .high = 0xa5a5a5a5a5a5a5a5};
  buffer.written.at(0) = 1;
  const KernelRun run = kernel_run_of(p, Situation::None, "");
  const KernelArgument& out = run.arguments.at(outputs_of(run).at(0));
  EXPECT_EQ(out.expected.at(0).low, element_of(usual.bytes, usual.type, 0));
  EXPECT_NE(out.bytes, usual.bytes);
}

TEST(KernelRun, ASuffixKeepsProgramsApart) {
  LegalProgram p = draw_program(suites::program_case(GenType::Int, 1, {4, 1, 1}, 3));
  p.program.suffix = "_of_three";
  const KernelRun run = kernel_run_of(p, Situation::None, "");
  EXPECT_EQ(run.kernel, "program_of_three");
  EXPECT_NE(run.text.find("program_of_three("), std::string::npos);
}

TEST(KernelRun, AProgramHasTheAttributesOfItsVariant) {
  const auto text = [](const char* id) { return program_text({kernel_of(parse_case(id).value(), true)}); };
  EXPECT_NE(
      text("program.int.2d.2x3.3.reqd")
          .find("__kernel __attribute__((reqd_work_group_size(2, 3, 1))) void program_int_2d_2x3_3_2x3x1("),
      std::string::npos);
  EXPECT_NE(text("program.int.1d.8.3.subgroup16").find("__attribute__((intel_reqd_sub_group_size(16))) void"),
            std::string::npos);
  EXPECT_NE(text("program.int.1d.8.3.uniform")
                .find("#pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable"),
            std::string::npos);
  // Their names differ, so they can share a source.
  std::set<std::string> names;
  for (const char* id : {"program.int.1d.8.3", "program.int.1d.8.3.offset", "program.int.1d.8.3.remainder",
                         "program.int.1d.8.3.offset.remainder", "program.int.1d.8.3.reqd",
                         "program.int.1d.8.3.typehint", "program.int.1d.8.3.uniform"})
    EXPECT_TRUE(names.insert(name(kernel_of(parse_case(id).value(), true))).second) << id;
  // A host situation does not change the kernel's name.
  EXPECT_FALSE(names.insert(name(kernel_of(parse_case("program.int.1d.8.3.svm").value(), true))).second);
}

TEST(KernelRun, PoisonDiffersFromExpectedElements) {
  KernelRun run;
  for (const Type type : {Type::UChar, Type::Int}) {
    run.arguments.push_back(output_argument(type, 1));
    run.arguments.back().expected = {{.low = 0xa5, .high = 0xa5}};
  }
  poison_uniformly(run);
  EXPECT_EQ(run.arguments[0].bytes, std::vector(1, std::byte{0xa6}));
  EXPECT_EQ(run.arguments[1].bytes, std::vector(4, std::byte{0xa6}));
}

// A sum may be any value of its interval.
TEST(KernelRun, PoisonIsNoLegalElement) {
  const auto poison_of = [](const Expected& expected) {
    KernelRun run;
    run.arguments = {output_argument(Type::Half, 1)};
    run.arguments[0].expected = {expected};
    poison_uniformly(run);
    return element_of(run.arguments[0].bytes, Type::Half, 0);
  };
  EXPECT_EQ(poison_of({.rule = Rule::Bounded, .low = 0xa5ff, .high = 0xa500}), 0xa6a6U);
  EXPECT_EQ(poison_of({.rule = Rule::Bounded, .low = 0xa5a4, .high = 0xa500}), 0xa5a5U);
  EXPECT_EQ(poison_of({.rule = Rule::Truth, .low = 1, .high = 1}), 0xa5a5U) << "any other value is true";
}

// An output of a narrow type may expect every value.
TEST(KernelRun, AnExpectedElementIsRightEvenIfItEqualsThePoison) {
  KernelRun run;
  run.arguments = {output_argument(Type::UChar, 256)};
  std::vector<std::byte> all;
  for (unsigned value = 0; value < 256; ++value) {
    run.arguments[0].expected.push_back({.low = value, .high = value});
    all.push_back(std::byte(value));
  }
  poison_uniformly(run);
  EXPECT_TRUE(wrong_elements(run, {all}).empty());
  std::swap(all[3], all[7]);
  EXPECT_EQ(wrong_elements(run, {all}), (std::vector<WrongElement>{{0, 3}, {0, 7}}));
}

TEST(KernelRun, ElementsAreComparedWithTheirLegalValues) {
  KernelRun run;
  run.arguments = {output_argument(Type::Float, 1), output_argument(Type::Short, 4)};
  run.arguments[0].expected = {{.rule = Rule::Exact, .low = 0x80000000}};
  run.arguments[1].expected = {{.low = 7, .high = 7}, {.untouched = true}, {.judged = false}, {.low = 1}};
  const auto shorts = [](std::initializer_list<std::uint16_t> values) {
    const auto bytes = std::as_bytes(std::span(values.begin(), values.size()));
    return std::vector(bytes.begin(), bytes.end());
  };
  const std::vector<std::byte> zero(4);  // also equal to -0
  EXPECT_TRUE(wrong_elements(run, {zero, shorts({7, 0xa5a5, 9, 1})}).empty());
  EXPECT_EQ(wrong_elements(run, {std::vector(4, usual_poison), shorts({8, 7, 9, 0xa5a5})}),
            (std::vector<WrongElement>{{0, 0}, {1, 0}, {1, 1}, {1, 3}}));
}

}  // namespace
}  // namespace wgcts::harness
