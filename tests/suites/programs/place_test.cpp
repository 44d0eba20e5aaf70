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

Places of(std::initializer_list<std::pair<Place, Family>> pairs) {
  Places result;
  for (const auto& [place, family] : pairs) result.set(bit_of(place, family));
  return result;
}

TEST(Places, OfExpressions) {
  EXPECT_EQ(found({assign(0, total)}), of({{Place::Assigned, Family::Reduce}}));
  EXPECT_EQ(found({store(0, collective({Family::Broadcast}, total, {total}))}),
            of({{Place::Stored, Family::Broadcast},
                {Place::OfCollective, Family::Reduce},
                {Place::BroadcastId, Family::Reduce}}));
  EXPECT_EQ(found({evaluate(binary(Operator::LogicalAnd, one, test))}),
            of({{Place::Unused, Family::Any}, {Place::RightOfLogical, Family::Any}}));
  EXPECT_EQ(found({assign(0, element(Type::Int, 1, total))}),
            of({{Place::Assigned, Family::Reduce}, {Place::Index, Family::Reduce}}));
}

TEST(Places, OfStatements) {
  EXPECT_EQ(found({if_else(test, {assign(0, total)}, {evaluate(test)})}),
            of({{Place::IfCondition, Family::Any},
                {Place::InIf, Family::Reduce},
                {Place::Assigned, Family::Reduce},
                {Place::InElse, Family::Any},
                {Place::Unused, Family::Any}}));
  EXPECT_EQ(found({while_loop(test, {do_while({}, test)})}), of({{Place::WhileCondition, Family::Any},
                                                                 {Place::InWhile, Family::Any},
                                                                 {Place::DoCondition, Family::Any}}));
  EXPECT_TRUE(found({for_loop(0, one, one, one, {while_loop(one, {evaluate(test)})})})
                  .test(bit_of(Place::InNestedLoops, Family::Any)));
}

TEST(Places, AfterOthers) {
  const auto behind = [](Stmt s) { return found({while_loop(one, {std::move(s), evaluate(test)})}); };
  EXPECT_TRUE(behind(if_else(one, {jump(StmtKind::Continue)})).test(bit_of(Place::BehindJump, Family::Any)));
  EXPECT_TRUE(behind(if_else(one, {jump(StmtKind::Return)})).test(bit_of(Place::BehindReturn, Family::Any)));
  EXPECT_TRUE(behind(barrier()).test(bit_of(Place::BehindBarrier, Family::Any)));
  EXPECT_TRUE(behind(if_else(one, {assign(0, one)})).test(bit_of(Place::BehindDivergence, Family::Any)));
  EXPECT_FALSE(behind(if_else(test, {assign(0, one)})).test(bit_of(Place::BehindDivergence, Family::Any)));
}

TEST(Places, InFunctions) {
  const Function inner{.result = Type::Int, .body = {statement(StmtKind::Return, 0, {total})}};
  const Function outer{.result = Type::Int,
                       .body = {statement(StmtKind::Return, 0, {call(Type::Int, 0, {})})}};
  EXPECT_EQ(found({evaluate(call(Type::Int, 1, {}))}, {inner, outer}),
            of({{Place::InHelper, Family::Reduce},
                {Place::InNestedHelper, Family::Reduce},
                {Place::Returned, Family::Reduce}}));
  EXPECT_TRUE(found({evaluate(call(Type::Void, 0, {}))}, {{.kernel = true, .body = {evaluate(test)}}})
                  .test(bit_of(Place::InCalledKernel, Family::Any)));
}

TEST(Places, ScansAreIllegalInUniformPlaces) {
  EXPECT_FALSE(can_stand(Place::WhileCondition, Family::ScanInclusive));
  EXPECT_TRUE(can_stand(Place::WhileCondition, Family::Broadcast));
  EXPECT_TRUE(can_stand(Place::Index, Family::ScanExclusive));
  for (std::size_t p = 0; p < places.size(); ++p) EXPECT_EQ(static_cast<std::size_t>(places[p].place), p);
}

}  // namespace
