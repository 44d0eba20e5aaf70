#include "harness/diagnose/compiler_side.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "harness/diagnose/finding.hpp"
#include "suites/variant.hpp"

namespace wgcts::harness {
namespace {

bool is_module(const Case& c) { return c.variant->situation == Situation::Module; }

/// The same call in the other language.
Case twin_of(Case c) {
  c.variant = is_module(c) ? plain_variant : variant("il");
  return c;
}

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
  std::map<Case, const CaseResult*> twins;
  for (const CaseResult& r : results)
    if (has_twin(r.the_case) && (r.verdict == Verdict::Pass || is_bad(r))) twins.emplace(r.the_case, &r);
  std::set<Case> wrong;
  for (const std::size_t i : failing) wrong.insert(results[i].the_case);
  std::set<std::string_view> sides;
  for (const Case& c : wrong) {
    const auto twin = has_twin(c) ? twins.find(twin_of(c)) : twins.end();
    if (twin == twins.end()) continue;
    if (wrong.contains(twin->first))
      sides.insert("both");
    else if (is_bad(*twin->second))
      sides.insert("");  // by another bug: nothing is known
    else
      sides.insert(is_module(c) ? "spirv" : "opencl_c");
  }
  return sides.size() == 1 ? *sides.begin() : "";
}

Where where_beside(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results) {
  if (side == "opencl_c") {
    std::erase(where, CauseWord{"variant", {{"!=", "il"}}});
    if (!others_pass(failing, results)) std::erase(where, CauseWord{"variant", {{"=", "plain"}}});
  }
  if (side == "spirv") std::erase(where, CauseWord{"variant", {{"=", "il"}}});
  return where;
}

}  // namespace wgcts::harness
