// What became of the bugs from one report to another.
#pragma once

#include <array>
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
    {BugChangeKind::Appeared, "appeared", "a bug that the old report does not tell of"},
    {BugChangeKind::Extent, "changed extent", "a bug that other cases show now"},
    {BugChangeKind::Gone, "gone", "a bug that the new report does not tell of any more"},
}};

constexpr const BugChangeInfo& info(BugChangeKind kind) {
  return bug_change_kinds[static_cast<std::size_t>(kind)];
}

/// A bug that is not what it was. Of one that has changed its extent both sides are there.
struct BugChange {
  BugChangeKind kind;
  const Bug* before = nullptr;
  const Bug* after = nullptr;
  /// "types: and long", "cases: 3 -> 5": in what its extent changed.
  std::string extent{};

  /// The new one, where there is one.
  const Bug& bug() const { return after != nullptr ? *after : *before; }
};

/// Whether failures of the report can be looked up among its bugs: it has some, or nothing failed. A report
/// of an older version has none, and nor has one of a run without diagnosis.
bool tells_bugs(const Report& report);

/// The changes, in the order of the kinds; empty where one of the reports does not tell bugs. What does the
/// same in the same place is the same bug, whatever builtins show it. They point into the reports.
std::vector<BugChange> bug_changes(const Report& before, const Report& after);

}  // namespace wgcts::reports
