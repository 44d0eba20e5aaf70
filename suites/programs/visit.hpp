// Visits the statements and expressions of a program.
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "reference/lists.hpp"
#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

struct StatementInfo {
  std::string_view construct = {};  ///< the name of a statement with blocks
  bool loop = false;
};

constexpr StatementInfo info(StmtKind kind) {
  if (kind == StmtKind::If) return {"a branch"};
  if (kind == StmtKind::Switch) return {"a switch"};
  if (kind == StmtKind::For) return {"a for loop", true};
  if (kind == StmtKind::While) return {"a while loop", true};
  if (kind == StmtKind::DoWhile) return {"a do-while loop", true};
  return {};
}

/// Whether the statement's `index` is that of a variable.
inline bool names_variable(const Stmt& s) {
  return s.kind == StmtKind::Assign || s.kind == StmtKind::AssignElement || s.kind == StmtKind::For ||
         s.kind == StmtKind::Atomic;
}

/// The same for an expression.
inline bool names_variable(const Expr& e) {
  return e.kind == ExprKind::Variable || e.kind == ExprKind::Element;
}

/// Calls `f` with every statement and expression of a program, block, statement or expression, including
/// itself, outer ones first. `f` may take only statements or only expressions.
template <class Part, class Visitor>
void visit_parts(Part& part, Visitor&& f) {
  using Whole = std::remove_const_t<Part>;
  const auto visit_all = [&](auto& parts) {
    for (auto& inner : parts) visit_parts(inner, f);
  };
  if constexpr (std::same_as<Whole, Program>) {
    for (auto& function : part.functions) visit_parts(function.body, f);
  } else if constexpr (std::same_as<Whole, Block>) {
    visit_all(part);
  } else {
    using Other = std::conditional_t<std::same_as<Whole, Expr>, Stmt, Expr>;
    if constexpr (std::invocable<Visitor&, Part&>)
      f(part);
    else
      static_assert(std::invocable<Visitor&, Other&> || std::invocable<Visitor&, const Other&>);
    if constexpr (std::same_as<Whole, Expr>) {
      visit_all(part.operands);
    } else {
      visit_all(part.exprs);
      visit_all(part.blocks);
    }
  }
}

/// Whether the condition on statements or expressions holds for a part.
template <class Condition>
bool any_part(const auto& whole, Condition holds) {
  bool found = false;
  visit_parts(
      whole, [&]<class Part>(const Part& part) requires std::invocable<Condition&, const Part&> {
        found = found || holds(part);
      });
  return found;
}

/// Whether a buffer, an argument, a function, a variable or an expression has the type.
inline bool uses_type(const Program& program, Type type) {
  for (const auto* list : {&program.arguments, &program.inputs, &program.group_inputs, &program.outputs})
    if (is_in(type, *list)) return true;
  for (const Function& f : program.functions)
    if (f.result == type || is_in(type, f.variables, &Variable::type)) return true;
  return any_part(program, [&](const Expr& e) { return e.type == type; });
}

}  // namespace wgcts::suites
