// The text at the end of a run.
#pragma once

#include <string>
#include <string_view>

#include "reports/model/report.hpp"

namespace wgcts::reports {

struct TerminalStyle {
  bool colour = false;
  std::size_t width = 100;  ///< columns; only names and numbers may exceed it
  std::size_t groups = 20;  ///< maximum number of groups of failures and reasons
};

/// A paragraph for each bug that is not in the baseline.
std::string bugs_text(const Report& report, const TerminalStyle& style);

/// The matrix of builtins and types with a legend. Each number of dimensions has a mark: the number of the
/// bug, or the worst verdict. Empty if there are no cases.
std::string matrix_text(const Report& report, const TerminalStyle& style);

/// The failures that no bug explains, in groups, worst first.
std::string failures_text(const Report& report, const TerminalStyle& style);

/// The skips, by query and answer.
std::string skips_text(const Report& report, const TerminalStyle& style);

/// Device, counts, time, the report's path unless it is empty, and the verdict.
std::string summary_text(const Report& report, std::string_view report_path, const TerminalStyle& style);

/// The line with the verdict.
std::string verdict_text(const Report& report, const TerminalStyle& style);

/// A line for a case: verdict, name, and reason.
std::string case_text(const CaseResult& result, const TerminalStyle& style);

/// A line for each of the first failing cases, and the number of the others. Empty if there are none.
std::string unexpected_text(const Report& report, const TerminalStyle& style);

/// How the workers spent their time: seconds and share of each activity, summed over all workers.
std::string timing_text(const std::vector<Timing>& workers);

/// All parts except for timing.
std::string terminal_text(const Report& report, std::string_view report_path, const TerminalStyle& style);

}  // namespace wgcts::reports
