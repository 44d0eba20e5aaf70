// What a run says when it is over.
#pragma once

#include <string>
#include <string_view>

#include "reports/model/report.hpp"

namespace wgcts::reports {

struct TerminalStyle {
  bool colour = false;
  std::size_t width = 100;  ///< columns; only names and numbers may go beyond
  std::size_t groups = 20;  ///< failures and reasons shown, alike ones counted as one
};

/// The bugs that the baseline does not know, a short paragraph each. Empty without any.
std::string bugs_text(const Report& report, const TerminalStyle& style);

/// How many cases of each builtin are not good, by form and by the size of the work-group. Empty without
/// bugs.
std::string bug_counts_text(const Report& report, const TerminalStyle& style);

/// Builtins by types, one mark a dimension, and a legend: a bug's number where one explains what is not good,
/// or the worst verdict. Empty without cases.
std::string matrix_text(const Report& report, const TerminalStyle& style);

/// The failures that no bug explains, the worst first, alike ones together. Empty without any.
std::string failures_text(const Report& report, const TerminalStyle& style);

/// What fails as the baseline says, by its reasons. Empty if nothing does.
std::string known_text(const Report& report, const TerminalStyle& style);

/// What was skipped, by query and answer. Empty if nothing was.
std::string skips_text(const Report& report, const TerminalStyle& style);

/// Device, counts, time, where the report is ("" for nowhere), and the verdict.
std::string summary_text(const Report& report, std::string_view report_path, const TerminalStyle& style);

/// The verdict alone, on a line.
std::string verdict_text(const Report& report, const TerminalStyle& style);

/// A case that was just judged, on a line: verdict, name, and why.
std::string case_text(const CaseResult& result, const TerminalStyle& style);

/// What is not good, a case a line: the first few, and how many more. Empty where all is good.
std::string unexpected_text(const Report& report, const TerminalStyle& style);

/// Where the workers' time went: seconds and share of each activity, over all of them.
std::string timing_text(const std::vector<Timing>& workers);

/// All of it, in this order.
std::string terminal_text(const Report& report, std::string_view report_path, const TerminalStyle& style);

}  // namespace wgcts::reports
