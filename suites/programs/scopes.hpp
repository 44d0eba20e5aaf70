// The declarations of variables in the printed text. In the tree variables exist from the start, but readable
// text declares them at their first use.
#pragma once

#include <map>
#include <vector>

#include "reference/program/tree.hpp"

namespace wgcts::suites {

using namespace reference;

struct Declarations {
  /// The assignment or loop that declares the variable.
  std::map<std::uint32_t, const Stmt*> at;
  /// Variables declared at the top of the function and initialised to zero.
  std::vector<std::uint32_t> on_top;
};

/// A scalar is declared by its first assignment if all other uses follow in the same block or inside;
/// otherwise at the top. Unused variables are left out.
Declarations declarations(const Function& function);

}  // namespace wgcts::suites
