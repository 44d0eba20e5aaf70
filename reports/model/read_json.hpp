// Reads a report from JSON: the inverse of reports/model/json.hpp.
#pragma once

#include <string>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Reads a report; "-" is standard input. Throws std::runtime_error if the file is not a valid report.
/// Unknown members, which newer minor versions may have added, are ignored.
Report read_report(const std::string& path);

/// The name of a file in messages: its path, or "standard input".
std::string display_name(const std::string& path);

/// Reads a report and checks it against its schema. Also checks summary, matrix, profile, bugs and sum of
/// times against the cases. Throws std::runtime_error with the first error.
Report validated_report(const std::string& path);

}  // namespace wgcts::reports
