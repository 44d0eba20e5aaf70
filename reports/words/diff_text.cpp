#include "reports/words/diff_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "reports/model/text.hpp"

namespace wgcts::reports {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_line = 200;
constexpr std::size_t markdown_groups = 20;  // of each of twelve kinds, in lines of at most 200 bytes

std::string one_line(const std::string& text) { return shortened(printable(text), longest_line); }

std::string side_text(const std::optional<Side>& side) {
  if (!side) return "absent";
  return fmt::format("{}{}{}", info(side->verdict).name, side->clause.empty() ? "" : " ", side->clause);
}

/// Cases of one builtin that changed in the same way.
struct Group {
  const CaseChange* first;
  std::size_t cases = 0;
  std::set<GenType> types{};
};

std::vector<Group> groups_of(const Diff& diff, Change change) {
  std::vector<Group> groups;
  std::map<std::tuple<const Builtin*, std::string, std::string>, std::size_t> places;
  for (const CaseChange& c : diff.cases) {
    if (c.change != change) continue;
    const auto [place, is_new] =
        places.try_emplace({c.the_case.builtin, side_text(c.before), side_text(c.after)}, groups.size());
    if (is_new) groups.push_back({&c});
    ++groups[place->second].cases;
    groups[place->second].types.insert(c.the_case.type);
  }
  return groups;
}

std::string group_text(const Group& group) {
  std::vector<std::string_view> types;
  for (const GenType type : group.types) types.push_back(info(type).name);
  const Case& c = group.first->the_case;
  const auto words = fmt::format("{} -> {}", side_text(group.first->before), side_text(group.first->after));
  if (group.cases == 1) return one_line(fmt::format("{}: {}", name(c), words));
  return one_line(fmt::format("{} ({}): {}, {} cases: {}, ...", c.builtin->name, fmt::join(types, ", "),
                              words, group.cases, name(c)));
}

std::string count_text(const Diff& diff) {
  if (diff.common == 0) return "no case is in both reports";
  const auto counts = count_changes(diff);
  std::string text;
  for (const ChangeInfo& row : changes)
    if (const auto n = counts[static_cast<std::size_t>(row.change)]; n != 0)
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

/// The format of headings and lines.
struct Style {
  std::string (*heading)(std::string_view what, std::string_view meaning);
  std::string (*line)(std::string_view words);
  std::size_t groups;
};

std::string sections(const Diff& diff, const Style& style) {
  std::string text;
  const auto add = [&](const auto& items, auto&& words) {
    for (std::size_t i = 0; i < std::min(items.size(), style.groups); ++i)
      text += style.line(words(items[i]));
    if (items.size() > style.groups)
      text += style.line(
          fmt::format("... and {}; --json writes all", counted(items.size() - style.groups, "more line")));
  };
  for (const BugChangeInfo& row : bug_change_kinds) {
    std::vector<BugChange> bugs;
    std::ranges::copy_if(diff.bugs, std::back_inserter(bugs),
                         [&](const BugChange& c) { return c.kind == row.kind; });
    if (bugs.empty()) continue;
    text += style.heading(fmt::format("bugs {}", row.name), row.meaning);
    add(bugs, bug_change_text);
  }
  for (const ChangeInfo& row : changes)
    if (const auto groups = groups_of(diff, row.change); !groups.empty()) {
      text += style.heading(row.name, row.meaning);
      add(groups, group_text);
    }
  if (!diff.profile.empty()) {
    text += style.heading("profile", "changes where the specification leaves the result open");
    add(diff.profile, profile_text);
  }
  if (!diff.remarks.empty()) {
    text += style.heading("remarks", "differences that do not count as better or worse");
    add(diff.remarks, one_line);
  }
  return text;
}

// Text as Markdown code. Only backquotes are special in it.
std::string code(std::string_view words) {
  std::string text(words);
  std::ranges::replace(text, '`', '\'');
  return "`" + text + "`";
}

}  // namespace

std::string diff_text(const Diff& diff, std::size_t groups) {
  const std::string scope = scope_of(diff);
  return (scope.empty() ? "" : scope + "\n") +
         sections(diff, {[](std::string_view what, std::string_view meaning) {
                           return fmt::format("{}: {}\n", what, meaning);
                         },
                         [](std::string_view words) { return fmt::format("    {}\n", words); }, groups}) +
         fmt::format("{}: {}\n", verdict_text(diff), count_text(diff));
}

std::string diff_markdown(const Diff& diff) {
  const std::string scope = scope_of(diff);
  return fmt::format("**wgcts diff: {}**: {}\n{}", verdict_text(diff), count_text(diff),
                     scope.empty() ? "" : "\n" + scope + "\n") +
         sections(diff, {[](std::string_view what, std::string_view meaning) {
                           return fmt::format("\n### {}\n\n{}\n\n", what, meaning);
                         },
                         [](std::string_view words) { return fmt::format("- {}\n", code(words)); },
                         markdown_groups});
}

ordered_json diff_json(const Diff& diff) {
  const auto side = [](const std::optional<Side>& s) -> ordered_json {
    if (!s) return nullptr;
    ordered_json object{{"verdict", info(s->verdict).name}};
    if (!s->clause.empty()) object["clause"] = s->clause;
    return object;
  };
  ordered_json json{{"schema", {{"name", "wgcts-diff"}, {"version", "1.0"}}},
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
  const auto counts = count_changes(diff);
  for (const ChangeInfo& row : changes)
    json["counts"][std::string(row.name)] = counts[static_cast<std::size_t>(row.change)];
  for (const BugChange& c : diff.bugs) {
    ordered_json bug{{"signature", c.bug().signature},
                     {"change", info(c.kind).name},
                     {"sentence", c.bug().sentence},
                     {"old", c.before == nullptr ? ordered_json() : ordered_json(c.before->cases)},
                     {"new", c.after == nullptr ? ordered_json() : ordered_json(c.after->cases)}};
    if (!c.extent.empty()) bug["extent"] = c.extent;
    json["bugs"].push_back(std::move(bug));
  }
  for (const CaseChange& c : diff.cases)
    json["cases"].push_back({{"id", name(c.the_case)},
                             {"change", info(c.change).name},
                             {"old", side(c.before)},
                             {"new", side(c.after)}});
  for (const ProfileChange& p : diff.profile)
    json["profile"].push_back({{"what", p.what}, {"old", p.before}, {"new", p.after}, {"where", p.where}});
  return json;
}

}  // namespace wgcts::reports
