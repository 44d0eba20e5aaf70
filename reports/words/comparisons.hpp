// Comparisons of reports as text, Markdown and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "reports/compare/diff.hpp"

namespace wgcts::reports {

/// The diff for a terminal: one line for similar cases, and at most 20 lines for each kind of change.
std::string diff_text(const Diff& diff);

/// The diff for a pull request, always less than 60 KiB.
std::string diff_markdown(const Diff& diff);

/// The complete diff: {"schema", "worse", "common", "only_old", "only_new", "same_selection", "flakes",
/// "counts", "bugs", "cases", "profile", "remarks"}. A bug has "signature", "change", "sentence", and the
/// lists of its cases "old" and "new", which are null if the report does not have the bug. A case has "id",
/// "change", "old" and "new"; the last two are null or a verdict with the clause that a fail broke.
nlohmann::ordered_json diff_json(const Diff& diff);

/// A row of the table that compares the bugs of several reports: a bug, and the number of its cases in each
/// report.
struct BugRow {
  const Bug* bug = nullptr;          ///< from the first report that has it
  std::vector<std::size_t> cases{};  ///< 0 for reports that do not have it
  std::size_t reports() const;       ///< the number of reports that have it
};

/// A row for each bug, sorted by the number of reports that have it, then by its number of cases.
std::vector<BugRow> bug_rows(const std::vector<NamedReport>& reports);

/// The list of reports with the letters of their columns, and the table. "-" means that the report does not
/// have the bug, "?" that the report has failures but lists no bugs.
std::string bug_table_text(const std::vector<NamedReport>& reports, std::size_t width);

/// {"schema", "reports", "bugs"}: a report has "file", "platform", "driver", "device" and "lists_bugs"; a bug
/// has "signature", "sentence", "what", "where", "builtins" and "cases". "cases" has a count for each report,
/// or null if the report lists no bugs.
nlohmann::ordered_json bug_table_json(const std::vector<NamedReport>& reports);

}  // namespace wgcts::reports
