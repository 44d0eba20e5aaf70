// The bugs of a report. Bugs and cases refer to each other.
#pragma once

#include <string_view>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// Merges the bugs of another part of the same run into `bugs`. Merges bugs with the same signature. Also
/// merges bugs that differ only in their builtins, because a part may contain only some builtins. Such a
/// merged bug gets a new signature. Bugs of unknown cause are merged only by signature. Keeps the minimal
/// case with fewer work-items, and a C program that reproduced the bug.
void add_bugs(std::vector<Bug>& bugs, std::vector<Bug> more);

/// Whether add_bugs() merges them.
bool is_same_bug(const Bug& a, const Bug& b);

/// Makes cases consistent with the bugs' lists of cases. Removes cases that are not in the report from the
/// lists, sorts the lists as in the report, and removes bugs without cases. Each case then lists its bugs in
/// the report's order.
void link_bugs(Report& report);

/// Throws std::runtime_error if bugs and cases are inconsistent.
void require_linked_bugs(const Report& report);

/// Whether the report lists its bugs: it has bugs, or no failures. A run without diagnosis lists none.
bool lists_bugs(const Report& report);

const Bug* find_bug(const Report& report, std::string_view signature);

/// The bugs that explain the case, in the case's order, without those that are not in the report.
std::vector<const Bug*> bugs_of(const Report& report, const CaseResult& result);

}  // namespace wgcts::reports
