// Trees that are not well formed. Each is illegal for one reason.
#include <gtest/gtest.h>

#include "reference/program/build.hpp"
#include "reference/program/run.hpp"

using namespace wgcts;
using namespace wgcts::reference;

namespace {

const Expr lane_id = query(Query::Lane);
const Expr one = literal(Type::Int, 1);
const Expr test = collective({Family::Any}, one);
const Expr total = collective({Family::Reduce, Op::Add}, one);

Program int_program(Block body, std::vector<Variable> variables = {}) {
  Program p;
  p.outputs = {Type::Int};
  p.functions.push_back({.kernel = true, .variables = std::move(variables), .body = std::move(body)});
  return p;
}

bool legal(const Program& p) {
  try {
    check(p);
    return true;
  } catch (const IllegalProgram&) {
    return false;
  }
}
bool legal(Block body, std::vector<Variable> variables = {}) {
  return legal(int_program(std::move(body), std::move(variables)));
}

TEST(Check, TheSimplestProgram) { EXPECT_TRUE(legal({store(0, total)})); }

// The non-zero value of a predicate depends on the device (WGC.U.7).
TEST(Check, PredicatesMayOnlyBeTested) {
  EXPECT_TRUE(legal({if_else(test, {barrier()})}));
  EXPECT_TRUE(legal({store(0, binary(Operator::NotEqual, test, literal(Type::Int, 0)))}));
  EXPECT_TRUE(legal({store(0, unary(Operator::Not, test))}));
  EXPECT_TRUE(legal({store(0, conditional(test, one, one))}));
  EXPECT_TRUE(legal({evaluate(collective({Family::All}, test))}));
  EXPECT_FALSE(legal({store(0, test)}));
  EXPECT_FALSE(legal({store(0, binary(Operator::Add, test, one))}));
  EXPECT_FALSE(legal({store(0, binary(Operator::NotEqual, test, one))}));
  EXPECT_FALSE(legal({store(0, binary(Operator::Less, test, literal(Type::Int, 0)))}));
  EXPECT_FALSE(legal({store(0, conditional(one, test, one))}));
  EXPECT_FALSE(legal({evaluate(collective({Family::Broadcast}, one, {test}))}));
}

TEST(Check, TypesAgree) {
  EXPECT_FALSE(legal({store(0, lane_id)}));
  EXPECT_FALSE(legal({store(0, binary(Operator::Add, one, lane_id))}));
  EXPECT_FALSE(legal({evaluate(binary(Operator::Less, one, lane_id))}));
  EXPECT_FALSE(legal({evaluate(collective({Family::Reduce, Op::Add}, cast(Type::Short, one)))}))
      << "WGC.TY.1";
  EXPECT_FALSE(legal({evaluate(collective({Family::Reduce}, one))})) << "no operation";
  EXPECT_FALSE(legal({evaluate(conditional(literal(Type::Float, 1), one, one))})) << "?: of OpenCL C";
  EXPECT_FALSE(legal({evaluate(literal(Type::Half, 2049))}));
  EXPECT_FALSE(legal({evaluate(Expr{.type = Type::UInt, .literal = Word{1} << 32})}));
}

TEST(Check, NamesExist) {
  EXPECT_FALSE(legal({assign(0, one)}));
  EXPECT_FALSE(legal({store(1, one)}));
  EXPECT_FALSE(legal({store(0, input(Type::Int, 0))}));
  EXPECT_FALSE(legal({store(0, argument(Type::Int, 0))}));
  EXPECT_FALSE(legal({assign(0, one)}, {{Type::Int, 3}})) << "an array is not a scalar";
  EXPECT_FALSE(legal({evaluate(element(Type::Int, 0, one))}, {{Type::Int}}));
}

TEST(Check, Jumps) {
  EXPECT_FALSE(legal({jump(StmtKind::Break)}));
  EXPECT_FALSE(legal({jump(StmtKind::Continue)}));
  EXPECT_TRUE(legal({switch_on(one, {1}, {{jump(StmtKind::Break)}})}));
  EXPECT_FALSE(legal({switch_on(one, {1}, {{jump(StmtKind::Continue)}})}));
  EXPECT_TRUE(legal({while_loop(one, {switch_on(one, {1}, {{jump(StmtKind::Continue)}})})}));
  EXPECT_FALSE(legal({switch_on(one, {1, 1}, {{}, {}})})) << "equal labels";
}

TEST(Check, Functions) {
  const auto with = [](Function helper, Block body) {
    Program p = int_program(std::move(body));
    p.functions.insert(p.functions.begin(), std::move(helper));
    return legal(p);
  };
  const Block back{statement(StmtKind::Return, 0, {one})};
  const Expr called = call(Type::Int, 0, {});
  EXPECT_TRUE(with({.result = Type::Int, .body = back}, {store(0, called)}));
  EXPECT_FALSE(with({.result = Type::UInt, .body = back}, {store(0, called)}));
  EXPECT_FALSE(
      with({.result = Type::Int, .body = {statement(StmtKind::Return, 0, {called})}}, {store(0, called)}))
      << "recursion";
  EXPECT_FALSE(with({.body = {store(0, one)}}, {evaluate(call(Type::Void, 0, {}))}))
      << "a helper cannot use buffers";
  EXPECT_FALSE(with({.variables = {{Type::Int, 2, true}}}, {evaluate(call(Type::Void, 0, {}))}));
  EXPECT_TRUE(with({.kernel = true, .body = {store(0, one)}}, {evaluate(call(Type::Void, 0, {}))}));
  EXPECT_FALSE(
      with({.kernel = true, .variables = {{Type::Int, 2, true}}}, {evaluate(call(Type::Void, 0, {}))}))
      << "local memory in a called kernel";
  EXPECT_FALSE(legal(Program{}));
}

}  // namespace
