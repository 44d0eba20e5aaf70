#include "harness/diagnose/diagnose.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/check/citations.hpp"
#include "harness/diagnose/cluster.hpp"
#include "harness/diagnose/compiler_side.hpp"
#include "harness/diagnose/terminations.hpp"
#include "harness/diagnose/sentence.hpp"

namespace wgcts::harness {
namespace {

/// Cases of an earlier leg, of whose results nothing is left: they go to the bug that stands where they do.
void take_in_what_left_no_evidence(const Inquiry& inquiry, std::vector<Finding>& findings) {
  std::vector<std::set<Subject>> subjects(findings.size());
  for (std::size_t b = 0; b < findings.size(); ++b)
    for (const std::size_t i : findings[b].cases) {
      const Case& c = inquiry.results[i].the_case;
      subjects[b].emplace(c.builtin, c.type);
    }
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    const bool gave_results = r.verdict == Verdict::Fail || r.verdict == Verdict::Flake;
    if (!gave_results || r.evidence || !r.failure || r.failure->wrong == 0 || is_program(r.the_case))
      continue;
    const Place place = place_of(r.the_case, inquiry.device);
    for (std::size_t b = 0; b < findings.size(); ++b)
      if (!is_termination_code(findings[b].what.code) && findings[b].boundary.holds(place) &&
          subjects[b].contains({r.the_case.builtin, r.the_case.type})) {
        findings[b].cases.push_back(i);
        break;
      }
  }
  for (Finding& f : findings) std::ranges::sort(f.cases);
}

/// Whether the first runs alone contradict luck: each of many failed just as a wrong model says, and nothing that the
/// model says is wrong was right. The second runs are of the failing cases alone, and so of shorter programs: what
/// stands before a call in the source may decide whether it goes wrong.
bool is_no_luck(const Finding& f, std::ptrdiff_t flaky) {
  constexpr std::ptrdiff_t many = 5;
  return !f.models.empty() && f.fit == 1 && f.boundary.violated == 0 && f.contradicted == 0 && flaky >= many;
}

/// What passes at times: a cause that gives the results is told all the same. Of what never gave a wrong one,
/// but died or was refused at times, the place is a matter of chance.
void mark_flakes(std::vector<Finding>& findings, std::span<const CaseResult> results) {
  for (Finding& f : findings) {
    const auto flaky =
        std::ranges::count_if(f.cases, [&](std::size_t i) { return results[i].verdict == Verdict::Flake; });
    const auto share = static_cast<double>(flaky) / static_cast<double>(f.cases.size());
    // What looks at what nobody wrote is right now and then, in a case or two of many. Programs that nothing
    // explains are together because nothing parts them: one that passes at times says little of the others.
    constexpr double mostly = 0.5, now_and_then = 0.1;
    const bool of_one_kind =
        std::ranges::any_of(f.cases, [&](std::size_t i) { return !is_program(results[i].the_case); });
    if (share < (f.what.code == "unknown" && of_one_kind ? now_and_then : mostly)) continue;
    if (is_no_luck(f, flaky)) continue;
    f.what = {"nondeterministic"};
    if (std::ranges::none_of(f.cases, [&](std::size_t i) { return results[i].failure.has_value(); }))
      f.boundary = {};
  }
}

/// The rules that the case breaks; where it failed at times, what its failing attempt came to says which.
std::set<std::string> rules_broken(const CaseResult& r) {
  if (r.failure) return broken_clauses(*r.failure);
  const auto bad = std::ranges::find_if(r.attempts, [](Verdict v) { return v != Verdict::Pass; });
  if (r.verdict != Verdict::Flake || bad == r.attempts.end()) return {r.clauses.begin(), r.clauses.end()};
  const auto rules = clauses_behind(*bad, r.stage == Stage::Build ? Phase::Build : Phase::Launch, r.the_case);
  return {rules.begin(), rules.end()};
}

/// A program tells of a bug in what it calls, not of which builtin: where single collectives show the bug
/// too, those say what it is about.
Bug bug_of(const Finding& f, std::span<const CaseResult> results) {
  Bug bug{.what = f.what, .where = f.boundary.where(), .fit = f.fit};
  bug.compiler = compiler_side(f.cases, results);
  bug.where = where_beside(bug.compiler, std::move(bug.where), f.cases, results);
  const bool by_programs_alone =
      std::ranges::all_of(f.cases, [&](std::size_t i) { return is_program(results[i].the_case); });
  for (const std::size_t i : f.cases) {
    const CaseResult& r = results[i];
    const Case& c = r.the_case;
    bug.dimensions.insert(std::to_string(c.dim) + "d");
    bug.forms.emplace(c.form->name);
    bug.cases.push_back(name(c));
    if (c.given.program) bug.programs.push_back(c.given);
    if (is_program(c) && !by_programs_alone) continue;
    if (bug.example.empty()) bug.example = bug.cases.back();
    bug.builtins.emplace(c.builtin->name);
    bug.types.emplace(info(c.type).name);
    bug.clauses.merge(rules_broken(r));
  }
  // Until its reduced form is known, a bug of programs is that of its first.
  bug.signature =
      by_programs_alone ? signature_of_program(bug.what, bug.example) : signature_of(bug.what, bug.builtins);
  return bug;
}

}  // namespace

bool is_explained_already(const CaseResult& r) {
  return !r.evidence && !r.bugs.empty() && (r.verdict == Verdict::Fail || r.verdict == Verdict::Flake);
}

bool is_bad(const CaseResult& result) {
  constexpr Verdict bad[] = {Verdict::Fail,       Verdict::Crash,       Verdict::Timeout,
                             Verdict::BuildError, Verdict::LaunchError, Verdict::Flake};
  return std::ranges::find(bad, result.verdict) != std::end(bad);
}

std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed,
                          std::span<const CaseResult> further) {
  std::vector<Bug> bugs;
  if (std::ranges::none_of(results, is_bad)) return bugs;
  std::vector<CaseResult> joined;
  if (!further.empty()) {
    joined = results;
    joined.insert(joined.end(), further.begin(), further.end());
  }
  const std::span<const CaseResult> all = further.empty() ? results : joined;
  const auto by_cases = [](const Finding& a, const Finding& b) { return a.cases.size() > b.cases.size(); };
  const Inquiry of_results{all, device, seed, results.size()};
  auto findings = cluster_wrong_results(of_results);
  take_in_what_left_no_evidence(of_results, findings);
  std::ranges::move(cluster_terminations(of_results), std::back_inserter(findings));
  std::ranges::move(cluster_the_rest(of_results, findings), std::back_inserter(findings));
  std::ranges::stable_sort(findings, by_cases);
  const Inquiry of_programs{all, device, seed, results.size()};
  join_programs(of_programs, findings);
  for (Finding& f : findings) std::erase_if(f.cases, [&](std::size_t i) { return i >= results.size(); });
  std::erase_if(findings, [](const Finding& f) { return f.cases.empty(); });
  mark_flakes(findings, results);
  std::ranges::stable_sort(findings, by_cases);
  std::map<std::string, std::string> words;  // of each bug's largest part
  for (const Finding& f : findings) {
    bugs.push_back(bug_of(f, results));
    words.emplace(bugs.back().signature, f.words);
  }
  unite_by_signature(bugs);
  for (Bug& bug : bugs) bug.sentence = sentence_of(bug, words.at(bug.signature));
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!is_explained_already(results[i])) results[i].bugs.clear();
    places.emplace(name(results[i].the_case), i);
  }
  for (const Bug& bug : bugs)
    for (const std::string& id : bug.cases) results[places.at(id)].bugs.clear();
  for (const Bug& bug : bugs)
    for (const std::string& id : bug.cases) results[places.at(id)].bugs.push_back(bug.signature);
  return bugs;
}

}  // namespace wgcts::harness
