// Where the printed text declares a variable: in a tree a variable is there from the start, people declare it
// at its first use.
#pragma once

#include <map>
#include <vector>

#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

struct Declarations {
  /// The assignment, or the loop, that declares the variable.
  std::map<std::uint32_t, const Stmt*> at;
  /// Variables declared at the top of the function, with zero as their value.
  std::vector<std::uint32_t> on_top;
};

/// A scalar is declared by the first assignment that everything else that mentions it comes behind, in the
/// same block or one inside; where there is none, on top. Variables that nothing mentions are left out.
Declarations declarations(const Function& function);

/// Whether the expression, or the statement with all that it holds, mentions the variable.
bool mentions(const Expr& expr, std::uint32_t variable);
bool mentions(const Stmt& statement, std::uint32_t variable);

}  // namespace wgcts::suites
