// The interpreter: the results of legal trees, and the detection of illegal ones.
#include "reference/program/run.hpp"

#include <gtest/gtest.h>

#include "reference/program/build.hpp"

using namespace wgcts;
using namespace wgcts::reference;

namespace {

constexpr std::size_t lanes = 4;
const Collective any{Family::Any}, all{Family::All}, broadcast{Family::Broadcast},
    sum{Family::Reduce, Op::Add}, largest{Family::Reduce, Op::Max}, prefix{Family::ScanInclusive, Op::Add},
    before{Family::ScanExclusive, Op::Add};

const Expr lane = query(Query::Lane), group = query(Query::Group);
Expr num(double value) { return literal(Type::Int, value); }
Expr unum(double value) { return literal(Type::UInt, value); }
Expr less(Expr a, Expr b) { return binary(Operator::Less, std::move(a), std::move(b)); }
Expr plus(Expr a, Expr b) { return binary(Operator::Add, std::move(a), std::move(b)); }
Expr local_v(std::uint32_t v) { return variable(Type::UInt, v); }

/// A kernel with these variables and one output of uint; two work-groups of four.
Program program(Block body, std::vector<Variable> variables = {}) {
  Program p;
  p.outputs = {Type::UInt};
  p.functions.push_back({.kernel = true, .variables = std::move(variables), .body = std::move(body)});
  return p;
}

ProgramLaunch launch() {
  ProgramLaunch l;
  l.range = {.dim = 1, .local = {lanes, 1, 1}, .global = {2 * lanes, 1, 1}};
  return l;
}

/// The values of the output, which are all exact.
std::vector<Word> values_of(const OutputBuffer& output) {
  std::vector<Word> values;
  for (const Legal& legal : output.values) values.push_back(legal.low);
  return values;
}

std::vector<Word> written(const Program& p) { return values_of(run(p, launch()).outputs[0]); }

/// The reason why the program is illegal. Fails the test if it is legal.
std::string refusal(const Program& p, const ProgramLaunch& l = launch()) {
  try {
    run(p, l, {.step_limit = 5000});
  } catch (const IllegalProgram& e) {
    return e.what();
  }
  ADD_FAILURE() << "the program is legal";
  return "";
}
std::string refusal(Block body, std::vector<Variable> variables = {}) {
  return refusal(program(std::move(body), std::move(variables)));
}

using Values = std::vector<Word>;
constexpr auto has = [](const std::string& sentence, const char* part) {
  return sentence.find(part) != std::string::npos ? testing::AssertionSuccess()
                                                  : testing::AssertionFailure() << sentence;
};

// Legal programs.

TEST(Run, CollectivesOfEachGroup) {
  const Expr item = plus(lane, binary(Operator::Multiply, group, unum(10)));
  EXPECT_EQ(written(program({store(0, collective(sum, item))})), (Values{6, 6, 6, 6, 46, 46, 46, 46}));
  EXPECT_EQ(written(program({store(0, collective(prefix, item))})), (Values{0, 1, 3, 6, 10, 21, 33, 46}));
  EXPECT_EQ(written(program({store(0, collective(before, item))})), (Values{0, 0, 1, 3, 0, 10, 21, 33}));
  EXPECT_EQ(written(program({store(0, collective(broadcast, item, {num(2)}))})),
            (Values{2, 2, 2, 2, 12, 12, 12, 12}));
}

TEST(Run, LocalIdsInTwoDimensions) {
  Program p = program({store(0, collective(broadcast, lane, {num(1), num(2)}))});
  ProgramLaunch l;
  l.range = {.dim = 2, .local = {2, 3, 1}, .global = {2, 3, 1}};
  EXPECT_EQ(values_of(run(p, l).outputs[0]), Values(6, 5));
}

TEST(Run, RemainderGroupsAreSmaller) {
  Program p = program({store(0, plus(collective(sum, unum(1)), query(Query::Lanes)))});
  ProgramLaunch l = launch();
  l.range.global[0] = 6;
  EXPECT_EQ(values_of(run(p, l).outputs[0]), (Values{8, 8, 8, 8, 4, 4}));
}

TEST(Run, DivergentBranchesReconverge) {
  const Block body{if_else(less(lane, unum(2)), {assign(0, unum(5))}, {assign(0, unum(7))}),
                   store(0, collective(prefix, local_v(0)))};
  EXPECT_EQ(written(program(body, {{Type::UInt}})), (Values{5, 10, 17, 24, 5, 10, 17, 24}));
}

TEST(Run, LoopsWithDifferentBoundsAndEqualTripCounts) {
  const Expr i = local_v(0);
  const Block body{for_loop(0, lane, less(i, plus(lane, unum(3))), plus(i, unum(1)),
                            {assign(1, plus(local_v(1), collective(sum, i)))}),
                   store(0, local_v(1))};
  // Sums of the lanes 0 to 3, then with one more each, then with two more.
  EXPECT_EQ(written(program(body, {{Type::UInt}, {Type::UInt}})), Values(8, 6 + 10 + 14));
}

TEST(Run, LoopsOnAny) {
  const Expr y = variable(Type::Int, 0);
  const Block body{
      assign(0, cast(Type::Int, lane)),
      while_loop(collective(any, binary(Operator::Greater, y, num(0))),
                 {assign(0, binary(Operator::Subtract, y, num(1))), assign(1, plus(local_v(1), unum(1)))}),
      store(0, local_v(1))};
  EXPECT_EQ(written(program(body, {{Type::Int}, {Type::UInt}})), Values(8, 3));
}

TEST(Run, BreakAndContinueOfSomeLanes) {
  const Expr i = local_v(0), n = local_v(1);
  const Block body{for_loop(0, unum(0), less(i, unum(10)), plus(i, unum(1)),
                            {if_else(less(lane, unum(1)), {jump(StmtKind::Continue)}),
                             if_else(binary(Operator::Equal, i, lane), {jump(StmtKind::Break)}),
                             assign(1, plus(n, unum(1)))}),
                   store(0, collective(prefix, n))};
  EXPECT_EQ(written(program(body, {{Type::UInt}, {Type::UInt}})), (Values{0, 1, 3, 6, 0, 1, 3, 6}));
}

TEST(Run, ContinueInDoWhileGoesToTheCondition) {
  const Expr n = local_v(0);
  const Block body{
      do_while({assign(0, plus(n, unum(1))), if_else(less(n, unum(9)), {jump(StmtKind::Continue)})},
               less(n, unum(3))),
      store(0, n)};
  EXPECT_EQ(written(program(body, {{Type::UInt}})), Values(8, 3));
}

TEST(Run, SwitchFallsThroughUntilBreak) {
  const auto add = [](double k) { return assign(0, plus(local_v(0), unum(k))); };
  const Block body{
      switch_on(cast(Type::Int, lane), {0, 1}, {{add(1)}, {add(10), jump(StmtKind::Break)}, {add(100)}}),
      store(0, collective(prefix, local_v(0)))};
  EXPECT_EQ(written(program(body, {{Type::UInt}})), (Values{11, 21, 121, 221, 11, 21, 121, 221}));
}

TEST(Run, WholeGroupsReturn) {
  const Block body{if_else(binary(Operator::Equal, group, unum(0)), {jump(StmtKind::Return)}),
                   store(0, collective(sum, unum(1)))};
  const ProgramOutcome outcome = run(program(body), launch());
  EXPECT_EQ(outcome.outputs[0].written, (std::vector<std::uint8_t>{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(outcome.collectives, 1U);
}

TEST(Run, ShortCircuits) {
  // The right side of && would divide by zero if the left side is false.
  const Expr divides = binary(Operator::Greater, binary(Operator::Divide, unum(6), lane), unum(2));
  const Expr guarded = binary(Operator::LogicalAnd, binary(Operator::NotEqual, lane, unum(0)), divides);
  EXPECT_EQ(written(program({store(0, cast(Type::UInt, guarded))})), (Values{0, 1, 1, 0, 0, 1, 1, 0}));
  const Expr chosen =
      conditional(binary(Operator::Equal, lane, unum(0)), unum(9), binary(Operator::Divide, unum(6), lane));
  EXPECT_EQ(written(program({store(0, chosen)})), (Values{9, 6, 3, 2, 9, 6, 3, 2}));
}

TEST(Run, HelpersReturnAtDifferentPlaces) {
  Program p = program({store(0, collective(prefix, call(Type::UInt, 0, {lane})))});
  p.functions.insert(
      p.functions.begin(),
      {.result = Type::UInt,
       .parameters = 1,
       .variables = {{Type::UInt}},
       .body = {if_else(less(local_v(0), unum(2)), {statement(StmtKind::Return, 0, {unum(100)})}),
                statement(StmtKind::Return, 0, {local_v(0)})}});
  EXPECT_EQ(written(p), (Values{100, 200, 202, 205, 100, 200, 202, 205}));
}

TEST(Run, LocalMemoryBetweenBarriers) {
  const Expr next = binary(Operator::Remainder, plus(lane, unum(1)), unum(4));
  const Block body{assign_element(0, lane, lane), barrier(), store(0, element(Type::UInt, 0, next))};
  EXPECT_EQ(written(program(body, {{Type::UInt, 4, true}})), (Values{1, 2, 3, 0, 1, 2, 3, 0}));
}

TEST(Run, AtomicsOfOneKind) {
  const Block body{if_else(binary(Operator::Equal, lane, unum(0)), {assign_element(0, num(0), unum(10))}),
                   barrier(), atomic(Operator::Add, 0, num(0), lane), barrier(),
                   store(0, element(Type::UInt, 0, num(0)))};
  EXPECT_EQ(written(program(body, {{Type::UInt, 1, true}})), Values(8, 16));
}

// Earlier outputs of the work-group are removed.
TEST(Run, RunAgainReplacesOutputs) {
  const Program p =
      program({if_else(collective({Family::Any}, num(1)), {store(0, collective(sum, unum(1)))})});
  const ProgramLaunch l = launch();
  ProgramOutcome right = run(p, l);
  EXPECT_GT(right.longest, 0U);
  RunOptions never;
  never.wrong = [](const CollectiveCall& m) { return std::vector<Word>(m.returned.size(), 0); };
  run_again(p, l, 1, right.outputs, never);
  EXPECT_EQ(values_of(right.outputs[0]), (Values{4, 4, 4, 4, 0, 0, 0, 0}));
  EXPECT_EQ(right.outputs[0].written, (std::vector<std::uint8_t>{1, 1, 1, 1, 0, 0, 0, 0}));
}

TEST(Run, CallsAreRecorded) {
  const Program p = program({store(0, collective(prefix, lane))});
  const auto collective_calls = collective_calls_of(p, launch());
  ASSERT_EQ(collective_calls.size(), 2U);
  EXPECT_EQ(collective_calls[1].group, 1U);
  EXPECT_EQ(collective_calls[1].site, &p.functions[0].body[0].exprs[0]);
  EXPECT_EQ(collective_calls[1].passed, (Values{0, 1, 2, 3}));
  EXPECT_EQ(collective_calls[1].returned, (Values{0, 1, 3, 6}));
}

// Illegal programs.

TEST(Refuses, CollectivesThatSomeWorkItemsMiss) {
  EXPECT_TRUE(has(refusal({if_else(less(lane, unum(2)), {evaluate(collective(sum, lane))})}), "2 of 4"));
  // Both branches have a call, but not the same one.
  EXPECT_TRUE(has(refusal({if_else(less(lane, unum(2)), {evaluate(collective(sum, lane))},
                                   {evaluate(collective(sum, lane))})}),
                  "2 of 4"));
  EXPECT_TRUE(
      has(refusal({if_else(less(lane, unum(1)), {jump(StmtKind::Return)}), evaluate(collective(sum, lane))}),
          "3 of 4"));
}

TEST(Refuses, CollectivesUnderDivergentOperators) {
  const Expr test = collective(any, lane);
  EXPECT_TRUE(has(refusal({evaluate(binary(Operator::LogicalAnd, less(lane, unum(2)), test))}), "2 of 4"));
  EXPECT_TRUE(has(refusal({evaluate(binary(Operator::LogicalOr, less(lane, unum(3)), test))}), "1 of 4"));
  EXPECT_TRUE(
      has(refusal({evaluate(conditional(less(lane, unum(3)), collective(sum, lane), unum(0)))}), "3 of 4"));
}

TEST(Refuses, CollectivesInDifferentIterations) {
  // Every work-item calls it once, but the first one an iteration later.
  const Expr i = local_v(0);
  const Expr late = binary(Operator::Equal, i, conditional(less(lane, unum(1)), unum(1), unum(0)));
  EXPECT_TRUE(has(refusal({for_loop(0, unum(0), less(i, unum(2)), plus(i, unum(1)),
                                    {if_else(late, {evaluate(collective(sum, lane))})})},
                          {{Type::UInt}}),
                  "3 of 4"));
  // The numbers of iterations differ.
  EXPECT_TRUE(
      has(refusal({for_loop(0, unum(0), less(i, lane), plus(i, unum(1)), {evaluate(collective(sum, lane))})},
                  {{Type::UInt}}),
          "3 of 4"));
  // Some work-items continue.
  EXPECT_TRUE(has(refusal({for_loop(0, unum(0), less(i, unum(2)), plus(i, unum(1)),
                                    {if_else(less(lane, unum(1)), {jump(StmtKind::Continue)}),
                                     evaluate(collective(sum, lane))})},
                          {{Type::UInt}}),
                  "3 of 4"));
}

TEST(Refuses, CollectivesAfterDifferentLabels) {
  const auto chosen = [](Expr selector) {
    return program({switch_on(std::move(selector), {0, 1},
                              {{store(0, unum(1))}, {barrier()}, {evaluate(collective(sum, lane))}}),
                    store(0, collective(sum, lane))});
  };
  // All work-items reach it, some of them through the previous label.
  const Expr differs = conditional(less(lane, unum(2)), num(0), num(1));
  EXPECT_TRUE(has(refusal(chosen(differs)), "A barrier is reached by work-items through different labels"));
  EXPECT_TRUE(has(refusal({switch_on(cast(Type::Int, less(lane, unum(2))), {0},
                                     {{store(0, unum(1))}, {evaluate(collective(sum, lane))}})}),
                  "through different labels"));
  // Through one label, and after the switch, it is legal.
  EXPECT_EQ(written(chosen(num(0))), Values(8, 6));
  EXPECT_EQ(written(program(
                {switch_on(differs, {0, 1}, {{store(0, unum(1))}, {}}), store(0, collective(sum, lane))})),
            Values(8, 6));
}

TEST(Refuses, CollectivesInHelpersCalledBySomeWorkItems) {
  Program p = program({if_else(less(lane, unum(2)), {evaluate(call(Type::UInt, 0, {}))})});
  p.functions.insert(
      p.functions.begin(),
      {.result = Type::UInt, .body = {statement(StmtKind::Return, 0, {collective(sum, unum(1))})}});
  EXPECT_TRUE(has(refusal(p), "2 of 4"));
}

TEST(Refuses, BarriersThatSomeWorkItemsMiss) {
  EXPECT_TRUE(has(refusal({if_else(less(lane, unum(2)), {barrier()})}), "A barrier is reached by 2 of 4"));
}

TEST(Refuses, BroadcastsWithInvalidCoordinates) {
  EXPECT_TRUE(has(refusal({evaluate(collective(broadcast, lane, {num(4)}))}), "outside"));
  EXPECT_TRUE(has(refusal({evaluate(collective(broadcast, lane, {num(-1)}))}), "outside"));
  EXPECT_TRUE(has(refusal({evaluate(collective(broadcast, lane, {lane}))}), "differ"));
  EXPECT_TRUE(
      has(refusal({evaluate(collective(broadcast, lane, {num(0), num(0)}))}), "number of coordinates"));
}

TEST(Refuses, IndicesOutOfBounds) {
  EXPECT_TRUE(
      has(refusal({assign_element(0, lane, lane)}, {{Type::UInt, 3}}), "out of range of an array of 3"));
  EXPECT_TRUE(has(refusal({store(0, element(Type::UInt, 0, num(-1)))}, {{Type::UInt, 3}}),
                  "out of range of an array"));
  EXPECT_TRUE(has(refusal({assign_element(0, lane, lane)}, {{Type::UInt, 3, true}}),
                  "out of range of an array of 3"));
}

constexpr const char* race = "without a barrier in between";
const std::vector<Variable> shared{{Type::UInt, 4, true}};

TEST(Refuses, Races) {
  const Expr next = binary(Operator::Remainder, plus(lane, unum(1)), unum(4));
  const Stmt own = assign_element(0, lane, lane), read = store(0, element(Type::UInt, 0, next));
  EXPECT_TRUE(has(refusal({own, read}, shared), race)) << "read after write";
  EXPECT_TRUE(has(refusal({own, barrier(), read, own}, shared), race)) << "write after read";
  EXPECT_TRUE(has(refusal({assign_element(0, num(0), unum(1))}, shared), race)) << "even of the same value";
  EXPECT_TRUE(
      has(refusal({own, barrier(), assign_element(0, lane, element(Type::UInt, 0, next))}, shared), race));
  // A collective is no barrier (WGC.MO.1).
  EXPECT_TRUE(has(refusal({own, evaluate(collective(sum, lane)), read}, shared), race));
}

TEST(Refuses, RacesOfAtomics) {
  const Stmt clear = if_else(binary(Operator::Equal, lane, unum(0)), {assign_element(0, num(0), unum(0))});
  const Stmt count = atomic(Operator::Add, 0, num(0), unum(1));
  EXPECT_TRUE(has(refusal({clear, count}, shared), race)) << "after a plain write";
  EXPECT_TRUE(
      has(refusal({clear, barrier(), count, atomic(Operator::Max, 0, num(0), unum(9))}, shared), race))
      << "of two kinds";
  EXPECT_TRUE(has(refusal({clear, barrier(), count, store(0, element(Type::UInt, 0, num(0)))}, shared), race))
      << "before a plain read";
}

TEST(Refuses, LocalMemoryThatIsNotWritten) {
  EXPECT_TRUE(has(refusal({store(0, element(Type::UInt, 0, lane))}, shared), "before it is written"));
  EXPECT_TRUE(has(refusal({atomic(Operator::Add, 0, lane, lane)}, shared), "before it is written"));
}

TEST(Refuses, RoundingAndOverflow) {
  const Expr big = literal(Type::Int, INT32_MAX);
  EXPECT_TRUE(has(refusal({evaluate(plus(big, num(1)))}), "overflows"));
  EXPECT_TRUE(has(refusal({evaluate(collective(sum, big))}), "overflows"));
  EXPECT_TRUE(has(refusal({evaluate(collective(sum, literal(Type::Half, 1025)))}), "rounded in some order"));
  EXPECT_TRUE(has(refusal({evaluate(collective(any, literal(Type::Long, 0x1p40)))}), "does not fit"));
}

TEST(Refuses, EndlessLoops) {
  EXPECT_TRUE(has(refusal({while_loop(num(1), {barrier()})}), "the limit of steps"));
}

TEST(Refuses, FunctionsThatEndWithoutAValue) {
  Program p = program({store(0, call(Type::UInt, 0, {lane}))});
  p.functions.insert(
      p.functions.begin(),
      {.result = Type::UInt,
       .parameters = 1,
       .variables = {{Type::UInt}},
       .body = {if_else(less(local_v(0), unum(2)), {statement(StmtKind::Return, 0, {unum(1)})})}});
  EXPECT_TRUE(has(refusal(p), "without a value"));
}

TEST(Refuses, LaunchesThatDoNotFit) {
  Program p = program({store(0, input(Type::UInt, 0))});
  p.inputs = {Type::UInt};
  EXPECT_TRUE(has(refusal(p), "does not match"));
  ProgramLaunch l = launch();
  l.inputs = {Values(7)};
  EXPECT_TRUE(has(refusal(p, l), "does not match"));
}

}  // namespace
