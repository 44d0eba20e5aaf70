// The bugs of several reports side by side: for people, and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// A report of those compared, and what it is called.
struct NamedReport {
  std::string file;
  Report report;
};

/// A row: a bug, and how many cases of each report it explains.
struct BugRow {
  const Bug* bug = nullptr;          ///< of the first report that tells of it
  std::vector<std::size_t> cases{};  ///< 0 where the report does not tell of it
  /// How many tell of it.
  std::size_t reports() const;
};

/// Bugs down, reports across. What most reports tell of comes first, then what has most cases.
std::vector<BugRow> bug_rows(const std::vector<NamedReport>& reports);

/// The reports, each with the letter of its column, and the rows; "-" where a bug was not seen, and "?" where
/// nobody looked, because the report has failures and tells no bugs.
std::string bug_table_text(const std::vector<NamedReport>& reports, std::size_t width);

/// {"schema", "reports", "bugs"}: a report has "file", "platform", "driver", "device" and "tells_bugs"; a bug
/// has "signature", "sentence", "what", "where", "builtins" and, report by report, "cases": a count, or null
/// where nobody looked.
nlohmann::ordered_json bug_table_json(const std::vector<NamedReport>& reports);

}  // namespace wgcts::reports
