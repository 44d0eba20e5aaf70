// Results with several legal values: programs may store them but may not compute with them.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "reference/program/build.hpp"
#include "reference/program/run.hpp"

namespace wgcts::reference {
namespace {

const Collective any{Family::Any}, broadcast{Family::Broadcast}, sum{Family::Reduce, Op::Add},
    least{Family::Reduce, Op::Min}, product{Family::Reduce, Op::Mul},
    least_before{Family::ScanExclusive, Op::Min};

/// A kernel that stores the value of an expression of its input; one work-group.
Program storing(Type type, const std::function<Expr(Expr)>& of) {
  Program p{.inputs = {type}, .outputs = {type}};
  p.functions.push_back({.kernel = true, .body = {store(0, of(input(type, 0)))}});
  return p;
}
Program storing(Type type, Collective c) {
  std::vector<Expr> coordinates;
  if (c.family == Family::Broadcast) coordinates.push_back(literal(Type::Int, 0));
  return storing(type, [&](Expr x) { return collective(c, std::move(x), coordinates); });
}

OutputBuffer judged(const Program& p, const std::vector<double>& x, const Judging& judging = {}) {
  ProgramLaunch launch{.range = {.dim = 1, .local = {x.size(), 1, 1}, .global = {x.size(), 1, 1}},
                       .inputs = {{}},
                       .judging = judging};
  for (const double value : x)
    launch.inputs[0].push_back(is_floating(p.inputs[0]) ? word_of(value)
                                                        : word(static_cast<std::int64_t>(value)));
  return run(p, launch).outputs[0];
}
OutputBuffer judged(Type type, Collective c, const std::vector<double>& x, const Judging& judging = {}) {
  return judged(storing(type, c), x, judging);
}

constexpr double infinity = INFINITY;

bool is_exact(const Legal& legal) { return legal.rule == Rule::Exact && legal.low == legal.high; }
bool is_exact(const OutputBuffer& out) {
  return std::ranges::all_of(out.values, [](const Legal& legal) { return is_exact(legal); });
}

TEST(LegalResults, ExactSumsAreValues) {
  const OutputBuffer out = judged(Type::Float, sum, {1, 2, 0.5});
  EXPECT_EQ(out.values, std::vector<Legal>(3, {Rule::Exact, word_of(3.5), word_of(3.5)}));
}

TEST(LegalResults, RoundedSumsAreBounded) {
  const OutputBuffer out = judged(Type::Float, sum, {1, 0x1p-24, 0x1.8p-24});
  for (const Legal& legal : out.values) EXPECT_EQ(legal.rule, Rule::Bounded);
  const Legal& legal = out.values.at(0);
  EXPECT_LE(real(legal.low), 1.0);
  EXPECT_GE(real(legal.high), 1 + 0x1p-23);
}

TEST(LegalResults, TrueIsAnyNumberButZero) {
  const OutputBuffer out = judged(Type::Int, any, {0, 7});
  EXPECT_EQ(out.values.at(1), (Legal{Rule::Truth, 1, 1}));
  EXPECT_TRUE(is_exact(judged(Type::Int, any, {0, 0})));
}

// Results that the specification leaves open are not judged (WGC.U.2, WGC.U.8, WGC.FP.5).
TEST(LegalResults, WhatIsOpenIsObserved) {
  const auto is_open = [](const OutputBuffer& out) {
    return std::ranges::all_of(out.values, [](const Legal& legal) { return legal.rule == Rule::Observed; });
  };
  EXPECT_TRUE(is_open(judged(Type::Float, least, {1, NAN})));
  EXPECT_TRUE(is_open(judged(Type::Half, sum, {infinity, -infinity})));
  EXPECT_TRUE(is_open(judged(Type::Float, sum, {0x1p127, 0x1p127})));
  const Judging bare{.single = {true, false, false}};
  EXPECT_TRUE(is_open(judged(Type::Float, least, {0x1p-140, 1}, bare)));
  EXPECT_TRUE(is_open(judged(Type::Float, broadcast, {infinity, 1}, bare)));
  const OutputBuffer first = judged(Type::Float, least_before, {1, 2}, bare);
  EXPECT_EQ(first.values.at(0).rule, Rule::Observed) << "the identity is INF";
  EXPECT_TRUE(is_exact(first.values.at(1)));
  EXPECT_TRUE(is_open(judged(Type::Float, sum, {1, 0x1p-24, 1}, {.any_rounding = true})));
}

TEST(LegalResults, BroadcastsKeepEveryBit) {
  EXPECT_EQ(judged(Type::Float, broadcast, {-0.0, 1}).values.at(1).rule, Rule::Bits);
  EXPECT_TRUE(is_exact(judged(Type::Float, broadcast, {-0.0, 1}, {.any_zero_sign = true})));
  EXPECT_TRUE(std::isnan(real(judged(Type::Double, broadcast, {NAN, 1}).values[1].low)));
}

TEST(LegalResults, OptionsMayRelaxProducts) {
  EXPECT_TRUE(is_exact(judged(Type::Float, product, {3, 5, 0.25})));
  EXPECT_EQ(judged(Type::Float, product, {3, 5, 0.25}, {.any_rounding = true}).values.at(0).rule,
            Rule::Relaxed);
  EXPECT_EQ(judged(Type::Float, product, {0x1.000002p0, 0x1.000002p0}).values.at(0).rule, Rule::Observed);
}

TEST(LegalResults, SignedOverflowIsIllegal) {
  EXPECT_THROW(judged(Type::Int, sum, {0x7fffffff, 1}), IllegalProgram);
  EXPECT_THROW(judged(Type::Long, product, {0x1p62, 4}), IllegalProgram);
}

// Variables and functions may pass them on, but no operation may use them.
TEST(LegalResults, ArePassedOnAndNotComputedWith) {
  const std::vector<double> rounding{1, 0x1p-24, 0x1.8p-24};
  Program p = storing(Type::Float, sum);
  Function helper{.result = Type::Float, .parameters = 1, .variables = {{Type::Float}}};
  helper.body = {statement(StmtKind::Return, 0, {collective(sum, variable(Type::Float, 0))})};
  Function& kernel = p.functions[0];
  kernel.variables = {{Type::Float}};
  kernel.body = {assign(0, call(Type::Float, 0, {input(Type::Float, 0)})),
                 store(0, variable(Type::Float, 0))};
  p.functions.insert(p.functions.begin(), helper);
  EXPECT_EQ(judged(p, rounding).values, judged(Type::Float, sum, rounding).values);

  const auto total = [](Expr x) { return collective(sum, std::move(x)); };
  for (const auto& use : std::vector<std::function<Expr(Expr)>>{
           [&](Expr x) { return binary(Operator::Add, total(x), x); },
           [&](Expr x) { return total(total(x)); },
           [&](Expr x) { return cast(Type::Float, cast(Type::Double, total(x))); },
           [&](Expr x) { return cast(Type::Float, unary(Operator::Not, total(x))); }})
    EXPECT_THROW(judged(storing(Type::Float, use), rounding), IllegalProgram);
  // All legal results of a predicate are true, or all are false.
  const auto negated = [](Expr x) { return unary(Operator::Not, collective(any, std::move(x))); };
  EXPECT_EQ(judged(storing(Type::Int, negated), {0, 7}).values, std::vector<Legal>(2));
  EXPECT_THROW(
      judged(storing(Type::Int, [](Expr x) { return binary(Operator::Add, collective(any, x), x); }), {0, 7}),
      IllegalProgram);
}

TEST(LegalResults, WithoutJudgingAllMustBeExact) {
  ProgramLaunch launch{.range = {.dim = 1, .local = {2, 1, 1}, .global = {2, 1, 1}},
                       .inputs = {{word_of(1), word_of(0x1p-24)}}};
  EXPECT_THROW(run(storing(Type::Float, sum), launch), IllegalProgram);
  launch.inputs = {{1, 1}};
  EXPECT_THROW(run(storing(Type::Int, any), launch), IllegalProgram);
}

}  // namespace
}  // namespace wgcts::reference
