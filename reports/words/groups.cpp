#include "reports/words/groups.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "reports/model/bugs.hpp"
#include "reports/model/text.hpp"
#include "reports/words/failure_words.hpp"

namespace wgcts::reports {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The kind of failure: the sentence up to the first semicolon, without numbers, since those depend on the
// local size.
std::string shape_of(std::string_view sentence) {
  std::string shape;
  for (const char c : printable(sentence.substr(0, sentence.find(';'))))
    if (!is_digit(c))
      shape += c;
    else if (!shape.ends_with('#'))
      shape += '#';
  return shape;
}

auto key_of(const CaseResult& result) {
  const auto& failure = result.failure;
  return std::tuple(result.verdict, failure ? result.the_case.builtin : nullptr,
                    failure ? static_cast<int>(result.the_case.type) : -1,
                    failure ? failure->clause : std::string(), shape_of(sentence_of(result)));
}

std::size_t pairs_in(const FailureGroup& group) {
  std::set<std::pair<const Builtin*, GenType>> pairs;
  for (const CaseResult* result : group.cases) pairs.emplace(result->the_case.builtin, result->the_case.type);
  return pairs.size();
}

using OptionalPair = std::optional<std::pair<std::string, std::string>>;

/// Counts the cases by the two texts that `reason_of` returns for them.
template <class ReasonOf>
std::vector<SharedReason> shared_reasons(const Report& report, ReasonOf reason_of) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const CaseResult& result : report.cases)
    if (const OptionalPair reason = reason_of(result)) ++counts[*reason];
  std::vector<SharedReason> reasons;
  for (const auto& [reason, cases] : counts) reasons.push_back({cases, reason.first, reason.second});
  std::ranges::stable_sort(reasons, std::greater{}, &SharedReason::cases);
  return reasons;
}

}  // namespace

std::vector<FailureGroup> failure_groups(const Report& report) {
  std::vector<FailureGroup> groups;
  std::map<decltype(key_of(report.cases[0])), std::size_t> places;
  for (const CaseResult& result : report.cases) {
    if (info(result.verdict).good || !bugs_of(report, result).empty()) continue;
    const auto [place, is_new] = places.try_emplace(key_of(result), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].cases.push_back(&result);
  }
  for (FailureGroup& group : groups) group.pairs = pairs_in(group);
  std::ranges::stable_sort(groups, [](const FailureGroup& a, const FailureGroup& b) {
    if (a.first().verdict != b.first().verdict) return worse(a.first().verdict, b.first().verdict);
    return a.cases.size() > b.cases.size();
  });
  return groups;
}

std::vector<SharedReason> known_failures(const Report& report) {
  return shared_reasons(report, [](const CaseResult& result) -> OptionalPair {
    if (result.verdict != Verdict::ExpectedFail) return std::nullopt;
    if (!result.known) return std::pair("no reason given", "");
    return std::pair(printable(result.known->reason), printable(result.known->bug));
  });
}

std::vector<SharedReason> skip_reasons(const Report& report) {
  return shared_reasons(report, [](const CaseResult& result) -> OptionalPair {
    if (result.verdict != Verdict::Skip) return std::nullopt;
    const Reason reason = skip_reason(result);
    return std::pair(reason.query, reason.answer);
  });
}

Reason skip_reason(const CaseResult& result) {
  const Reason reason = result.reason.value_or(Reason{"no query given", result.message});
  return {printable(reason.query), printable(reason.answer)};
}

std::vector<RunFailure> run_failures(const Report& report) {
  std::vector<RunFailure> failures;
  for (const std::string& defect : report.defects)
    failures.push_back({"defect of the suite", printable(defect), ""});
  for (const WorkerFailure& worker : report.worker_failures)
    failures.push_back({"worker", describe(worker), printable(main_log_line(worker.log))});
  return failures;
}

}  // namespace wgcts::reports
