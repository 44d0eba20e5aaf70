#include "reports/compare/bug_changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "reports/model/bugs.hpp"

namespace wgcts::reports {
namespace {

// The differences between two sets, as text.
std::string set_change(std::string_view what, const std::set<std::string>& old,
                       const std::set<std::string>& now) {
  const auto lacking = [](const std::set<std::string>& from, const std::set<std::string>& in) {
    std::vector<std::string> words;
    std::ranges::set_difference(from, in, std::back_inserter(words));
    return words;
  };
  const auto more = lacking(now, old), fewer = lacking(old, now);
  std::vector<std::string> parts;
  if (!more.empty()) parts.push_back(fmt::format("also {}", fmt::join(more, ", ")));
  if (!fewer.empty()) parts.push_back(fmt::format("no longer {}", fmt::join(fewer, ", ")));
  return parts.empty() ? "" : fmt::format("{}: {}", what, fmt::join(parts, ", "));
}

std::string extent_change(const Bug& old, const Bug& now) {
  std::vector<std::string> parts;
  for (const auto& [what, member] :
       {std::pair("builtins", &Bug::builtins), std::pair("types", &Bug::types),
        std::pair("dimensions", &Bug::dimensions), std::pair("forms", &Bug::forms)})
    if (auto text = set_change(what, old.*member, now.*member); !text.empty())
      parts.push_back(std::move(text));
  const std::set<std::string> was(old.cases.begin(), old.cases.end()), is(now.cases.begin(), now.cases.end());
  if (was != is) parts.push_back(fmt::format("cases: {} -> {}", was.size(), is.size()));
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// The same bug in `bugs`, or nullptr.
const Bug* counterpart(const std::vector<Bug>& bugs, const Bug& bug) {
  const auto same = std::ranges::find(bugs, bug.signature, &Bug::signature);
  if (same != bugs.end()) return &*same;
  const auto alike = std::ranges::find_if(bugs, [&](const Bug& b) { return is_same_bug(b, bug); });
  return alike == bugs.end() ? nullptr : &*alike;
}

}  // namespace

bool lists_bugs(const Report& report) {
  if (!report.bugs.empty()) return true;
  return std::ranges::none_of(report.cases, [](const CaseResult& result) {
    const Verdict judged = result.known ? result.known->judged : result.verdict;
    return !info(judged).good && judged != Verdict::NotRun && judged != Verdict::UnexpectedPass;
  });
}

std::vector<BugChange> bug_changes(const Report& before, const Report& after) {
  std::vector<BugChange> appeared, extent, gone;
  if (!lists_bugs(before) || !lists_bugs(after)) return {};
  std::set<const Bug*> found;
  for (const Bug& bug : after.bugs) {
    const Bug* old = counterpart(before.bugs, bug);
    if (old == nullptr || !found.insert(old).second) {
      appeared.push_back({BugChangeKind::Appeared, nullptr, &bug});
      continue;
    }
    if (auto text = extent_change(*old, bug); !text.empty())
      extent.push_back({BugChangeKind::Extent, old, &bug, std::move(text)});
  }
  for (const Bug& bug : before.bugs)
    if (!found.contains(&bug)) gone.push_back({BugChangeKind::Gone, &bug});
  for (const auto& list : {extent, gone}) std::ranges::copy(list, std::back_inserter(appeared));
  return appeared;
}

}  // namespace wgcts::reports
