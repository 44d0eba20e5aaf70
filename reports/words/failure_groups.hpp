// Failures that one entry of a report can stand for.
#pragma once

#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

struct FailureGroup {
  std::vector<const CaseResult*> cases;  ///< in the report's order; the first is shown for all
  std::size_t pairs = 0;                 ///< of builtin and type

  const CaseResult& first() const { return *cases.front(); }
};

/// The cases whose verdict is not good and that no bug explains: the worst verdict first, then the most
/// cases. Wrong lanes stand together where builtin, type, clause and the kind of answer are the same;
/// whatever else went wrong where the words are, because a driver that dies seldom dies of one builtin alone.
/// The groups point into the report.
std::vector<FailureGroup> failure_groups(const Report& report);

}  // namespace wgcts::reports
