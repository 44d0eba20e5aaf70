// What a report shows as one entry: similar failures, known failures, skips, and failures outside of cases.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Similar failures that no bug explains.
struct FailureGroup {
  std::vector<const CaseResult*> cases;  ///< in the report's order; the first is shown in detail
  std::size_t pairs = 0;                 ///< number of pairs of builtin and type

  const CaseResult& first() const { return *cases.front(); }
};

/// The failing cases that no bug explains, in groups: worst verdict first, then most cases. Wrong results are
/// grouped by builtin, type, clause and kind of failure. Other failures are grouped by message only, since a
/// driver seldom crashes in only one builtin. The groups point into the report.
std::vector<FailureGroup> failure_groups(const Report& report);

/// A reason that several cases share, in two printable lines: of a known failure the reason and a link to its
/// bug, which may be empty, or the query and the answer that caused a skip.
struct SharedReason {
  std::size_t cases = 0;
  std::string reason, detail;
};

/// The failures that the baseline expects, by reason and link; most frequent first.
std::vector<SharedReason> known_failures(const Report& report);

/// The skips by query and answer; most frequent first.
std::vector<SharedReason> skip_reasons(const Report& report);

/// The query and the answer that caused the skip, one printable line each.
Reason skip_reason(const CaseResult& result);

/// A failure outside of cases, as one-line texts.
struct RunFailure {
  std::string kind;      ///< "defect of the suite" or "worker"
  std::string sentence;  ///< what happened
  std::string log;       ///< the main line of the worker's log; may be empty
};

/// The defects of wgcts, then the workers that ended abnormally.
std::vector<RunFailure> run_failures(const Report& report);

}  // namespace wgcts::reports
