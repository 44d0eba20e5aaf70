#include "reports/words/skip_reasons.hpp"

#include <algorithm>
#include <map>

#include "reports/model/printable.hpp"

namespace wgcts::reports {

Reason skip_reason(const CaseResult& result) {
  const Reason reason = result.reason.value_or(Reason{"no query given", result.message});
  return {printable(reason.query), printable(reason.answer)};
}

std::vector<SkipCount> skip_counts(const Report& report) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const CaseResult& result : report.cases)
    if (result.verdict == Verdict::Skip) {
      const Reason reason = skip_reason(result);
      ++counts[{reason.query, reason.answer}];
    }
  std::vector<SkipCount> sorted;
  for (const auto& [reason, n] : counts) sorted.push_back({n, {reason.first, reason.second}});
  std::ranges::stable_sort(sorted, std::greater{}, &SkipCount::cases);
  return sorted;
}

}  // namespace wgcts::reports
