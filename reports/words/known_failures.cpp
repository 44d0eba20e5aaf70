#include "reports/words/known_failures.hpp"

#include <algorithm>
#include <map>

#include "reports/model/printable.hpp"

namespace wgcts::reports {

std::vector<KnownGroup> known_failures(const Report& report) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const CaseResult& result : report.cases)
    if (result.verdict == Verdict::ExpectedFail)
      ++counts[result.known ? std::pair(printable(result.known->reason), printable(result.known->bug))
                            : std::pair(std::string("no reason given"), std::string())];
  std::vector<KnownGroup> groups;
  for (const auto& [why, cases] : counts) groups.push_back({cases, why.first, why.second});
  std::ranges::stable_sort(groups, std::greater{}, &KnownGroup::cases);
  return groups;
}

}  // namespace wgcts::reports
