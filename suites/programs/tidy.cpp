// Removes unused parts of programs.
#include <algorithm>

#include "suites/programs/reduce.hpp"
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

/// Keeps the entries of lists of the same length that parts of the kind use.
template <class Part, class... Lists>
void keep_mentioned(Program& program, decltype(Part::kind) kind, Lists&... lists) {
  std::vector<bool> used(std::max({lists.size()...}));
  visit_parts(program, [&](const Part& part) {
    if (part.kind == kind) used[part.index] = true;
  });
  const auto numbers = renumbered(used);
  visit_parts(program, [&](Part& part) {
    if (part.kind == kind) part.index = numbers[part.index];
  });
  (keep(lists, used), ...);
}

void keep_called(Program& program) {
  std::vector<bool> used(program.functions.size());
  used.back() = true;
  for (std::size_t f = program.functions.size(); f-- > 0;)
    if (used[f])
      visit_parts(program.functions[f].body, [&](const Expr& e) {
        if (e.kind == ExprKind::Call) used[e.index] = true;
      });
  keep(program.functions, used);
  const auto numbers = renumbered(used);
  visit_parts(program, [&](Expr& e) {
    if (e.kind == ExprKind::Call) e.index = numbers[e.index];
  });
}

void keep_variables(Program& program) {
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    Function& function = program.functions[f];
    std::vector<bool> used(function.variables.size());
    visit_parts(function.body, [&](const auto& part) {
      if (names_variable(part)) used[part.index] = true;
    });
    // Removing a parameter removes the arguments of its calls.
    const std::vector<bool> parameters(used.begin(), used.begin() + function.parameters);
    visit_parts(program, [&](Expr& e) {
      if (e.kind == ExprKind::Call && e.index == f) keep(e.operands, parameters);
    });
    function.parameters = static_cast<std::uint32_t>(std::ranges::count(parameters, true));
    const auto numbers = renumbered(used);
    visit_parts(function.body, [&](auto& part) {
      if (names_variable(part)) part.index = numbers[part.index];
    });
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
  keep_mentioned<Expr>(p, ExprKind::Argument, p.arguments, l.arguments);
  keep_mentioned<Expr>(p, ExprKind::Input, p.inputs, l.inputs);
  keep_mentioned<Expr>(p, ExprKind::GroupInput, p.group_inputs, l.group_inputs);
  keep_mentioned<Stmt>(p, StmtKind::Store, p.outputs);
}

}  // namespace wgcts::suites
