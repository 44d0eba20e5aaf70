// What went wrong in a run and is no case's: defects of the suite, and workers that ended badly by
// themselves.
#pragma once

#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// One of them, as every form of report shows it: plain text, of one line each.
struct RunFailure {
  std::string kind;      ///< "defect of the suite" or "worker"
  std::string sentence;  ///< what happened
  std::string log;       ///< the line of the worker's last words that says most; may be empty
};

/// The suite's own defects first.
std::vector<RunFailure> run_failures(const Report& report);

}  // namespace wgcts::reports
