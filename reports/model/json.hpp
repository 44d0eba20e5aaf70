// The report as JSON, version 2.0: one object, with each case on a separate line, for grep and diff.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reports/model/report.hpp"
#include "reports/model/text.hpp"

namespace wgcts::reports {

/// Passes the text to `sink` in pieces, so that the whole is never in memory.
void json_text(const Report& report, const TextSink& sink);

/// The members that are computed from cases and workers: summary, timing, profile and matrix.
nlohmann::ordered_json derived_json(const Report& report);

/// Writes the report to a file, or for "-" to standard output; see OutputFile.
void write_json(const Report& report, const std::string& path);

/// "wgcts VERSION (COMMIT)", as --version prints it.
std::string version_text();

}  // namespace wgcts::reports
