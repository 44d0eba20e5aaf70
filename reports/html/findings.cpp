// The page's findings: the bugs, then groups of failures that no bug explains.
#include <fmt/format.h>

#include <algorithm>

#include "reports/html/page.hpp"
#include "reports/words/failure_words.hpp"

namespace wgcts::reports {
namespace {

// The limit for all findings in bytes. It keeps the page below 5 MB, with the lines of 10,000 cases. Groups
// of failures share it evenly; a group that needs less leaves the rest to the others.
constexpr std::size_t room = 2'200'000;
constexpr std::size_t other_lanes = 8;  // shown for all but the first case of a group
constexpr std::size_t longest_log = 4000;

std::string launch_html(const Case& c, const Failure* f) {
  std::string text = counted(c.dim, "dimension") + ", ";
  if (f != nullptr && has_wrong_lane(*f))
    text += fmt::format("local size {}, work-group {}", to_string(f->local_size, c.dim),
                        id_text(f->group, c.dim));
  else
    text += fmt::format("local size {}", to_string(c.local, c.dim));
  return fact("Launch", fmt::format("{}; {}", text, escaped(plan_of(*c.variant))));
}

std::string facts_html(const CaseResult& result) {
  const Case& c = result.the_case;
  const Failure* const f = result.failure ? &*result.failure : nullptr;
  std::string text = "<dl class=\"facts\">\n" + fact("Case", fmt::format("<code>{}</code>", name(c))) +
                     launch_html(c, f) +
                     fact("Kernel", fmt::format("{}: {}", c.form->name, escaped(c.form->plan)));
  if (f != nullptr)
    text += fact(has_wrong_lane(*f) ? "First wrong" : "Check", fit(lane_text(*f, c.dim))) +
            fact("Broken", fit(broken_text(*f), 600));
  return text + fact("Summary", fit(sentence_of(result))) + "</dl>\n";
}

// The picture of the work-group, and the values beside it.
std::string group_html(const CaseResult& result, std::size_t lanes) {
  if (!result.failure || !has_wrong_lane(*result.failure)) return {};
  const Failure& f = *result.failure;
  const unsigned dim = result.the_case.dim;
  const std::string picture = lane_picture(f, dim, lanes);
  std::string text = "<div class=\"group\">\n";
  if (!picture.empty())
    text += fmt::format(
        "<figure><div class=\"scroll\">{}</div><figcaption>Work-group {} of {} lanes: {} wrong (crossed). "
        "{}{}</figcaption></figure>\n",
        picture, id_text(f.group, dim), volume(f.local_size), f.wrong, layout_words(dim),
        f.wrong_runs.size() == most_lane_runs ? " Further wrong lanes may be missing." : "");
  const std::size_t rows = std::min(lanes, f.lanes.size());
  const std::string caption =
      rows < f.wrong ? fmt::format("The first {} of {} wrong lanes", rows, f.wrong) : "Every wrong lane";
  return text + values_html(f, dim, rows, caption) + "</div>\n";
}

std::string other_html(const Report& report, const CaseResult& result, const std::string& anchor) {
  return fmt::format(
      "<details class=\"other\" id=\"{}\"><summary>{} "
      "<code>{}</code></summary><div>\n{}{}{}</div></details>\n",
      anchor, info(result.verdict).name, name(result.the_case), facts_html(result),
      replay_html(replay_command(report, result.the_case)), group_html(result, other_lanes));
}

std::string title_of(const FailureGroup& group) {
  const Case& c = group.first().the_case;
  if (group.pairs > 1) return fmt::format("{} pairs of builtin and type", group.pairs);
  return fmt::format("{}, {}", title(*c.builtin), info(c.type).name);
}

std::string gist_of(const CaseResult& result) {
  if (!result.failure) return fit(sentence_of(result));
  const Failure& f = *result.failure;
  if (!has_wrong_lane(f)) return fit(fmt::format("{}: {}", f.clause, failure_message(result)));
  const bool with_bits = f.expected.text == f.got.text;
  return fit(fmt::format("{}: expected {}, got {}: {}", f.clause, value_text(f.expected, with_bits),
                         value_text(f.got, with_bits), failure_message(result)));
}

std::string log_html(std::string_view log) {
  if (log.empty()) return {};
  const std::string text(log.size() <= longest_log ? log : log.substr(log.size() - longest_log));
  return fmt::format(
      "<div><p>The driver's log: <code>{}</code></p>\n<details><summary>Log</summary><pre "
      "class=\"log\">{}</pre></details></div>\n",
      fit(main_log_line(log)), escaped(text));
}

// The first case of a group: the broken rule, the facts, the command that runs it again, and at most `lanes`
// lanes.
std::string story_html(const Report& report, const CaseResult& result, std::size_t lanes) {
  std::string text;
  if (result.failure) text += rule_html(result.failure->clause);
  text += facts_html(result);
  text += "<div><p class=\"soft\">Run it again:</p>\n" +
          replay_html(replay_command(report, result.the_case)) + "</div>\n";
  text += group_html(result, lanes);
  return lanes == 0 ? text : text + log_html(result.log);
}

// As much of the first case as fits: with all lanes, with few, or without lanes and log.
std::string story_within(const Report& report, const CaseResult& result, std::size_t bytes) {
  std::string story = story_html(report, result, most_wrong_lanes);
  for (const std::size_t lanes : {other_lanes, std::size_t{0}})
    if (story.size() > bytes) story = story_html(report, result, lanes);
  return story;
}

// As many of the other cases of a group as fit, and the number of the rest.
std::string others_html(const Report& report, const FailureGroup& group, std::size_t bytes,
                        Anchors& anchors) {
  const auto others = std::span(group.cases).subspan(1);
  if (others.empty()) return {};
  std::string text = fmt::format("<details><summary>{} more like it</summary>\n", others.size());
  std::size_t shown = 0;
  for (const CaseResult* result : others) {
    const auto place = static_cast<std::size_t>(result - report.cases.data());
    const std::string anchor = fmt::format("case-{}", place);
    const std::string other = other_html(report, *result, anchor);
    if (text.size() + other.size() > bytes) break;
    text += other;
    anchors[place] = anchor;
    ++shown;
  }
  if (shown < others.size())
    text += fmt::format("<p class=\"soft\">{} more: see Cases, and the JSON report for details.</p>\n",
                        counted(others.size() - shown, "case"));
  return text + "</details>\n";
}

std::string kind_html(const Report& report, const FailureGroup& group, std::size_t number, std::size_t bytes,
                      Anchors& anchors) {
  const CaseResult& first = group.first();
  const std::string anchor = fmt::format("finding-{}", number);
  std::string text = fmt::format(
      "<details class=\"finding {}\" id=\"{}\"{}><summary>{} <h3>{}</h3> <span class=\"soft\">{}</span> "
      "<span class=\"gist\">{}</span></summary>\n<div class=\"story\">\n",
      style_of(first.verdict).tone, anchor, number == 1 ? " open" : "", tag(first.verdict), title_of(group),
      counted(group.cases.size(), "case"), gist_of(first));
  text += story_within(report, first, bytes - std::min(bytes, text.size()));
  for (const CaseResult* result : group.cases)
    anchors[static_cast<std::size_t>(result - report.cases.data())] = anchor;
  text += others_html(report, group, bytes - std::min(bytes, text.size()), anchors);
  return text + "</div></details>\n";
}

void known_html(const Report& report, const TextSink& sink) {
  for (const SharedReason& known : known_failures(report))
    sink(fmt::format("<p class=\"known\">{} {} fail{}, as the baseline expects: {}{}</p>\n",
                     tag(Verdict::ExpectedFail), counted(known.cases, "case"), known.cases == 1 ? "s" : "",
                     fit(known.reason), known.detail.empty() ? "" : " (" + fit(known.detail) + ")"));
}

}  // namespace

void findings_html(const Report& report, Anchors& anchors, const TextSink& sink) {
  const auto groups = failure_groups(report);
  // At most half of the room, so that failures that no bug explains are shown too.
  std::size_t used = bugs_html(report, anchors, room / 2, sink);
  if (groups.empty() && !report.bugs.empty()) return known_html(report, sink);
  if (groups.empty()) {
    if (outcome_of(report) == Outcome::Pass && known_failures(report).empty())
      return sink("<p>None: no tested case fails.</p>\n");
    return sink(fmt::format("<p>Nothing new: {}.</p>\n", escaped(meaning(report)))), known_html(report, sink);
  }
  if (!report.bugs.empty()) sink("<h3 class=\"apart\">Failures that no bug explains</h3>\n");
  std::size_t kinds = 0;
  for (const FailureGroup& group : groups) {
    if (used >= room) break;
    const std::string kind =
        kind_html(report, group, kinds + 1, (room - used) / (groups.size() - kinds), anchors);
    used += kind.size();
    ++kinds;
    sink(kind);
  }
  if (kinds < groups.size())
    sink(fmt::format("<p>{} of failures: see Cases, and the JSON report for details.</p>\n",
                     counted(groups.size() - kinds, "more group")));
  known_html(report, sink);
}

}  // namespace wgcts::reports
