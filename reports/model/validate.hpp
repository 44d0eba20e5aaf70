// Validates a report: schema and consistency.
#pragma once

#include <string>

#include "reports/model/read_json.hpp"

namespace wgcts::reports {

/// Reads a report and checks it against its schema. Also checks summary, matrix, profile, bugs and sum of
/// times against the cases. Throws std::runtime_error with the first error.
ReportDocument validated_report(const std::string& path);

}  // namespace wgcts::reports
