// Compares the bugs of two reports.
#pragma once

#include <array>
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

/// Whether the report lists its bugs: it has bugs, or no failures. A run without diagnosis lists none.
bool lists_bugs(const Report& report);

/// The changes, sorted by kind; empty if one of the reports does not list its bugs. Bugs with the same fault
/// and conditions are the same bug, whatever builtins show them. The changes point into the reports.
std::vector<BugChange> bug_changes(const Report& before, const Report& after);

}  // namespace wgcts::reports
