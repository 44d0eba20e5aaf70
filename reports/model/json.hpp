// The report as JSON, version 2.0: one object, with each case on a separate line, for grep and diff.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

inline constexpr int report_version = 2;

/// reports/model/report-2.schema.json.
const nlohmann::json& report_schema();

/// Passes the text to `sink` in pieces, so that memory never holds the whole text.
void json_text(const Report& report, const TextSink& sink);

/// Writes the report to a file, or for "-" to standard output; see OutputFile.
void write_json(const Report& report, const std::string& path);

/// Reads a report; "-" is standard input. Throws std::runtime_error if the file is not a valid report.
/// Unknown members, which newer minor versions may have added, are ignored.
Report read_report(const std::string& path);

/// Reads a report and checks it against its schema. Also checks summary, matrix, profile, bugs and sum of
/// times against the cases. Throws std::runtime_error with the first error.
Report validated_report(const std::string& path);

/// "wgcts VERSION (COMMIT)", as --version prints it.
std::string version_text();

}  // namespace wgcts::reports
