// Helpers to build trees.
#pragma once

#include <utility>

#include "reference/program/tree.hpp"

namespace wgcts::reference {

/// Moves the operands, because the elements of an initializer list cannot be moved.
template <class... Operands>
std::vector<Expr> operands_of(Operands... operands) {
  std::vector<Expr> all;
  all.reserve(sizeof...(operands));
  (all.push_back(std::move(operands)), ...);
  return all;
}

inline Expr literal(Type type, double value) {
  const Word bits = is_floating(type)      ? word_of(value)
                    : info(type).is_signed ? word(static_cast<std::int64_t>(value))
                                           : static_cast<Word>(value);
  return {.kind = ExprKind::Literal, .type = type, .literal = bits};
}
inline Expr leaf(ExprKind kind, Type type, std::uint32_t index) {
  return {.kind = kind, .type = type, .index = index};
}
inline Expr variable(Type type, std::uint32_t index) { return leaf(ExprKind::Variable, type, index); }
inline Expr element(Type type, std::uint32_t array, Expr index) {
  return {.kind = ExprKind::Element, .type = type, .index = array, .operands = {std::move(index)}};
}
inline Expr argument(Type type, std::uint32_t index) { return leaf(ExprKind::Argument, type, index); }
inline Expr input(Type type, std::uint32_t index) { return leaf(ExprKind::Input, type, index); }
inline Expr group_input(Type type, std::uint32_t index) { return leaf(ExprKind::GroupInput, type, index); }
inline Expr query(Query query, std::uint32_t dimension = 0) {
  return {.kind = ExprKind::Query,
          .type = is_linear(query) ? Type::UInt : Type::Size,
          .query = query,
          .index = dimension};
}
inline Expr unary(Operator op, Expr a) {
  const Type type = op == Operator::Not ? Type::Int : a.type;
  return {.kind = ExprKind::Unary, .type = type, .op = op, .operands = {std::move(a)}};
}
inline Expr binary(Operator op, Expr a, Expr b) {
  const Type type = is_comparison(op) || is_logical(op) ? Type::Int : a.type;
  return {
      .kind = ExprKind::Binary, .type = type, .op = op, .operands = operands_of(std::move(a), std::move(b))};
}
/// The second operand is a literal of the first one's type.
inline Expr binary(Operator op, Expr a, double b) {
  const Type type = a.type;
  return binary(op, std::move(a), literal(type, b));
}

inline Expr operator+(Expr a, auto b) { return binary(Operator::Add, std::move(a), std::move(b)); }
inline Expr operator-(Expr a, auto b) { return binary(Operator::Subtract, std::move(a), std::move(b)); }
inline Expr operator*(Expr a, auto b) { return binary(Operator::Multiply, std::move(a), std::move(b)); }
inline Expr operator/(Expr a, auto b) { return binary(Operator::Divide, std::move(a), std::move(b)); }
inline Expr operator%(Expr a, auto b) { return binary(Operator::Remainder, std::move(a), std::move(b)); }
inline Expr operator&(Expr a, auto b) { return binary(Operator::And, std::move(a), std::move(b)); }
inline Expr operator^(Expr a, auto b) { return binary(Operator::Xor, std::move(a), std::move(b)); }
inline Expr operator<(Expr a, auto b) { return binary(Operator::Less, std::move(a), std::move(b)); }
inline Expr operator<=(Expr a, auto b) { return binary(Operator::LessEqual, std::move(a), std::move(b)); }
inline Expr operator>(Expr a, auto b) { return binary(Operator::Greater, std::move(a), std::move(b)); }
inline Expr operator>=(Expr a, auto b) { return binary(Operator::GreaterEqual, std::move(a), std::move(b)); }

inline Expr conditional(Expr condition, Expr a, Expr b) {
  const Type type = a.type;
  return {.kind = ExprKind::Conditional,
          .type = type,
          .operands = operands_of(std::move(condition), std::move(a), std::move(b))};
}
inline Expr cast(Type type, Expr a) {
  return {.kind = ExprKind::Cast, .type = type, .operands = {std::move(a)}};
}
inline Expr call(Type type, std::uint32_t function, std::vector<Expr> arguments) {
  return {.kind = ExprKind::Call, .type = type, .index = function, .operands = std::move(arguments)};
}
inline Expr collective(Collective c, Expr value, std::vector<Expr> coordinates = {}) {
  const Type type = is_predicate(c.family) ? Type::Int : value.type;
  coordinates.insert(coordinates.begin(), std::move(value));
  return {.kind = ExprKind::Collective, .type = type, .collective = c, .operands = std::move(coordinates)};
}

inline Stmt statement(StmtKind kind, std::uint32_t index, std::vector<Expr> exprs = {},
                      std::vector<Block> blocks = {}) {
  return {.kind = kind, .index = index, .exprs = std::move(exprs), .blocks = std::move(blocks)};
}
inline Stmt assign(std::uint32_t variable, Expr value) {
  return statement(StmtKind::Assign, variable, {std::move(value)});
}
inline Stmt assign_element(std::uint32_t array, Expr index, Expr value) {
  return statement(StmtKind::AssignElement, array, {std::move(index), std::move(value)});
}
inline Stmt store(std::uint32_t output, Expr value) {
  return statement(StmtKind::Store, output, {std::move(value)});
}
inline Stmt evaluate(Expr expr) { return statement(StmtKind::Evaluate, 0, {std::move(expr)}); }
inline Stmt if_else(Expr condition, Block then, Block otherwise = {}) {
  std::vector<Block> blocks{std::move(then)};
  if (!otherwise.empty()) blocks.push_back(std::move(otherwise));
  return statement(StmtKind::If, 0, {std::move(condition)}, std::move(blocks));
}
inline Stmt for_loop(std::uint32_t variable, Expr first, Expr condition, Expr next, Block body) {
  return statement(StmtKind::For, variable, {std::move(first), std::move(condition), std::move(next)},
                   {std::move(body)});
}
inline Stmt while_loop(Expr condition, Block body) {
  return statement(StmtKind::While, 0, {std::move(condition)}, {std::move(body)});
}
inline Stmt do_while(Block body, Expr condition) {
  return statement(StmtKind::DoWhile, 0, {std::move(condition)}, {std::move(body)});
}
inline Stmt switch_on(Expr selector, std::vector<std::int32_t> labels, std::vector<Block> blocks) {
  Stmt s = statement(StmtKind::Switch, 0, {std::move(selector)}, std::move(blocks));
  s.labels = std::move(labels);
  return s;
}
inline Stmt atomic(Operator op, std::uint32_t array, Expr index, Expr value) {
  Stmt s = statement(StmtKind::Atomic, array, {std::move(index), std::move(value)});
  s.op = op;
  return s;
}
inline Stmt jump(StmtKind kind) { return statement(kind, 0); }
inline Stmt barrier() { return statement(StmtKind::Barrier, 0); }

}  // namespace wgcts::reference
