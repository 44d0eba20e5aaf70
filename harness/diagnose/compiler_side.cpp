#include "harness/diagnose/compiler_side.hpp"

#include <algorithm>
#include <set>

#include "harness/diagnose/finding.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

bool has_twin(const Case& c) { return !is_program(c) && (c.variant == plain_variant || is_module(c)); }

/// Whether a launch of another kind passes: then that a bug is in plain ones says something.
bool others_pass(const std::vector<std::size_t>& failing, std::span<const CaseResult> results) {
  std::set<const Builtin*> builtins;
  for (const std::size_t i : failing) builtins.insert(results[i].the_case.builtin);
  return std::ranges::any_of(results, [&](const CaseResult& r) {
    return r.verdict == Verdict::Pass && builtins.contains(r.the_case.builtin) && !has_twin(r.the_case);
  });
}

}  // namespace

std::string_view compiler_side(const std::vector<std::size_t>& failing, std::span<const CaseResult> results) {
  std::set<Case> wrong;
  for (const std::size_t i : failing) wrong.insert(results[i].the_case);
  std::set<std::string_view> sides;
  for (const CaseResult& twin : results) {
    const Case& c = twin.the_case;
    const bool was_judged = twin.verdict == Verdict::Pass || is_bad(twin);
    if (!was_judged || !has_twin(c) || !wrong.contains(il_twin(c))) continue;
    if (wrong.contains(c))
      sides.insert("both");
    else if (is_bad(twin))
      sides.insert("");  // by another bug: nothing is known
    else
      sides.insert(is_module(c) ? "opencl_c" : "spirv");
  }
  return sides.size() == 1 ? *sides.begin() : "";
}

Where where_beside(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results) {
  if (side == "opencl_c") {
    std::erase(where, Predicate{Feature::Variant, Relation::IsNot, {}, {"il"}});
    if (!others_pass(failing, results)) std::erase(where, Predicate{Feature::Variant, Relation::Is, {}, {"plain"}});
  }
  if (side == "spirv") std::erase(where, Predicate{Feature::Variant, Relation::Is, {}, {"il"}});
  return where;
}

}  // namespace wgcts::harness
