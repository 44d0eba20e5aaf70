// Compares reports: the changes between two, and a table of the bugs of several.
#pragma once

#include <algorithm>
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

enum class BugChangeKind : std::uint8_t { Appeared, Extent, Gone };

struct BugChangeInfo {
  BugChangeKind kind;
  std::string_view name;
  std::string_view meaning;
};

inline constexpr std::array<BugChangeInfo, 3> bug_change_kinds{{
    {BugChangeKind::Appeared, "appeared", "a bug that is only in the new report"},
    {BugChangeKind::Extent, "changed extent", "a bug that shows in other cases than before"},
    {BugChangeKind::Gone, "gone", "a bug that is only in the old report"},
}};

constexpr const BugChangeInfo& info(BugChangeKind kind) {
  return bug_change_kinds[static_cast<std::size_t>(kind)];
}

/// A bug that changed. If its extent changed, `before` and `after` are both set.
struct BugChange {
  BugChangeKind kind;
  const Bug* before = nullptr;
  const Bug* after = nullptr;
  /// The change of its extent: "types: also long", "cases: 3 -> 5".
  std::string extent{};

  /// The new bug, or the old one if it is gone.
  const Bug& bug() const { return after != nullptr ? *after : *before; }
};

/// The changes, sorted by kind; empty if one of the reports does not list its bugs. Two bugs are the same if
/// their signatures are equal, or else their faults (see is_same_bug). The changes point into the reports.
std::vector<BugChange> bug_changes(const Report& before, const Report& after);

/// Sorted by importance.
enum class Change : std::uint8_t { Broken, NewFailing, Lost, Moved, Fixed, NewPassing, Hidden, New, Gone };

struct ChangeInfo {
  Change change;
  std::string_view name;
  bool worse;  ///< `wgcts diff` then exits 1
  std::string_view meaning;
};

/// A case that fails in another way than before has moved. It is not worse, because failures have no order. A
/// flake is better than any other failure and worse than a pass.
inline constexpr std::array<ChangeInfo, 9> changes{{
    {Change::Broken, "broken", true, "passed or was a flake, and fails now; or passed, and is a flake now"},
    {Change::NewFailing, "new failing", true, "was absent or not tested, and fails now"},
    {Change::Lost, "lost", true, "passed, and is no longer tested"},
    {Change::Moved, "moved", false, "failed, and now fails in another way"},
    {Change::Fixed, "fixed", false, "failed, and now passes"},
    {Change::NewPassing, "new passing", false, "was absent or not tested, and now passes"},
    {Change::Hidden, "hidden", false, "failed, and is no longer tested"},
    {Change::New, "new", false, "was absent, and is not tested"},
    {Change::Gone, "gone", false, "is now absent"},
}};

constexpr const ChangeInfo& info(Change change) { return changes[static_cast<std::size_t>(change)]; }

struct Side {
  Verdict verdict;          ///< without the effect of a baseline
  std::string_view clause;  ///< the clause that a fail broke
  bool operator==(const Side&) const = default;
};

struct CaseChange {
  Case the_case;
  Change change;
  std::optional<Side> before, after;
};

/// A change of behaviour that the specification leaves open.
struct ProfileChange {
  std::string what;                ///< "nan"
  std::string before, after;       ///< answers, " and " between several
  std::vector<std::string> where;  ///< "reduce_min.float"
};

struct Diff {
  std::vector<CaseChange> cases;       ///< in the new report's order, then those only in the old report
  std::vector<BugChange> bugs{};       ///< only if both reports list bugs and have the same selection
  std::vector<ProfileChange> profile;  ///< only where both reports have an answer
  std::vector<std::string> remarks;    ///< differences in seed, device, ...; speed
  std::size_t common = 0;              ///< cases in both reports
  std::size_t flakes = 0;              ///< in the new report, changed or not
  std::size_t only_before = 0, only_after = 0;  ///< cases in only one report
  bool same_selection = true;                   ///< if false, only the common cases are compared
};

/// Compares two reports, which must outlive the result. A case that is in only one report is a change only if
/// both runs have the same selection.
Diff diff_reports(const Report& before, const Report& after);

inline bool got_worse(const Diff& diff) {
  return std::ranges::any_of(diff.cases, [](const CaseChange& change) { return info(change.change).worse; });
}

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
  /// The number of reports that have it.
  std::ptrdiff_t reports() const { return std::ssize(cases) - std::ranges::count(cases, std::size_t{0}); }
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
