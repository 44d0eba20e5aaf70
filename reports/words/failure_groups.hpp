// Groups of similar failures, which a report shows as one entry.
#pragma once

#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

struct FailureGroup {
  std::vector<const CaseResult*> cases;  ///< in the report's order; the first is shown in detail
  std::size_t pairs = 0;                 ///< number of pairs of builtin and type

  const CaseResult& first() const { return *cases.front(); }
};

/// The failing cases that no bug explains, in groups: worst verdict first, then most cases. Wrong results are
/// grouped by builtin, type, clause and kind of failure. Other failures are grouped by message only, since a
/// driver seldom crashes in only one builtin. The groups point into the report.
std::vector<FailureGroup> failure_groups(const Report& report);

}  // namespace wgcts::reports
