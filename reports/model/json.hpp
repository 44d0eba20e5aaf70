// The report as JSON, version 2.0: one object; each case stands on a line of its own, for grep and diff.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "reports/model/report.hpp"
#include "reports/model/text_sink.hpp"

namespace wgcts::reports {

/// Hands the text to `sink` piece by piece; the whole is never in memory.
void json_text(const Report& report, const TextSink& sink);

/// What the text says of the report's own cases and workers: summary, timing, profile and matrix.
nlohmann::ordered_json derived_json(const Report& report);

/// Writes the report to a file, or to the standard output for "-"; see OutputFile.
void write_json(const Report& report, const std::string& path);

/// "wgcts VERSION (COMMIT)", as --version prints it.
std::string version_text();

}  // namespace wgcts::reports
