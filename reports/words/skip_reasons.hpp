// Why cases were skipped.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The query and answer that a skipped case rests on, each of one printable line.
Reason skip_reason(const CaseResult& result);

struct SkipCount {
  std::size_t cases = 0;
  Reason reason;
};

/// Each reason with its number of cases, the most frequent first.
std::vector<SkipCount> skip_counts(const Report& report);

}  // namespace wgcts::reports
