// The report from JSON: the inverse of reports/model/json.hpp.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The report in a file, "-" for standard input. Throws
/// std::runtime_error with one sentence for anything that is not one. Members that newer minor versions may
/// have added are ignored.
Report read_report(const std::string& path);

/// A report, and what its file says besides: everything but the cases, as it stands there.
struct ReportDocument {
  Report report;
  nlohmann::json rest;
};

/// As read_report; what is in `rest` obeys the schema where it is there at all.
ReportDocument read_report_document(const std::string& path);

/// How messages name a file: its path, or "standard input".
std::string display_name(const std::string& path);

}  // namespace wgcts::reports
