#include "reports/compare/diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <unordered_map>

#include "reference/lists.hpp"
#include "reports/model/bugs.hpp"

namespace wgcts::reports {
namespace {

Side side_of(const CaseResult& result) {
  Verdict verdict = result.verdict;
  if (result.known)
    verdict = result.known->judged;
  else if (verdict == Verdict::ExpectedFail)
    verdict = Verdict::Fail;
  else if (verdict == Verdict::UnexpectedPass)
    verdict = Verdict::Pass;
  return {verdict,
          verdict == Verdict::Fail && result.failure ? std::string_view(result.failure->clause) : ""};
}

enum class State : std::uint8_t { Absent, Unjudged, Pass, Flake, Failing };

State state_of(const std::optional<Side>& side) {
  if (!side) return State::Absent;
  if (!was_tested(side->verdict)) return State::Unjudged;
  if (side->verdict == Verdict::Pass) return State::Pass;
  return side->verdict == Verdict::Flake ? State::Flake : State::Failing;
}

// Rows: the old state. Columns: the new state, in the same order.
using enum Change;
constexpr std::optional<Change> same = std::nullopt;
constexpr std::optional<Change> change_table[5][5]{
    /* absent   */ {same, New, NewPassing, NewFailing, NewFailing},
    /* unjudged */ {Gone, same, NewPassing, NewFailing, NewFailing},
    /* pass     */ {Gone, Lost, same, Broken, Broken},
    /* flake    */ {Gone, Lost, Fixed, same, Broken},
    /* failing  */ {Gone, Hidden, Fixed, Moved, Moved},
};

std::optional<CaseChange> change_of(const Case& the_case, std::optional<Side> before,
                                    std::optional<Side> after) {
  if (before == after) return std::nullopt;
  const auto change =
      change_table[static_cast<std::size_t>(state_of(before))][static_cast<std::size_t>(state_of(after))];
  if (!change) return std::nullopt;
  return CaseChange{the_case, *change, before, after};
}

/// The observed answers, by experiment and by builtin and type.
using Answers = std::map<std::pair<std::string, std::string>, std::set<std::string>>;

Answers answers_of(const Report& report) {
  Answers answers;
  for (const auto& [what, by_answer] : observed_profile(report))
    for (const auto& [answer, pairs] : by_answer)
      for (const auto& pair : pairs) answers[{what, pair}].insert(answer);
  return answers;
}

std::vector<ProfileChange> profile_changes(const Report& before, const Report& after) {
  const Answers old = answers_of(before);
  std::vector<ProfileChange> changed;
  for (const auto& [key, answers] : answers_of(after)) {
    const auto place = old.find(key);
    if (place == old.end() || place->second == answers) continue;
    ProfileChange change{key.first,
                         fmt::format("{}", fmt::join(place->second, " and ")),
                         fmt::format("{}", fmt::join(answers, " and ")),
                         {}};
    auto alike = std::ranges::find_if(changed, [&](const ProfileChange& c) {
      return c.what == change.what && c.before == change.before && c.after == change.after;
    });
    if (alike == changed.end()) alike = changed.insert(changed.end(), std::move(change));
    alike->where.push_back(key.second);
  }
  return changed;
}

std::string run_words(const RunInfo& run) {
  return fmt::format("profile {}, seed {}{}{}", run.profile, run.seed,
                     run.selection.empty() ? "" : ", " + run.selection,
                     run.shard.empty() ? "" : ", shard " + run.shard);
}

/// The selected cases of a run, without driver and data.
std::string selection_of(const RunInfo& run) {
  return fmt::format("{}\n{}\n{}", run.profile, run.selection, run.shard);
}

// Differences between the runs that can explain the other changes.
std::vector<std::string> remarks_on(const Report& before, const Report& after) {
  std::vector<std::string> remarks;
  const auto compare = [&](std::string_view what, const std::string& old, const std::string& now) {
    if (old != now) remarks.push_back(fmt::format("{}: {} -> {}", what, old, now));
  };
  compare("device", before.device.name, after.device.name);
  compare("driver", before.device.driver, after.device.driver);
  compare("version", before.device.version, after.device.version);
  compare("loader", before.device.loader, after.device.loader);
  compare("driver's file", before.device.driver_file, after.device.driver_file);
  compare("driver's SHA-256", before.device.driver_sha256, after.device.driver_sha256);
  compare("tested instead of the driver's builtins", judged_file(before.device), judged_file(after.device));
  compare("run", run_words(before.run), run_words(after.run));
  if (!before.run.segments.empty() && !after.run.segments.empty()) {
    std::map<std::string, std::pair<std::string, std::string>> facts;
    for (const auto& [name, value] : facts_of(last_segment(before))) facts[name].first = value;
    for (const auto& [name, value] : facts_of(last_segment(after))) facts[name].second = value;
    const auto shown = [](const std::string& value) { return value.empty() ? std::string("none") : value; };
    for (const auto& [name, values] : facts) compare(name, shown(values.first), shown(values.second));
  }
  if ((!before.bugs.empty() || !after.bugs.empty()) && lists_bugs(before) != lists_bugs(after))
    remarks.push_back(fmt::format("bugs: not compared, as the {} report has failures but lists no bugs",
                                  lists_bugs(before) ? "new" : "old"));
  for (const auto& [which, run] : {std::pair("old", &before.run), std::pair("new", &after.run)})
    if (run->interrupted)
      remarks.push_back(fmt::format("the {} run was interrupted", which));
    else if (!run->complete)
      remarks.push_back(fmt::format("the {} run did not test every case", which));
  return remarks;
}

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
  if (const Bug* named = find_row(bugs, bug.signature, &Bug::signature)) return named;
  const auto alike = std::ranges::find_if(bugs, [&](const Bug& b) { return is_same_bug(b, bug); });
  return alike == bugs.end() ? nullptr : &*alike;
}

}  // namespace

std::vector<BugChange> bug_changes(const Report& before, const Report& after) {
  if (!lists_bugs(before) || !lists_bugs(after)) return {};
  std::vector<BugChange> changed;
  std::set<const Bug*> found;
  for (const Bug& bug : after.bugs) {
    const Bug* old = counterpart(before.bugs, bug);
    if (old == nullptr || !found.insert(old).second)
      changed.push_back({BugChangeKind::Appeared, nullptr, &bug});
    else if (auto text = extent_change(*old, bug); !text.empty())
      changed.push_back({BugChangeKind::Extent, old, &bug, std::move(text)});
  }
  for (const Bug& bug : before.bugs)
    if (!found.contains(&bug)) changed.push_back({BugChangeKind::Gone, &bug});
  std::ranges::stable_sort(changed, {}, &BugChange::kind);
  return changed;
}

Diff diff_reports(const Report& before, const Report& after) {
  Diff diff;
  diff.same_selection = selection_of(before.run) == selection_of(after.run);
  std::unordered_map<std::string, const CaseResult*> old;
  for (const CaseResult& result : before.cases) old.emplace(name(result.the_case), &result);
  double old_seconds = 0, new_seconds = 0;  // for cases that pass in both
  for (const CaseResult& result : after.cases) {
    const auto found = old.find(name(result.the_case));
    std::optional<Side> was;
    const Side is = side_of(result);
    if (is.verdict == Verdict::Flake) ++diff.flakes;
    if (found != old.end()) {
      was = side_of(*found->second);
      ++diff.common;
      if (was->verdict == Verdict::Pass && is.verdict == Verdict::Pass) {
        old_seconds += found->second->seconds;
        new_seconds += result.seconds;
      }
      old.erase(found);
    } else {
      ++diff.only_after;
      if (!diff.same_selection) continue;
    }
    if (auto change = change_of(result.the_case, was, is)) diff.cases.push_back(std::move(*change));
  }
  diff.only_before = old.size();
  for (const CaseResult& result : before.cases)
    if (diff.same_selection && old.contains(name(result.the_case)))
      diff.cases.push_back(*change_of(result.the_case, side_of(result), std::nullopt));
  // With different cases, the extent of an unchanged bug would differ.
  if (diff.same_selection) diff.bugs = bug_changes(before, after);
  diff.profile = profile_changes(before, after);
  diff.remarks = remarks_on(before, after);
  if (old_seconds > 0)
    diff.remarks.push_back(fmt::format("speed: cases that pass in both took {:.2f} s before and {:.2f} s now",
                                       old_seconds, new_seconds));
  return diff;
}

bool got_worse(const Diff& diff) {
  return std::ranges::any_of(diff.cases, [](const CaseChange& change) { return info(change.change).worse; });
}

}  // namespace wgcts::reports
