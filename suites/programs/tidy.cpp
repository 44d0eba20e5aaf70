// Removes unused parts of programs.
#include <algorithm>

#include "suites/programs/reduction_passes.hpp"
#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

constexpr std::uint32_t gone = UINT32_MAX;

/// New numbers for the used entries, in order; `gone` for the others.
std::vector<std::uint32_t> renumbered(const std::vector<bool>& used) {
  std::vector<std::uint32_t> numbers(used.size(), gone);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) numbers[i] = next++;
  return numbers;
}

template <class T>
void keep(std::vector<T>& list, const std::vector<bool>& used) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < list.size(); ++i)
    if (used[i]) {
      if (next != i) list[next] = std::move(list[i]);
      ++next;
    }
  list.resize(next);
}

/// Keeps the entries of a list that expressions of the kind use.
template <class... Lists>
void keep_mentioned(Program& program, ExprKind kind, std::vector<Type>& list, Lists&... others) {
  std::vector<bool> used(list.size());
  visit_program(
      program, [](Stmt&) {},
      [&](Expr& e) {
        if (e.kind == kind) used[e.index] = true;
      });
  const auto numbers = renumbered(used);
  visit_program(
      program, [](Stmt&) {},
      [&](Expr& e) {
        if (e.kind == kind) e.index = numbers[e.index];
      });
  keep(list, used);
  (keep(others, used), ...);
}

void keep_stored(Program& program) {
  std::vector<bool> used(program.outputs.size());
  visit_program(
      program,
      [&](Stmt& s) {
        if (s.kind == StmtKind::Store) used[s.index] = true;
      },
      [](Expr&) {});
  const auto numbers = renumbered(used);
  visit_program(
      program,
      [&](Stmt& s) {
        if (s.kind == StmtKind::Store) s.index = numbers[s.index];
      },
      [](Expr&) {});
  keep(program.outputs, used);
}

void keep_called(Program& program) {
  std::vector<bool> used(program.functions.size());
  used.back() = true;
  for (std::size_t f = program.functions.size(); f-- > 0;)
    if (used[f])
      visit_block(
          program.functions[f].body, [](Stmt&) {},
          [&](Expr& e) {
            if (e.kind == ExprKind::Call) used[e.index] = true;
          });
  keep(program.functions, used);
  const auto numbers = renumbered(used);
  visit_program(
      program, [](Stmt&) {},
      [&](Expr& e) {
        if (e.kind == ExprKind::Call) e.index = numbers[e.index];
      });
}

void keep_variables(Program& program) {
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    Function& function = program.functions[f];
    std::vector<bool> used(function.variables.size());
    const auto note = [&](const auto& part) {
      if (names_variable(part)) used[part.index] = true;
    };
    visit_block(function.body, note, note);
    // Removing a parameter removes the arguments of its calls.
    const std::vector<bool> parameters(used.begin(), used.begin() + function.parameters);
    visit_program(
        program, [](Stmt&) {},
        [&](Expr& e) {
          if (e.kind == ExprKind::Call && e.index == f) keep(e.operands, parameters);
        });
    function.parameters = static_cast<std::uint32_t>(std::ranges::count(parameters, true));
    const auto numbers = renumbered(used);
    const auto renumber = [&](auto& part) {
      if (names_variable(part)) part.index = numbers[part.index];
    };
    visit_block(function.body, renumber, renumber);
    keep(function.variables, used);
  }
}

}  // namespace

void tidy(Draft& draft) {
  Program& p = draft.program;
  ProgramLaunch& l = draft.launch;
  keep_called(p);
  keep_variables(p);
  keep_called(p);  // the removed arguments may have contained the last call of a function
  keep_mentioned(p, ExprKind::Argument, p.arguments, l.arguments);
  keep_mentioned(p, ExprKind::Input, p.inputs, l.inputs);
  keep_mentioned(p, ExprKind::GroupInput, p.group_inputs, l.group_inputs);
  keep_stored(p);
}

}  // namespace wgcts::suites
