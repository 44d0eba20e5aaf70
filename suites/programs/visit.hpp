// Visits every expression and every block of a program.
#pragma once

#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

/// Whether the statement's `index` is that of a variable.
inline bool names_variable(const Stmt& s) {
  return s.kind == StmtKind::Assign || s.kind == StmtKind::AssignElement || s.kind == StmtKind::For ||
         s.kind == StmtKind::Atomic;
}

/// The same for an expression.
inline bool names_variable(const Expr& e) {
  return e.kind == ExprKind::Variable || e.kind == ExprKind::Element;
}

/// Calls `f` with the expression, then with those inside it.
void visit(auto& expr, auto&& f) requires requires { expr.operands; }
{
  f(expr);
  for (auto& operand : expr.operands) visit(operand, f);
}

/// Calls `on_statement` with every statement, outer ones first, and `on_expr` with every expression.
void visit_block(auto& block, auto&& on_statement, auto&& on_expr) {
  for (auto& s : block) {
    on_statement(s);
    for (auto& e : s.exprs) visit(e, on_expr);
    for (auto& b : s.blocks) visit_block(b, on_statement, on_expr);
  }
}

void visit_program(auto& program, auto&& on_statement, auto&& on_expr) {
  for (auto& f : program.functions) visit_block(f.body, on_statement, on_expr);
}

}  // namespace wgcts::suites
