// The reasons of skips.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The query and answer that caused the skip, one printable line each.
Reason skip_reason(const CaseResult& result);

struct SkipCount {
  std::size_t cases = 0;
  Reason reason;
};

/// The reasons with their numbers of cases, most frequent first.
std::vector<SkipCount> skip_counts(const Report& report);

}  // namespace wgcts::reports
