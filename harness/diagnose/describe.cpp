#include "harness/diagnose/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/check/citations.hpp"
#include "harness/diagnose/sentence.hpp"
#include "harness/diagnose/terminations.hpp"
#include "suites/plan.hpp"

namespace wgcts::harness {
namespace {

/// Whether the case was planned both as OpenCL C and as a module.
bool has_twin(const Case& c) { return !is_program(c) && (c.variant == plain_variant || is_module(c)); }

/// Whether cases without a twin pass. Otherwise a condition "plain" only repeats that modules pass.
bool others_pass(const std::vector<std::size_t>& failing, std::span<const CaseResult> results) {
  std::set<const Builtin*> builtins;
  for (const std::size_t i : failing) builtins.insert(results[i].the_case.builtin);
  return std::ranges::any_of(results, [&](const CaseResult& r) {
    return r.verdict == Verdict::Pass && builtins.contains(r.the_case.builtin) && !has_twin(r.the_case);
  });
}

/// The clauses that a case breaks. Those of a flake are of its failing attempt.
std::set<std::string> broken_by(const CaseResult& r) {
  if (r.failure) return broken_clauses(*r.failure);
  Verdict verdict = r.verdict;
  if (verdict == Verdict::Flake) {
    const auto bad = std::ranges::find_if(r.attempts, [](Verdict v) { return v != Verdict::Pass; });
    if (bad == r.attempts.end()) return {r.clauses.begin(), r.clauses.end()};
    verdict = *bad;
  }
  if (r.verdict != Verdict::Flake && !r.clauses.empty()) return {r.clauses.begin(), r.clauses.end()};
  const auto clauses =
      clauses_behind(verdict, r.stage == Stage::Build ? Phase::Build : Phase::Launch, r.the_case);
  return {clauses.begin(), clauses.end()};
}

void add_case(Bug& bug, const Case& c) {
  bug.dimensions.insert(std::to_string(c.dim) + "d");
  bug.forms.emplace(c.form->name);
  bug.cases.push_back(name(c));
  if (c.given.program) bug.programs.push_back(c.given);
}

void add_subject(Bug& bug, const CaseResult& r) {
  if (bug.example.empty()) bug.example = bug.cases.back();
  bug.builtins.emplace(r.the_case.builtin->name);
  bug.types.emplace(info(r.the_case.type).name);
  bug.clauses.merge(broken_by(r));
}

}  // namespace

Bug bug_of(const Finding& f, std::span<const CaseResult> results) {
  Bug bug{.what = f.what, .where = f.boundary.where, .fit = f.fit};
  bug.compiler = compiler_side(f.cases, results);
  bug.where = without_side(bug.compiler, std::move(bug.where), f.cases, results);
  const bool only_programs =
      std::ranges::all_of(f.cases, [&](std::size_t i) { return is_program(results[i].the_case); });
  for (const std::size_t i : f.cases) {
    add_case(bug, results[i].the_case);
    if (only_programs || !is_program(results[i].the_case)) add_subject(bug, results[i]);
  }
  bug.signature = signature_for(bug);
  return bug;
}

std::string signature_for(const Bug& bug) {
  const bool by_program = is_of_programs(bug) && !is_termination_code(bug.what.code);
  // Until its program is reduced, a bug of programs has the signature of its first case.
  return by_program ? signature_of_program(bug.what, bug.form.empty() ? bug.example : bug.form)
                    : signature_of(bug.what, bug.builtins);
}

Bug bug_of(const CaseResult& result) {
  Bug bug;
  bug.what.code = "unknown";
  if (is_termination(result.verdict))
    bug.what = {std::string(termination_code(result.verdict)),
                {{"stage", result.stage ? std::string(info(*result.stage).name) : "unknown"}}};
  add_case(bug, result.the_case);
  add_subject(bug, result);
  bug.sentence =
      fmt::format("{} of {}: {}", doer(result.the_case.builtin->name), info(result.the_case.type).name,
                  result.failure ? failure_message(result) : result.message);
  return bug;
}

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
      sides.insert("");  // another bug hides whether this one is there
    else
      sides.insert(is_module(c) ? "opencl_c" : "spirv");
  }
  return sides.size() == 1 ? *sides.begin() : "";
}

Where without_side(std::string_view side, Where where, const std::vector<std::size_t>& failing,
                   std::span<const CaseResult> results) {
  if (side == "opencl_c") {
    std::erase(where, Predicate{Feature::Variant, Relation::IsNot, {}, {"il"}});
    if (!others_pass(failing, results))
      std::erase(where,
                 Predicate{Feature::Variant, Relation::Is, {}, {std::string(name_of(*plain_variant))}});
  }
  if (side == "spirv") std::erase(where, Predicate{Feature::Variant, Relation::Is, {}, {"il"}});
  return where;
}

}  // namespace wgcts::harness
