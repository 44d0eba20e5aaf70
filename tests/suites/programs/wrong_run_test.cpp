// A program shows wrong results of a collective in its outputs, or it cannot fail.
#include "suites/programs/wrong_run.hpp"

#include <gtest/gtest.h>

#include "reference/program/build.hpp"
#include "suites/case.hpp"
#include "suites/plan.hpp"

namespace wgcts::suites {
namespace {

constexpr Collective sum{Family::Reduce, Op::Add}, any_of_them{Family::Any};
const Cause zeros{.what = What::Constant}, ones{.what = What::Constant, .value = 1},
    inclusive_scan{.what = What::OtherBuiltin, .choice = 1};

/// A kernel of one input and one output, over two work-groups of four.
LegalProgram of(Block body) {
  Program program;
  program.inputs = {Type::Int};
  program.outputs = {Type::Int};
  program.functions.push_back(
      {.kernel = true, .result = Type::Void, .variables = {{Type::Int}}, .body = std::move(body)});
  const ProgramLaunch launch{{1, {4, 1, 1}, {8, 1, 1}, {}}, {}, {{3, 1, 7, 0, 4, 1, 6, 3}}, {}};
  return proved(std::move(program), launch).value();
}

/// The values of the output, which are all exact.
std::vector<Word> values_of(const OutputBuffer& output) {
  std::vector<Word> values;
  for (const Legal& legal : output.values) values.push_back(legal.low);
  return values;
}

Expr in0() { return input(Type::Int, 0); }

TEST(WrongRun, WhatIsStoredShowsEveryFault) {
  const LegalProgram p = of({store(0, collective(sum, in0()))});
  EXPECT_EQ(WrongRuns(p).unseen(), std::nullopt);
  ASSERT_EQ(builtins_shown(p).size(), 1U);
  EXPECT_EQ(builtins_shown(p)[0]->name, "reduce_add");
}

TEST(WrongRun, WhatIsNotUsedShowsNothing) {
  const LegalProgram p = of({evaluate(collective(sum, in0())), store(0, in0())});
  EXPECT_TRUE(WrongRuns(p).unseen());
  EXPECT_TRUE(builtins_shown(p).empty());
  EXPECT_EQ(builtins_called(p.program).size(), 1U);
}

// All work-groups return before they store. A wrong result that kept them would show, but a device that never
// runs the kernel passes.
TEST(WrongRun, WhatStoresNothingIsPassedByAKernelThatNeverRuns) {
  const Expr some = collective(any_of_them, binary(Operator::Greater, in0(), literal(Type::Int, 2)));
  const Block leave{jump(StmtKind::Return)};
  const LegalProgram all_leave = of({if_else(some, leave), store(0, in0())});
  EXPECT_EQ(WrongRuns(all_leave).unseen(), "a kernel that never runs");
  EXPECT_FALSE(can_fail(all_leave));
  EXPECT_TRUE(WrongRuns(all_leave).outputs(zeros));
}

// The sign of the sum hides most wrong sums.
TEST(WrongRun, WhatIsHardlyUsedHidesAFault) {
  const LegalProgram p =
      of({store(0, binary(Operator::Greater, collective(sum, in0()), literal(Type::Int, 0)))});
  EXPECT_EQ(WrongRuns(p).unseen(), "a device that returns 1 for every input");
}

TEST(WrongRun, OutputsAreThoseOfTheFault) {
  const LegalProgram p = of({store(0, binary(Operator::Add, collective(sum, in0()), in0()))});
  const auto zero = WrongRuns(p).outputs(zeros);
  ASSERT_TRUE(zero);
  EXPECT_EQ(values_of((*zero)[0]), (std::vector<Word>{3, 1, 7, 0, 4, 1, 6, 3}));
  const auto inclusive = WrongRuns(p).outputs(inclusive_scan, sum);
  ASSERT_TRUE(inclusive);
  EXPECT_EQ(values_of((*inclusive)[0]), (std::vector<Word>{6, 5, 18, 11, 8, 6, 17, 17}));
  EXPECT_FALSE(WrongRuns(p).outputs(inclusive_scan, any_of_them));  // the program does not call it
  EXPECT_FALSE(WrongRuns(p).outputs({.what = What::Inverted}));     // does not apply to a sum
}

TEST(WrongRun, WithoutMeaningThereAreNoOutputs) {
  const Expr busy =
      collective(any_of_them, binary(Operator::Greater, variable(Type::Int, 0), literal(Type::Int, 0)));
  const LegalProgram p =
      of({assign(0, in0()),
          while_loop(
              busy, {assign(0, binary(Operator::ShiftRight, variable(Type::Int, 0), literal(Type::Int, 1)))}),
          store(0, variable(Type::Int, 0))});
  EXPECT_FALSE(WrongRuns(p).outputs(ones));  // it never ends
  EXPECT_TRUE(WrongRuns(p).outputs(zeros));
}

// The second work-group would never end, but the first writes a wrong output, which is enough.
TEST(WrongRun, OneWorkGroupThatShowsAFaultIsEnough) {
  const Expr turns = collective({Family::Reduce, Op::Max}, in0());
  const Expr in_second = binary(Operator::Equal, query(Query::Group), literal(Type::UInt, 1));
  const Expr more = binary(Operator::NotEqual, turns, literal(Type::Int, 6));
  const LegalProgram p = of({if_else(in_second, {while_loop(more, {barrier()})}), store(0, turns)});
  EXPECT_FALSE(WrongRuns(p).outputs(zeros));
  EXPECT_EQ(WrongRuns(p).unseen(), std::nullopt);
  ASSERT_EQ(builtins_shown(p).size(), 1U);
}

// Only work-groups with a wrong result are run again. The others keep their outputs.
TEST(WrongRun, WorkGroupsThatGetNoWrongAnswerWriteWhatTheyMust) {
  const Expr small = collective({Family::All}, binary(Operator::Less, in0(), literal(Type::Int, 7)));
  const LegalProgram p = of({store(0, binary(Operator::NotEqual, small, literal(Type::Int, 0)))});
  ASSERT_EQ(values_of(p.expected.outputs[0]), (std::vector<Word>{0, 0, 0, 0, 1, 1, 1, 1}));
  const auto one = WrongRuns(p).outputs(ones);
  ASSERT_TRUE(one);
  EXPECT_EQ(values_of((*one)[0]), std::vector<Word>(8, 1));
  EXPECT_EQ((*one)[0].written, std::vector<std::uint8_t>(8, 1));
}

TEST(WrongRun, WhichNonZeroValueAPredicateGivesIsTheDevices) {
  const LegalProgram p =
      of({store(0, binary(Operator::NotEqual, collective(any_of_them, in0()), literal(Type::Int, 0)))});
  // The input itself is zero in only one work-item.
  const auto like = WrongRuns(p).outputs({.what = What::Input});
  ASSERT_TRUE(like);
  EXPECT_EQ(values_of((*like)[0]), (std::vector<Word>{1, 1, 1, 0, 1, 1, 1, 1}));
}

TEST(WrongRun, TheFixedSetShowsWhatItCalls) {
  for (const std::string_view word : fixed_set()) {
    const LegalProgram p = draw_program(key_of(parse_case(word).value()));
    EXPECT_EQ(WrongRuns(p).unseen(), std::nullopt) << word;
    EXPECT_FALSE(builtins_shown(p).empty()) << word;
  }
}

}  // namespace
}  // namespace wgcts::suites
