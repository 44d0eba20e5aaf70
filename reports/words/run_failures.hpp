// Failures outside of cases: defects of wgcts, and workers that ended abnormally.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// A failure as one-line texts, for all report formats.
struct RunFailure {
  std::string kind;      ///< "defect of the suite" or "worker"
  std::string sentence;  ///< what happened
  std::string log;       ///< the main line of the worker's log; may be empty
};

/// The failures of the run, defects first.
std::vector<RunFailure> run_failures(const Report& report);

}  // namespace wgcts::reports
