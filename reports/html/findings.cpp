// The page's findings: a card for each bug, then for each group of failures that no bug explains. A card has
// the table of a work-group's values.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "reference/clauses.hpp"
#include "reports/html/page.hpp"
#include "reports/words/words.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t longest_value = 60;
constexpr std::size_t most_lanes_shown = 64;

std::string values_html(const MinimalCase& minimal) {
  const std::size_t shown = std::min(most_lanes_shown, minimal.lanes.size());
  if (shown == 0) return {};
  const auto is_wrong = [&](std::size_t lane) {
    return std::ranges::any_of(minimal.wrong,
                               [&](const LaneRun& run) { return run.first <= lane && lane <= run.last; });
  };
  // Without a run of its kernel alone, only the first wrong lanes are known.
  const bool has_all = minimal.lanes.size() == volume(minimal.local_size);
  const std::size_t lanes = has_all ? minimal.lanes.size() : wrong_lanes(minimal);
  const std::string_view kind = has_all ? "lane" : "wrong lane";
  const auto c = parse_case(minimal.name);
  const unsigned dim = c ? c->dim : 3;
  std::string text = fmt::format(
      "<div class=\"values\" tabindex=\"0\" role=\"region\" aria-label=\"Values of lanes\"><table>\n"
      "<caption>{}</caption>\n<thead><tr><th scope=col>lane{}<th scope=col>input<th scope=col>expected"
      "<th scope=col>got</thead>\n",
      shown < lanes ? fmt::format("The first {} of {}", shown, counted(lanes, kind))
                    : fmt::format("Every {}", kind),
      dim == 1 ? "" : "<th scope=col>at");
  for (const LaneRow& w : std::span(minimal.lanes).first(shown)) {
    const bool with_bits = w.expected.text == w.got.text;
    const std::string place =
        dim == 1 ? "" : fmt::format("<td>{}", id_text(unlinear(w.lane, minimal.local_size), dim));
    text += fmt::format(
        "<tr{}><th scope=row>{}{}<td>{}<td>{}<td>{}\n", is_wrong(w.lane) ? "" : " class=right", w.lane, place,
        fit(w.input.text, longest_value), fit(value_text(w.expected, with_bits), longest_value),
        fit(value_text(w.got, with_bits), longest_value));
  }
  return text + "</table></div>\n";
}

// The limit in bytes for the cards of bugs, and for those of groups of failures. It keeps a page with the
// lines of 10,000 cases below 5 MB.
constexpr std::size_t room = 1'100'000;
constexpr std::size_t most_anchors = 3;  // of a case

/// The wrong lanes of the smallest case, "0, 4-7, 12", and the table of its values.
std::string minimal_html(const Bug& bug) {
  if (!bug.minimal || bug.minimal->wrong.empty()) return {};
  const std::string lanes = joined(bug.minimal->wrong, ", ", [](const LaneRun& run) {
    return fmt::format("{}{}", run.first, run.first == run.last ? "" : fmt::format("-{}", run.last));
  });
  return fmt::format("<p class=\"soft\">The {}: {}: {}</p>\n{}", minimal_title(bug), wrong_lanes_text(bug),
                     fit(lanes), values_html(*bug.minimal));
}

std::string_view tier_words(Tier tier) {
  return tier == Tier::Written   ? "written in the specification"
         : tier == Tier::Implied ? "implied by the specification"
                                 : "undefined in the specification";
}

std::string rule_html(std::string_view id) {
  const Clause* clause = find_clause(id);
  if (clause == nullptr) return fmt::format("<p class=\"rule\">{}</p>\n", fit(id));
  return fmt::format(
      "<p class=\"rule\"><strong>{}</strong> <span class=\"soft\">({})</span><br>{}<br>"
      "<span class=\"soft\">{}</span></p>\n",
      clause->id, tier_words(clause->tier), escaped(clause->text), escaped(citation(*clause)));
}

std::string replay_html(const std::string& command) {
  return fmt::format("<div class=\"replay\"><code>{}</code></div>\n", escaped(command));
}

std::string source_html(const std::string& title, const std::string& source) {
  return fmt::format(
      "<details><summary>{}</summary><div class=\"replay\"><pre><code>{}</code></pre></div></details>\n",
      title, escaped(source));
}

std::string command_html(std::string_view purpose, const std::string& command) {
  return fmt::format("<div><p class=\"soft\">{}</p>\n{}</div>\n", purpose, replay_html(command));
}

/// The smallest case's kernel, and the command that writes a C program. For bugs without a C program.
std::string kernel_html(const Report& report, const Bug& bug) {
  std::string text;
  if (const std::string command = reproduce_command(report, bug); !command.empty())
    text += command_html("Write a short C program that shows the bug:", command);
  const std::string kernel = smallest_kernel(bug);
  if (kernel.empty()) return text;
  return text + source_html(fmt::format("The kernel of {}, in OpenCL C", escaped(bug.minimal->name)), kernel);
}

std::string rerun_html(const Report& report, const Bug& bug) {
  std::string text;
  if (const std::string command = bug_command(report, bug); !command.empty())
    text += command_html("Run it again:", command);
  if (!is_diagnosed(bug)) return text;
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
         fact(is_diagnosed(bug) ? "Smallest failing case" : "Example", fit(minimal_text(bug), longest)) +
         fact("Nearest passing case", fit(neighbour_text(bug), longest)) +
         fact("Compiler", fit(compiler_text(bug), longest)) +
         fact("Driver's log", fit(log_text(report, bug), longest)) + "</dl>\n";
}

std::string card_html(const Report& report, const Bug& bug, const std::string& anchor, bool open,
                      std::size_t bytes) {
  const Verdict verdict = verdict_of(report, bug);
  const std::string cases = counted(bug.cases.size(), "case");
  std::string text = fmt::format(
      "<details class=\"finding {}\" id=\"{}\"{}><summary>{} <h3>{}</h3> <span class=\"soft\">{}</span> "
      "<span class=\"gist\">{}</span></summary>\n<div class=\"story\">\n",
      style_of(verdict).tone, escaped(anchor), open ? " open" : "", tag(verdict), fit(bug.sentence),
      is_diagnosed(bug) ? fmt::format("bug {}, {}", fit(bug.signature), cases) : cases,
      fit(is_diagnosed(bug) ? cause_text(bug) : minimal_text(bug)));
  for (const std::string& clause : bug.clauses) text += rule_html(clause);
  text += bug_facts_html(report, bug);
  // Long parts are left out if they exceed the limit.
  for (const std::string& part : {rerun_html(report, bug), minimal_html(bug)})
    if (text.size() + part.size() <= bytes) text += part;
  return text + "</div></details>\n";
}

/// The first `most_bugs` cards. If a card needs less than its share of the room, the others get the rest.
void cards_html(const Report& report, const std::vector<Bug>& bugs, Anchors& anchors, const TextSink& sink) {
  std::size_t left = room;
  for (std::size_t i = 0, shown = std::min(bugs.size(), most_bugs); i < shown; ++i) {
    const Bug& bug = bugs[i];
    const std::string anchor = is_diagnosed(bug) ? "bug-" + bug.signature : fmt::format("finding-{}", i + 1);
    const std::string card = card_html(report, bug, anchor, i == 0, left / (shown - i));
    left -= std::min(left, card.size());
    sink(card);
    for (const std::string& id : bug.cases)
      if (auto& links = anchors[id]; links.size() < most_anchors) links.push_back(anchor);
  }
}

void known_html(const Report& report, const TextSink& sink) {
  for (const SharedReason& known : known_failures(report))
    sink(fmt::format("<p class=\"known\">{} {} fail{}, as the baseline expects: {}{}</p>\n",
                     tag(Verdict::ExpectedFail), counted(known.cases, "case"), known.cases == 1 ? "s" : "",
                     fit(known.reason), known.detail.empty() ? "" : " (" + fit(known.detail) + ")"));
}

}  // namespace

void findings_html(const Report& report, Anchors& anchors, const TextSink& sink) {
  const std::vector<Bug> others = unexplained(report);
  if (report.bugs.empty() && others.empty()) {
    const bool none = outcome_of(report) == Outcome::Pass && known_failures(report).empty();
    sink(none ? "<p>None: no tested case fails.</p>\n"
              : fmt::format("<p>Nothing new: {}.</p>\n", escaped(meaning(report))));
  }
  cards_html(report, report.bugs, anchors, sink);
  if (report.bugs.size() > most_bugs)
    sink(
        fmt::format("<p>The JSON report has {}.</p>\n", counted(report.bugs.size() - most_bugs, "more bug")));
  if (!report.bugs.empty() && !others.empty())
    sink("<h3 class=\"apart\">Failures that no bug explains</h3>\n");
  cards_html(report, others, anchors, sink);
  if (others.size() > most_bugs)
    sink(fmt::format("<p>{} of failures: see Cases, and the JSON report for details.</p>\n",
                     counted(others.size() - most_bugs, "more group")));
  known_html(report, sink);
}

}  // namespace wgcts::reports
