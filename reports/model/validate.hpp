// Whether a file is a report, whole and at one with itself.
#pragma once

#include <string>

#include "reports/model/read_json.hpp"

namespace wgcts::reports {

/// The report in a file, after checking it against the schema of its version, and what it says of its cases
/// (summary, matrix, profile, bugs, sum of times) against the cases themselves. Throws std::runtime_error
/// with the first thing that is wrong.
ReportDocument validated_report(const std::string& path);

}  // namespace wgcts::reports
