#include "harness/diagnose/diagnose.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "harness/diagnose/cluster.hpp"
#include "harness/diagnose/describe.hpp"
#include "harness/diagnose/terminations.hpp"

namespace wgcts::harness {
namespace {

/// Cases with wrong work-groups that were not looked into go to the finding that fits best by builtin, type
/// and conditions. Those of an earlier segment of the run, whose results were not kept, only if all three
/// fit.
void add_other_cases(const Inquiry& inquiry, std::vector<Finding>& findings) {
  std::set<std::size_t> done;
  std::vector<std::set<Subject>> subjects(findings.size());
  for (std::size_t b = 0; b < findings.size(); ++b)
    for (const std::size_t i : findings[b].cases) {
      done.insert(i);
      subjects[b].emplace(inquiry.results[i].the_case.builtin, inquiry.results[i].the_case.type);
    }
  for (std::size_t i = 0; i < inquiry.results.size(); ++i) {
    const CaseResult& r = inquiry.results[i];
    const bool has_wrong_groups = (r.verdict == Verdict::Fail || r.verdict == Verdict::Flake) && r.failure &&
                                  r.failure->wrong != 0 && !is_program(r.the_case);
    if (!has_wrong_groups || done.contains(i)) continue;
    const Place place = place_of(r.the_case, inquiry.device);
    Finding* best = nullptr;
    int most = r.evidence ? 0 : 2;
    for (std::size_t b = 0; b < findings.size(); ++b) {
      const bool holds = findings[b].boundary.holds(place);
      const bool is_subject = subjects[b].contains({r.the_case.builtin, r.the_case.type});
      const bool has_builtin =
          std::ranges::any_of(subjects[b], [&](const Subject& s) { return s.first == r.the_case.builtin; });
      const int fit = has_builtin ? 1 + is_subject + holds : 0;
      if (fit > most) best = &findings[b], most = fit;
    }
    if (best != nullptr) best->cases.push_back(i);
  }
  for (Finding& f : findings) std::ranges::sort(f.cases);
}

/// Whether the first attempts alone show that the fault is deterministic: each of many failed as the model
/// says, and nothing that the model changes was right. Retries build the failing cases alone, so a shorter
/// program, and the source before a call may decide whether it fails.
bool is_deterministic(const Finding& f, std::ptrdiff_t flaky) {
  constexpr std::ptrdiff_t many = 5;
  return !f.models.empty() && f.fit == 1 && f.boundary.violated == 0 && f.contradicted == 0 && flaky >= many;
}

/// A finding whose cases pass when run again is nondeterministic. If no case gave wrong results, which of
/// them crashed or were refused is chance, so it has no conditions.
void mark_flakes(std::vector<Finding>& findings, std::span<const CaseResult> results) {
  for (Finding& f : findings) {
    const auto flaky =
        std::ranges::count_if(f.cases, [&](std::size_t i) { return results[i].verdict == Verdict::Flake; });
    const auto share = static_cast<double>(flaky) / static_cast<double>(f.cases.size());
    // A named fault is one that gives the results, even if a few cases pass at times. An unknown fault of
    // single collectives that passes in one of ten cases reads memory that nothing wrote.
    constexpr double most = 0.5, some = 0.1;
    const bool has_collectives =
        std::ranges::any_of(f.cases, [&](std::size_t i) { return !is_program(results[i].the_case); });
    if (share < (f.what.code == "unknown" && has_collectives ? some : most) || is_deterministic(f, flaky))
      continue;
    f.what = {"nondeterministic"};
    f.fit = 0;
    f.models.clear();
    if (std::ranges::none_of(f.cases, [&](std::size_t i) { return results[i].failure.has_value(); }))
      f.boundary = {};
  }
}

/// Sets the signatures in each result.
void link(const std::vector<Bug>& bugs, std::vector<CaseResult>& results) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!is_explained_already(results[i])) results[i].bugs.clear();
    index.emplace(name(results[i].the_case), i);
  }
  for (const Bug& bug : bugs)
    for (const std::string& id : bug.cases) results[index.at(id)].bugs.clear();
  for (const Bug& bug : bugs)
    for (const std::string& id : bug.cases) results[index.at(id)].bugs.push_back(bug.signature);
}

}  // namespace

bool is_explained_already(const CaseResult& r) {
  return !r.evidence && !r.bugs.empty() && (r.verdict == Verdict::Fail || r.verdict == Verdict::Flake);
}

bool is_bad(const CaseResult& result) {
  return is_termination(result.verdict) || result.verdict == Verdict::Fail ||
         result.verdict == Verdict::Flake;
}

Diagnosis findings_in(std::span<const CaseResult> all, const DeviceFacts& device, std::uint64_t seed,
                      std::size_t planned) {
  if (std::ranges::none_of(all, is_bad)) return {};
  const auto most_cases_first = [](const Finding& a, const Finding& b) {
    return a.cases.size() > b.cases.size();
  };
  const Inquiry inquiry{all, device, seed, planned};
  auto findings = cluster_wrong_results(inquiry);
  add_other_cases(inquiry, findings);
  std::ranges::move(cluster_terminations(inquiry), std::back_inserter(findings));
  std::ranges::move(cluster_the_rest(inquiry, findings), std::back_inserter(findings));
  std::ranges::stable_sort(findings, most_cases_first);
  join_programs(inquiry, findings);
  for (Finding& f : findings) std::erase_if(f.cases, [&](std::size_t i) { return i >= planned; });
  std::erase_if(findings, [](const Finding& f) { return f.cases.empty(); });
  mark_flakes(findings, all);
  std::ranges::stable_sort(findings, most_cases_first);
  return {std::move(findings), most_work - inquiry.work_left};
}

std::vector<Bug> bugs_of(const std::vector<Finding>& findings, std::vector<CaseResult>& results) {
  std::vector<Bug> bugs;
  std::map<std::string, std::string> words;  // of the largest finding of each bug
  for (const Finding& f : findings) {
    bugs.push_back(bug_of(f, results));
    words.emplace(bugs.back().signature, f.words);
  }
  unite_by_signature(bugs);
  for (Bug& bug : bugs) bug.sentence = sentence_of(bug, words.at(bug.signature));
  if (!bugs.empty()) link(bugs, results);
  return bugs;
}

std::vector<Bug> diagnose(std::vector<CaseResult>& results, const DeviceFacts& device, std::uint64_t seed) {
  return bugs_of(findings_in(results, device, seed, results.size()).findings, results);
}

}  // namespace wgcts::harness
