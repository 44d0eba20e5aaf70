// Reduced programs on the command line: named by case name or hash, and read from a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::cli {

/// The reduced programs in the report's cases and bugs, each once.
std::vector<Case> programs_of(const Report& report);

/// The reduced programs in the report's cases, as in the report of a run with --program.
std::vector<Case> programs_of_cases(const Report& report);

/// The programs in a file; "-" is standard input. The file is a report, or a single element of a `programs`
/// list of a report. Throws UsageError for other files, and for a report without programs.
std::vector<Case> read_programs(const std::string& path);

/// The case with that name, which need not be part of a profile. A reduced program can be named by its hash,
/// and the smallest case of a bug by the bug's signature; `report` contains both. Throws std::runtime_error
/// if there is no such case, or if there is a report that is not needed.
Case named_case(const std::string& text, const std::optional<Report>& report);

}  // namespace wgcts::cli
