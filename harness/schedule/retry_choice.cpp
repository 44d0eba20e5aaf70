#include "harness/schedule/retry_choice.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/planning/contradictions.hpp"
#include "reference/lists.hpp"

namespace wgcts::harness {
namespace {

/// Maximum number of retried kinds of failures for each verdict other than fail, because each retry costs a
/// process.
constexpr std::size_t most_representatives = 8;

/// The first verdict of the case, even if it passed later.
Verdict first_verdict(const CaseResult& result) {
  return result.attempts.empty() ? result.verdict : result.attempts.front();
}

std::string_view clause_of(const CaseResult& result) {
  return result.failure ? std::string_view(result.failure->clause) : std::string_view();
}

bool same_kind(const CaseResult& a, const CaseResult& b) {
  if (first_verdict(a) != first_verdict(b)) return false;
  const Case &x = a.the_case, &y = b.the_case;
  if (first_verdict(a) == Verdict::Fail)
    return x.builtin == y.builtin && x.form == y.form && clause_of(a) == clause_of(b);
  const bool same_size =
      x.local.is_max() == y.local.is_max() && volume(x.local.extents) == volume(y.local.extents);
  return (x.builtin == y.builtin && x.type == y.type) || same_size;
}

}  // namespace

bool may_be_flake(Verdict v) {
  constexpr Verdict failing[] = {Verdict::Fail, Verdict::Crash, Verdict::Timeout, Verdict::BuildError,
                                 Verdict::LaunchError};
  return is_in(v, failing);
}

std::vector<std::size_t> cases_to_retry(std::span<const CaseResult> results, std::span<const unsigned> tries,
                                        unsigned retries) {
  std::vector<std::size_t> chosen, representatives;
  std::array<std::size_t, verdicts.size()> count{};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const CaseResult& result = results[i];
    const Verdict verdict = first_verdict(result);
    if (!may_be_flake(verdict) || is_queries_failure(result)) continue;
    // Representatives stay the same in every round because the order of the results does.
    const auto representative =
        std::ranges::find_if(representatives, [&](std::size_t r) { return same_kind(results[r], result); });
    bool wanted = false;
    if (representative != representatives.end()) {
      wanted = results[*representative].verdict == Verdict::Flake;
    } else if (verdict == Verdict::Fail ||
               count[static_cast<std::size_t>(verdict)]++ < most_representatives) {
      wanted = true;
      representatives.push_back(i);
    }
    if (wanted && result.verdict != Verdict::Flake && tries[i] < retries) chosen.push_back(i);
  }
  return chosen;
}

void add_attempt(CaseResult& first, const CaseResult& again) {
  if (again.verdict == Verdict::NotRun) return;
  if (first.verdict == Verdict::NotRun) {
    first = again;
    return;
  }
  if ((first.killed && again.verdict == Verdict::Pass) || (again.killed && first.verdict == Verdict::Pass)) {
    const CaseResult killed = first.killed ? std::exchange(first, again) : again;
    first.observed.insert("a kill that did not repeat: " + killed.message);
    return;
  }
  first.killed &= again.killed;
  std::vector<Verdict> attempts =
      first.attempts.empty() ? std::vector{first.verdict} : std::move(first.attempts);
  if (again.attempts.empty())
    attempts.push_back(again.verdict);
  else
    attempts.insert(attempts.end(), again.attempts.begin(), again.attempts.end());
  const bool passed = is_in(Verdict::Pass, attempts);
  const bool failed = std::ranges::any_of(attempts, may_be_flake);
  if (info(first.verdict).good && failed) first = again;
  if (passed && failed && std::exchange(first.verdict, Verdict::Flake) != Verdict::Flake) {
    (first.failure ? first.failure->message : first.message) += "; another run passed";
    // The isolated result proves nothing, because a flake sometimes passes alone.
    first.isolated.reset();
    first.neighbours.clear();
  }
  first.attempts = std::move(attempts);
}

}  // namespace wgcts::harness
