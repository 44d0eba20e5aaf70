#include "harness/diagnose/diagnose.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/diagnose/finding.hpp"
#include "harness/diagnose/sentence.hpp"

namespace wgcts::harness {
namespace {

/// Whether there is anything to be diagnosed about it.
bool is_bad(const CaseResult& r) {
  constexpr Verdict bad[] = {Verdict::Fail,       Verdict::Crash,       Verdict::Timeout,
                             Verdict::BuildError, Verdict::LaunchError, Verdict::Flake};
  return std::ranges::find(bad, r.verdict) != std::end(bad);
}

/// Failures that no work-group's results tell of, such as a query that contradicts another: by their check.
std::vector<Finding> explain_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained) {
  std::vector<char> done(inquiry.results.size());
  for (const Finding& f : explained)
    for (const std::size_t i : f.cases) done[i] = 1;
  std::map<std::string, std::vector<std::size_t>> by_check;
  std::vector<Place> right;
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    if (r.verdict == Verdict::Pass) right.push_back(place_of(r.the_case, inquiry.device));
    if (is_bad(r) && !done[i]) by_check[r.failure ? r.failure->check : std::string()].push_back(i);
  }
  std::vector<Finding> findings;
  for (auto& [check, cases] : by_check) {
    std::vector<Place> wrong;
    for (const std::size_t i : cases) wrong.push_back(place_of(inquiry.results[i].the_case, inquiry.device));
    const CaseResult& first = inquiry.results[cases.front()];
    findings.push_back({{"unknown"},
                        boundary_between(wrong, right),
                        cases,
                        0,
                        first.failure ? first.failure->message : first.message});
  }
  return findings;
}

/// What passes at times: a cause that gives the results is told all the same.
void mark_flakes(std::vector<Finding>& findings, std::span<const CaseResult> results) {
  for (Finding& f : findings) {
    const auto flaky =
        std::ranges::count_if(f.cases, [&](std::size_t i) { return results[i].verdict == Verdict::Flake; });
    const bool mostly = 2 * static_cast<std::size_t>(flaky) >= f.cases.size();
    if (flaky != 0 && (mostly || f.what.code == "unknown")) f.what = {"nondeterministic"};
  }
}

Bug bug_of(const Finding& f, std::span<const CaseResult> results) {
  Bug bug{.what = f.what, .where = f.boundary.where(), .fit = f.fit};
  for (const std::size_t i : f.cases) {
    const CaseResult& r = results[i];
    const Case& c = r.the_case;
    bug.builtins.emplace(c.builtin->name);
    bug.types.emplace(info(c.type).name);
    bug.dimensions.insert(std::to_string(c.dim) + "d");
    bug.forms.emplace(c.form->name);
    bug.cases.push_back(name(c));
    if (r.failure)
      bug.clauses.merge(broken_clauses(*r.failure));
    else
      bug.clauses.insert(r.clauses.begin(), r.clauses.end());
  }
  bug.example = bug.cases.front();
  bug.sentence = sentence_of(bug, f.words);
  bug.signature = signature_of(bug.what, bug.where, bug.builtins);
  return bug;
}

}  // namespace

std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed,
                          double seconds) {
  std::vector<Bug> bugs;
  if (std::ranges::none_of(results, is_bad)) return bugs;
  const auto limit =
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
  const Inquiry inquiry{results, device, seed, std::chrono::steady_clock::now() + limit};
  auto findings = explain_wrong_results(inquiry);
  std::ranges::move(explain_losses(inquiry), std::back_inserter(findings));
  std::ranges::move(explain_the_rest(inquiry, findings), std::back_inserter(findings));
  mark_flakes(findings, results);
  std::erase_if(findings, [](const Finding& f) { return f.cases.empty(); });
  std::ranges::stable_sort(
      findings, [](const Finding& a, const Finding& b) { return a.cases.size() > b.cases.size(); });
  for (CaseResult& r : results) r.bugs.clear();
  for (const Finding& f : findings) {
    bugs.push_back(bug_of(f, results));
    for (const std::size_t i : f.cases) results[i].bugs.push_back(bugs.back().signature);
  }
  return bugs;
}

}  // namespace wgcts::harness
