// The bugs of a report and the cases that they explain, each of which names the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The bugs of another part of the same run, among those of the others. What has the same signature is one
/// bug; so is what does the same in the same place with other builtins, because another part may have held
/// those: it then has a signature of its own. What is unknown is one bug only by its signature. Of two
/// minimal cases the one with fewer work-items stays, and of two programs one that showed the bug.
void add_bugs(std::vector<Bug>& bugs, std::vector<Bug> more);

/// Whether they are one bug, as add_bugs() takes it.
bool is_same_bug(const Bug& a, const Bug& b);

/// Brings the two sides together by the bugs' lists of cases: those keep the report's order and lose the
/// cases that it does not hold, a bug without any is gone, and each case names its bugs in their order.
void link_bugs(Report& report);

/// Where bugs and cases do not name each other: a sentence, or nothing.
std::string bugs_error(const Report& report);

/// The bug of that signature, or nullptr.
const Bug* find_bug(const Report& report, std::string_view signature);

/// The bugs that explain the case, in its order; without those that the report does not tell of.
std::vector<const Bug*> bugs_of(const Report& report, const CaseResult& result);

}  // namespace wgcts::reports
