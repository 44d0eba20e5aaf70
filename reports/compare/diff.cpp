#include "reports/compare/diff.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>
#include <tuple>
#include <unordered_map>

#include "reference/lists.hpp"
#include "reports/model/text.hpp"
#include "reports/words/words.hpp"

namespace wgcts::reports {
namespace {

Side side_of(const CaseResult& result) {
  const Verdict verdict = judged_verdict(result);
  return {verdict, verdict == Verdict::Fail ? clause_of(result) : ""};
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

const Bug* counterpart(const std::vector<Bug>& bugs, const Bug& bug) {
  if (const Bug* named = find_row(bugs, bug.signature, &Bug::signature)) return named;
  const auto alike = std::ranges::find_if(bugs, [&](const Bug& b) { return is_same_bug(b, bug); });
  return alike == bugs.end() ? nullptr : &*alike;
}

using nlohmann::ordered_json;

// The Markdown has twelve kinds of changes, and stays below 60 KiB.
constexpr std::size_t longest_line = 200, most_lines = 20;

std::string one_line(const std::string& text) { return shortened(printable(text), longest_line); }

std::string side_text(const std::optional<Side>& side) {
  if (!side) return "absent";
  return fmt::format("{}{}{}", info(side->verdict).name, side->clause.empty() ? "" : " ", side->clause);
}

/// The changes of one kind, in groups of cases of one builtin that changed in the same way.
std::vector<std::vector<CaseChange>> groups_of(const Diff& diff, Change change) {
  const auto of_kind = picked(diff.cases, [&](const CaseChange& c) { return c.change == change; });
  return grouped(of_kind, [](const CaseChange& c) {
    return std::tuple(c.the_case.builtin, side_text(c.before), side_text(c.after));
  });
}

std::string group_text(const std::vector<CaseChange>& group) {
  const Case& c = group.front().the_case;
  const auto words = fmt::format("{} -> {}", side_text(group.front().before), side_text(group.front().after));
  if (group.size() == 1) return one_line(fmt::format("{}: {}", name(c), words));
  const auto types = mapped<std::set>(group, [](const CaseChange& one) { return one.the_case.type; });
  return one_line(fmt::format("{} ({}): {}, {} cases: {}, ...", c.builtin->name,
                              joined(types, ", ", [](GenType type) { return info(type).name; }), words,
                              group.size(), name(c)));
}

std::ptrdiff_t count_of(const Diff& diff, Change change) {
  return std::ranges::count(diff.cases, change, &CaseChange::change);
}

std::string count_text(const Diff& diff) {
  if (diff.common == 0) return "no case is in both reports";
  std::string text;
  for (const ChangeInfo& row : changes)
    if (const auto n = count_of(diff, row.change); n != 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, row.name);
  return fmt::format("{} in both; {}{}", counted(diff.common, "case"),
                     text.empty() ? "nothing changed" : text,
                     diff.flakes == 0 ? "" : fmt::format("; {} flakes", diff.flakes));
}

std::string profile_text(const ProfileChange& change) {
  return one_line(fmt::format("{}: {} -> {}: {}", change.what, change.before, change.after,
                              fmt::join(change.where, ", ")));
}

std::string bug_change_text(const BugChange& change) {
  const Bug& bug = change.bug();
  const bool renamed =
      change.before != nullptr && change.after != nullptr && change.before->signature != bug.signature;
  return one_line(fmt::format(
      "{}{}: {}{}", renamed ? change.before->signature + " -> " : "", bug.signature,
      change.extent.empty() ? counted(bug.cases.size(), "case") + ", " : change.extent + ": ", bug.sentence));
}

std::string verdict_text(const Diff& diff) {
  if (diff.common == 0) return "cannot be compared";
  return got_worse(diff) ? "worse" : "not worse";
}

/// A sentence that states which cases are compared. Empty if all are compared.
std::string scope_of(const Diff& diff) {
  if (diff.same_selection) return {};
  return fmt::format(
      "the runs have different selections; only common cases are compared: {} common, {} only in the old "
      "report, {} only in the new",
      diff.common, diff.only_before, diff.only_after);
}

// Text as Markdown code. Only backquotes are special in it.
std::string code(std::string_view words) {
  std::string text(words);
  std::ranges::replace(text, '`', '\'');
  return "`" + text + "`";
}

std::string sections(const Diff& diff, bool as_markdown) {
  std::string text;
  const auto add_line = [&](std::string_view words) {
    text += as_markdown ? fmt::format("- {}\n", code(words)) : fmt::format("    {}\n", words);
  };
  const auto add = [&](std::string_view what, std::string_view meaning, const auto& items, auto words) {
    if (items.empty()) return;
    text += as_markdown ? fmt::format("\n### {}\n\n{}\n\n", what, meaning)
                        : fmt::format("{}: {}\n", what, meaning);
    for (const auto& item : items | std::views::take(most_lines)) add_line(words(item));
    if (items.size() > most_lines)
      add_line(fmt::format("... and {}; --json writes all", counted(items.size() - most_lines, "more line")));
  };
  for (const BugChangeInfo& row : bug_change_kinds) {
    const auto bugs = picked(diff.bugs, [&](const BugChange& c) { return c.kind == row.kind; });
    add(fmt::format("bugs {}", row.name), row.meaning, bugs, bug_change_text);
  }
  for (const ChangeInfo& row : changes) add(row.name, row.meaning, groups_of(diff, row.change), group_text);
  add("profile", "changes where the specification leaves the result open", diff.profile, profile_text);
  add("remarks", "differences that do not count as better or worse", diff.remarks, one_line);
  return text;
}

std::string column_letter(std::size_t place) {
  const std::string last(1, static_cast<char>('a' + place % 26));
  return place < 26 ? last : column_letter(place / 26 - 1) + last;
}

std::string driver_words(const Report& report) {
  const DeviceFacts& d = report.device;
  if (d.name.empty()) return "no device";
  return fmt::format("{}, driver {}, {}", d.platform, d.driver, d.name);
}

std::string count_cell(const NamedReport& one, std::size_t cases) {
  if (cases != 0) return std::to_string(cases);
  return lists_bugs(one.report) ? "-" : "?";
}

/// The key by which bugs of several reports are matched. Bugs of unknown cause match only within the same
/// platform.
std::string identity_of(const Bug& bug, const Report& report) {
  return bug.what.code == "unknown" ? bug.signature + " of " + report.device.platform : bug.signature;
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

std::string diff_text(const Diff& diff) {
  const std::string scope = scope_of(diff);
  return fmt::format("{}{}{}{}: {}\n", scope, scope.empty() ? "" : "\n", sections(diff, false),
                     verdict_text(diff), count_text(diff));
}

std::string diff_markdown(const Diff& diff) {
  const std::string scope = scope_of(diff);
  return fmt::format("**wgcts diff: {}**: {}\n{}{}", verdict_text(diff), count_text(diff),
                     scope.empty() ? "" : "\n" + scope + "\n", sections(diff, true));
}

ordered_json diff_json(const Diff& diff) {
  const auto side = [](const std::optional<Side>& s) -> ordered_json {
    if (!s) return nullptr;
    ordered_json object{{"verdict", info(s->verdict).name}};
    if (!s->clause.empty()) object["clause"] = s->clause;
    return object;
  };
  ordered_json document{{"schema", {{"name", "wgcts-diff"}, {"version", "1.0"}}},
                        {"worse", got_worse(diff)},
                        {"common", diff.common},
                        {"only_old", diff.only_before},
                        {"only_new", diff.only_after},
                        {"same_selection", diff.same_selection},
                        {"flakes", diff.flakes},
                        {"counts", ordered_json::object()},
                        {"bugs", ordered_json::array()},
                        {"cases", ordered_json::array()},
                        {"profile", ordered_json::array()},
                        {"remarks", diff.remarks}};
  for (const ChangeInfo& row : changes)
    document["counts"][std::string(row.name)] = count_of(diff, row.change);
  for (const BugChange& c : diff.bugs) {
    ordered_json bug{{"signature", c.bug().signature},
                     {"change", info(c.kind).name},
                     {"sentence", c.bug().sentence},
                     {"old", c.before == nullptr ? ordered_json() : ordered_json(c.before->cases)},
                     {"new", c.after == nullptr ? ordered_json() : ordered_json(c.after->cases)}};
    if (!c.extent.empty()) bug["extent"] = c.extent;
    document["bugs"].push_back(std::move(bug));
  }
  for (const CaseChange& c : diff.cases)
    document["cases"].push_back({{"id", name(c.the_case)},
                                 {"change", info(c.change).name},
                                 {"old", side(c.before)},
                                 {"new", side(c.after)}});
  for (const ProfileChange& p : diff.profile)
    document["profile"].push_back(
        {{"what", p.what}, {"old", p.before}, {"new", p.after}, {"where", p.where}});
  return document;
}

std::vector<BugRow> bug_rows(const std::vector<NamedReport>& reports) {
  std::vector<BugRow> rows;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < reports.size(); ++i)
    for (const Bug& bug : reports[i].report.bugs) {
      const auto [place, is_new] = places.try_emplace(identity_of(bug, reports[i].report), rows.size());
      if (is_new) rows.push_back({&bug, std::vector<std::size_t>(reports.size())});
      rows[place->second].cases[i] = bug.cases.size();
    }
  std::ranges::stable_sort(rows, [](const BugRow& a, const BugRow& b) {
    if (a.reports() != b.reports()) return a.reports() > b.reports();
    return std::ranges::max(a.cases) > std::ranges::max(b.cases);
  });
  return rows;
}

std::string bug_table_text(const std::vector<NamedReport>& reports, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::string words =
        printable(fmt::format("{}: {}", reports[i].file, driver_words(reports[i].report)));
    text += shortened(fmt::format("{:<2} {}", column_letter(i), words), width) + "\n";
  }
  const auto rows = bug_rows(reports);
  if (rows.empty()) return text + "\nno bugs\n";
  text += "\n";
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    std::size_t widest = column_letter(i).size();
    for (const BugRow& row : rows) widest = std::max(widest, count_cell(reports[i], row.cases[i]).size());
    widths.push_back(widest);
    text += fmt::format("{:>{}}  ", column_letter(i), widest);
  }
  text += "bug\n";
  for (const BugRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < reports.size(); ++i)
      line += fmt::format("{:>{}}  ", count_cell(reports[i], row.cases[i]), widths[i]);
    const std::string below(line.size() + row.bug->signature.size() + 2, ' ');
    text += shortened(fmt::format("{}{}  {}", line, row.bug->signature, printable(row.bug->sentence)), width);
    text += "\n" + shortened(below + cause_text(*row.bug), width) + "\n";
  }
  return text;
}

ordered_json bug_table_json(const std::vector<NamedReport>& reports) {
  ordered_json table{{"schema", {{"name", "wgcts-bugs"}, {"version", "1.0"}}},
                     {"reports", ordered_json::array()},
                     {"bugs", ordered_json::array()}};
  for (const auto& [file, report] : reports)
    table["reports"].push_back({{"file", file},
                                {"platform", report.device.platform},
                                {"driver", report.device.driver},
                                {"device", report.device.name},
                                {"lists_bugs", lists_bugs(report)}});
  for (const BugRow& row : bug_rows(reports)) {
    const ordered_json whole = ordered_json(to_json(*row.bug));
    ordered_json bug;
    for (const char* key : {"signature", "sentence", "what", "where", "builtins"}) bug[key] = whole[key];
    bug["cases"] = ordered_json::array();
    for (std::size_t i = 0; i < reports.size(); ++i)
      bug["cases"].push_back(lists_bugs(reports[i].report) ? ordered_json(row.cases[i]) : ordered_json());
    table["bugs"].push_back(std::move(bug));
  }
  return table;
}

}  // namespace wgcts::reports
