// The page's cards of bugs: cause, conditions, smallest work-group, program and cases.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "harness/program/kernel.hpp"
#include "reports/html/page.hpp"
#include "reports/words/bug_words.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t most_lanes_shown = 64;

/// The minimal case's work-group as a Failure, for lane_picture().
Failure failure_shown(const MinimalCase& minimal) {
  Failure f{.local_size = minimal.local_size, .wrong_runs = minimal.wrong, .lanes = minimal.lanes};
  for (const LaneRun& run : minimal.wrong) f.wrong += run.last - run.first + 1;
  return f;
}

std::string minimal_html(const Bug& bug) {
  if (!bug.minimal) return {};
  const MinimalCase& minimal = *bug.minimal;
  const Failure f = failure_shown(minimal);
  const auto c = parse_case(minimal.name);
  const unsigned dim = c ? c->dim : 3;
  const std::string picture = lane_picture(f, dim, most_lanes_shown);
  if (picture.empty()) return {};
  const std::string caption = f.lanes.size() > most_lanes_shown
                                  ? fmt::format("The first {} of {} lanes", most_lanes_shown, f.lanes.size())
                                  : "Every lane";
  return fmt::format(
             "<div class=\"group\">\n<figure><div class=\"scroll\">{}</div><figcaption>The smallest case "
             "found: a work-group of {} lanes, {} of them wrong (crossed). {}</figcaption></figure>\n",
             picture, volume(minimal.local_size), f.wrong, layout_words(dim)) +
         values_html(f, dim, most_lanes_shown, caption) + "</div>\n";
}

std::string source_html(const std::string& title, const std::string& source) {
  return fmt::format(
      "<details><summary>{}</summary><div class=\"replay\"><pre><code>{}</code></pre></div></details>\n",
      title, escaped(source));
}

/// The smallest case's kernel, and the command that writes a C program. For bugs without a C program.
std::string kernel_html(const Report& report, const Bug& bug) {
  const auto c = bug.minimal ? case_in(bug, bug.minimal->name) : std::nullopt;
  if (!c) return {};
  std::string text;
  if (const std::string command = reproduce_command(report, bug); !command.empty())
    text += "<div><p class=\"soft\">Write a short C program that shows the bug:</p>\n" +
            replay_html(command) + "</div>\n";
  const std::string kernel = program_text({kernel_of(*c, true)});
  if (kernel.size() > longest_program) return text;
  return text + source_html(fmt::format("The kernel of {}, in OpenCL C", escaped(name(*c))), kernel);
}

std::string rerun_html(const Report& report, const Bug& bug) {
  std::string text;
  if (const std::string command = bug_command(report, bug); !command.empty())
    text += "<div><p class=\"soft\">Run it again:</p>\n" + replay_html(command) + "</div>\n";
  if (bug.reproducer.empty() && !bug.no_reproducer.empty())
    text += fmt::format("<p class=\"soft\">No C program: {}</p>\n", fit(bug.no_reproducer));
  if (bug.reproducer.empty()) return text + kernel_html(report, bug);
  text += fmt::format("<div><p class=\"soft\">C program: <code>{}</code></p>\n", fit(reproducer_text(bug)));
  if (const std::string program = c_program_of(bug); !program.empty()) text += source_html("Source", program);
  return text + "</div>\n";
}

std::string bug_facts_html(const Report& report, const Bug& bug) {
  constexpr std::size_t longest = 600;
  return "<dl class=\"facts\">\n" + fact("Cause", fit(cause_text(bug), longest)) +
         fact("Extent", fit(extent_text(report, bug), longest)) +
         fact("Smallest failing case", fit(minimal_text(bug), longest)) +
         fact("Nearest passing case", fit(neighbour_text(bug), longest)) +
         fact("Compiler", fit(compiler_text(bug), longest)) + "</dl>\n";
}

/// The indices of cases in the report, by name.
using Places = std::unordered_map<std::string, std::size_t>;

std::string bug_cases_html(const Report& report, const Bug& bug, const Places& places, std::size_t bytes) {
  std::string text =
      fmt::format("<details><summary>{}</summary><ul class=\"lines\">\n", counted(bug.cases.size(), "case"));
  std::size_t shown = 0;
  for (const std::string& id : bug.cases) {
    const auto place = places.find(id);
    if (place == places.end()) continue;
    const Verdict verdict = report.cases[place->second].verdict;
    const std::string line =
        fmt::format("<li><b class={}>{}</b> {}\n", style_of(verdict).tone, info(verdict).name, id);
    if (text.size() + line.size() > bytes) break;
    text += line;
    ++shown;
  }
  text += "</ul>";
  if (shown < bug.cases.size())
    text +=
        fmt::format("<p class=\"soft\">{} more: see Cases.</p>\n", counted(bug.cases.size() - shown, "case"));
  return text + "</details>\n";
}

std::string card_html(const Report& report, const Bug& bug, const Places& places, bool open,
                      std::size_t bytes) {
  const auto example = places.find(bug.example);
  const Verdict verdict = example == places.end() ? Verdict::Fail : report.cases[example->second].verdict;
  std::string text = fmt::format(
      "<details class=\"finding bug {}\" id=\"bug-{}\"{}><summary>{} <h3>{}</h3> <span class=\"soft\">bug "
      "{}, {}</span> <span class=\"gist\">{}</span></summary>\n<div class=\"story\">\n",
      style_of(verdict).tone, escaped(bug.signature), open ? " open" : "", tag(verdict), fit(bug.sentence),
      fit(bug.signature), counted(bug.cases.size(), "case"), fit(cause_text(bug)));
  for (const std::string& clause : bug.clauses) text += rule_html(clause);
  text += bug_facts_html(report, bug);
  // Long parts are left out if they exceed the limit.
  for (const std::string& part : {rerun_html(report, bug), minimal_html(bug)})
    if (text.size() + part.size() <= bytes) text += part;
  text += bug_cases_html(report, bug, places, bytes - std::min(bytes, text.size()));
  return text + "</div></details>\n";
}

}  // namespace

std::size_t bugs_html(const Report& report, Anchors& anchors, std::size_t bytes, const TextSink& sink) {
  if (report.bugs.empty()) return 0;
  Places places;
  for (std::size_t i = 0; i < report.cases.size(); ++i) places.emplace(name(report.cases[i].the_case), i);
  const std::size_t shown = std::min(report.bugs.size(), most_bugs);
  std::size_t used = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const Bug& bug = report.bugs[i];
    const std::size_t room = bytes - std::min(bytes, used);
    const std::string card = card_html(report, bug, places, i == 0, room / (shown - i));
    used += card.size();
    sink(card);
    for (const std::string& id : bug.cases)
      if (const auto place = places.find(id); place != places.end() && anchors[place->second].empty())
        anchors[place->second] = "bug-" + bug.signature;
  }
  if (shown < report.bugs.size())
    sink(fmt::format("<p>The JSON report has {}.</p>\n", counted(report.bugs.size() - shown, "more bug")));
  return used;
}

}  // namespace wgcts::reports
