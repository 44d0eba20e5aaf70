#include "suites/programs/scopes.hpp"

#include <algorithm>

#include "suites/programs/visit.hpp"

namespace wgcts::suites {
namespace {

/// Whether the part or one inside it uses the variable.
bool mentions(const auto& whole, std::uint32_t variable) {
  return any_part(whole, [&](const auto& part) { return names_variable(part) && part.index == variable; });
}

bool any_mentions(const std::vector<Expr>& exprs, std::uint32_t variable) {
  return std::ranges::any_of(exprs, [&](const Expr& e) { return mentions(e, variable); });
}

/// The statement in the block, or in one inside, that can declare the variable; nullptr if there is none.
const Stmt* declaring(const Block& block, std::uint32_t variable) {
  const auto mentioning = [&](const Stmt& s) { return mentions(s, variable); };
  const auto first = std::ranges::find_if(block, mentioning);
  if (first == block.end()) return nullptr;
  if (first->kind == StmtKind::Assign && first->index == variable && !any_mentions(first->exprs, variable))
    return &*first;
  if (std::any_of(first + 1, block.end(), mentioning)) return nullptr;
  if (first->kind == StmtKind::For && first->index == variable)
    return mentions(first->exprs[0], variable) ? nullptr : &*first;
  if (any_mentions(first->exprs, variable)) return nullptr;
  const Block* inside = nullptr;
  for (const Block& b : first->blocks) {
    if (!mentions(b, variable)) continue;
    if (inside != nullptr) return nullptr;
    inside = &b;
  }
  return inside == nullptr ? nullptr : declaring(*inside, variable);
}

}  // namespace

Declarations declarations(const Function& function) {
  Declarations result;
  for (std::uint32_t v = function.parameters; v < function.variables.size(); ++v) {
    if (!mentions(function.body, v)) continue;
    const Stmt* at = function.variables[v].length == 0 ? declaring(function.body, v) : nullptr;
    if (at != nullptr) {
      result.at.emplace(v, at);
    } else {
      result.on_top.push_back(v);
    }
  }
  return result;
}

}  // namespace wgcts::suites
