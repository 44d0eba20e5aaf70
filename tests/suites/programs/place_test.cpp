#include "suites/programs/place.hpp"

#include <gtest/gtest.h>

#include "reference/program/build.hpp"

using namespace wgcts;
using namespace wgcts::suites;

namespace {

const Expr one = literal(Type::Int, 1);
const Expr total = collective({Family::Reduce, Op::Add}, one);
const Expr test = collective({Family::Any}, one);

Places found(Block body, std::vector<Function> before = {}) {
  Program p;
  p.functions = std::move(before);
  p.functions.push_back({.kernel = true, .variables = {{Type::Int}}, .body = std::move(body)});
  return places_of(p);
}

Places of(std::initializer_list<std::pair<const CallPlace*, Family>> pairs) {
  Places result;
  for (const auto& [where, family] : pairs) result.set(bit_of(*where, family));
  return result;
}

TEST(Places, OfExpressions) {
  EXPECT_EQ(found({assign(0, total)}), of({{place("assigned to a variable"), Family::Reduce}}));
  EXPECT_EQ(found({store(0, collective({Family::Broadcast}, total, {total}))}),
            of({{place("stored to a buffer"), Family::Broadcast},
                {place("as value of another collective"), Family::Reduce},
                {place("as id of a broadcast"), Family::Reduce}}));
  EXPECT_EQ(found({evaluate(binary(Operator::LogicalAnd, one, test))}),
            of({{place("result unused"), Family::Any}, {place("right of && or ||"), Family::Any}}));
  EXPECT_EQ(found({assign(0, element(Type::Int, 1, total))}),
            of({{place("assigned to a variable"), Family::Reduce},
                {place("as index of an array"), Family::Reduce}}));
}

TEST(Places, OfStatements) {
  EXPECT_EQ(found({if_else(test, {assign(0, total)}, {evaluate(test)})}),
            of({{place("condition of if"), Family::Any},
                {place("under if"), Family::Reduce},
                {place("assigned to a variable"), Family::Reduce},
                {place("under else"), Family::Any},
                {place("result unused"), Family::Any}}));
  EXPECT_EQ(found({while_loop(test, {do_while({}, test)})}),
            of({{place("condition of while"), Family::Any},
                {place("in while"), Family::Any},
                {place("condition of do-while"), Family::Any}}));
  EXPECT_TRUE(found({for_loop(0, one, one, one, {while_loop(one, {evaluate(test)})})})
                  .test(bit_of(*place("in nested loops"), Family::Any)));
}

TEST(Places, AfterOthers) {
  const auto behind = [](Stmt s) { return found({while_loop(one, {std::move(s), evaluate(test)})}); };
  EXPECT_TRUE(behind(if_else(one, {jump(StmtKind::Continue)}))
                  .test(bit_of(*place("after a break or continue"), Family::Any)));
  EXPECT_TRUE(behind(if_else(one, {jump(StmtKind::Return)}))
                  .test(bit_of(*place("after a return that only some work-groups execute"), Family::Any)));
  EXPECT_TRUE(behind(barrier()).test(bit_of(*place("after a barrier"), Family::Any)));
  EXPECT_TRUE(behind(if_else(one, {assign(0, one)}))
                  .test(bit_of(*place("after a divergent branch or loop"), Family::Any)));
  EXPECT_FALSE(behind(if_else(test, {assign(0, one)}))
                   .test(bit_of(*place("after a divergent branch or loop"), Family::Any)));
}

TEST(Places, InFunctions) {
  const Function inner{.result = Type::Int, .body = {statement(StmtKind::Return, 0, {total})}};
  const Function outer{.result = Type::Int,
                       .body = {statement(StmtKind::Return, 0, {call(Type::Int, 0, {})})}};
  EXPECT_EQ(found({evaluate(call(Type::Int, 1, {}))}, {inner, outer}),
            of({{place("in a function"), Family::Reduce},
                {place("in a function called by a function"), Family::Reduce},
                {place("returned by a function"), Family::Reduce}}));
  EXPECT_TRUE(found({evaluate(call(Type::Void, 0, {}))}, {{.kernel = true, .body = {evaluate(test)}}})
                  .test(bit_of(*place("in a kernel called by a kernel"), Family::Any)));
}

TEST(Places, ScansAreIllegalInUniformPlaces) {
  EXPECT_FALSE(can_stand(*place("condition of while"), Family::ScanInclusive));
  EXPECT_TRUE(can_stand(*place("condition of while"), Family::Broadcast));
  EXPECT_TRUE(can_stand(*place("as index of an array"), Family::ScanExclusive));
}

}  // namespace
