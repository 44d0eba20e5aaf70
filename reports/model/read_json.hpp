// Reads a report from JSON: the inverse of reports/model/json.hpp.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Reads a report; "-" is standard input. Throws std::runtime_error if the file is not a valid report.
/// Unknown members, which newer minor versions may have added, are ignored.
Report read_report(const std::string& path);

/// A report, and the JSON of its file without the cases.
struct ReportDocument {
  Report report;
  nlohmann::json rest;
};

/// Like read_report(). The members of `rest` match the schema.
ReportDocument read_report_document(const std::string& path);

/// The name of a file in messages: its path, or "standard input".
std::string display_name(const std::string& path);

/// Reads a report and checks it against its schema. Also checks summary, matrix, profile, bugs and sum of
/// times against the cases. Throws std::runtime_error with the first error.
ReportDocument validated_report(const std::string& path);

}  // namespace wgcts::reports
