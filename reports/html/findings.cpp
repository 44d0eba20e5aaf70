// The page's findings: a card for each bug, then groups of failures that no bug explains. Each has the
// picture of a work-group and the table of its values.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_map>

#include "reference/clauses.hpp"
#include "reports/html/page.hpp"
#include "reports/words/words.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t most_lanes = 16384;
constexpr std::size_t widest_row = 64;
constexpr std::size_t longest_shown = 200;
constexpr std::size_t longest_value = 60;
constexpr std::size_t gap = 1;  // squares between layers, for the label with z

bool has_layers(const Extents& size) { return size[2] > 1; }

struct Box {
  std::size_t x, y, width, height;
};

// Adds the squares of a run of lanes, merged into one box for each row.
void add_run(std::vector<Box>& boxes, const LaneLayout& layout, const Extents& size, LaneRun run) {
  for (std::size_t lane = run.first; lane <= run.last;) {
    const std::size_t x = lane % size[0];
    const std::size_t in_row = std::min(layout.row_lanes - x % layout.row_lanes, size[0] - x);
    const std::size_t count = std::min(in_row, run.last - lane + 1);
    const auto [column, row] = place_of(layout, size, lane);
    Box* const above = boxes.empty() ? nullptr : &boxes.back();
    if (above != nullptr && above->x == column && above->width == count && above->y + above->height == row)
      ++above->height;
    else
      boxes.push_back({column, row, count, 1});
    lane += count;
  }
}

std::string path_of(const std::vector<Box>& boxes, std::string_view pattern) {
  std::string path;
  for (const Box& b : boxes) path += fmt::format("M{} {}h{}v{}h-{}z", b.x, b.y, b.width, b.height, b.width);
  return fmt::format("<path fill=\"url(#{})\" d=\"{}\"/>", pattern, path);
}

std::string words_of(const WrongLane& w, const Failure& f, unsigned dim) {
  const std::string place =
      dim == 1 ? "" : fmt::format(" at {}", id_text(unlinear(w.lane, f.local_size), dim));
  return shortened(fmt::format("lane {}{}: {}", w.lane, place, lane_values_text(w.input, w.expected, w.got)),
                   longest_shown);
}

// The size of a square: smaller for large work-groups.
std::size_t pixels(const LaneLayout& layout) {
  const std::size_t squares = layout.columns * layout.rows;
  return squares <= 160 ? 20 : squares <= 600 ? 14 : squares <= 2600 ? 9 : 6;
}

std::string values_html(const Failure& f, unsigned dim, std::size_t rows, std::string_view caption) {
  rows = std::min(rows, f.lanes.size());
  if (rows == 0) return {};
  const auto is_wrong = [&](std::size_t lane) {
    return std::ranges::any_of(f.wrong_runs,
                               [&](const LaneRun& run) { return run.first <= lane && lane <= run.last; });
  };
  std::string text = fmt::format(
      "<div class=\"values\" tabindex=\"0\" role=\"region\" aria-label=\"Values of lanes\"><table>\n"
      "<caption>{}</caption>\n<thead><tr><th scope=col>lane{}<th scope=col>input<th scope=col>expected"
      "<th scope=col>got</thead>\n",
      caption, dim == 1 ? "" : "<th scope=col>at");
  for (const WrongLane& w : std::span(f.lanes).first(rows)) {
    const bool with_bits = w.expected.text == w.got.text;
    const std::string place =
        dim == 1 ? "" : fmt::format("<td>{}", id_text(unlinear(w.lane, f.local_size), dim));
    text += fmt::format(
        "<tr{}><th scope=row>{}{}<td>{}<td>{}<td>{}\n", is_wrong(w.lane) ? "" : " class=right", w.lane, place,
        fit(w.input.text, longest_value), fit(value_text(w.expected, with_bits), longest_value),
        fit(value_text(w.got, with_bits), longest_value));
  }
  return text + "</table></div>\n";
}

// The limit for all findings in bytes. It keeps a page with the lines of 10,000 cases below 5 MB. Groups of
// failures share it evenly. If a group needs less, the others get the rest.
constexpr std::size_t room = 2'200'000;
constexpr std::size_t other_lanes = 8;  // shown for all but the first case of a group
constexpr std::size_t longest_log = 4000;

constexpr std::size_t most_lanes_shown = 64;

/// A sentence that explains the arrangement of a picture's lanes.
std::string_view layout_words(unsigned dim) {
  return dim == 1   ? "By local linear id."
         : dim == 2 ? "x to the right, y down."
                    : "x to the right, y down, one block for each z.";
}

std::string work_group_html(const Failure& f, unsigned dim, std::size_t lanes, const std::string& words,
                            const std::string& caption) {
  const std::string picture = lane_picture(f, dim, lanes);
  return fmt::format("<div class=\"group\">\n{}{}</div>\n",
                     picture.empty() ? ""
                                     : fmt::format("<figure><div class=\"scroll\">{}</div><figcaption>{}"
                                                   "</figcaption></figure>\n",
                                                   picture, words),
                     values_html(f, dim, lanes, caption));
}

std::string minimal_html(const Bug& bug) {
  if (!bug.minimal) return {};
  const MinimalCase& minimal = *bug.minimal;
  Failure f{.local_size = minimal.local_size, .wrong_runs = minimal.wrong, .lanes = minimal.lanes};
  for (const LaneRun& run : minimal.wrong) f.wrong += run.last - run.first + 1;
  if (f.wrong == 0) return {};
  const auto c = parse_case(minimal.name);
  const unsigned dim = c ? c->dim : 3;
  return work_group_html(
      f, dim, most_lanes_shown,
      fmt::format("The smallest case found: a work-group of {}, {} of them wrong (crossed). {}",
                  counted(volume(minimal.local_size), "lane"), f.wrong, layout_words(dim)),
      f.lanes.size() > most_lanes_shown
          ? fmt::format("The first {} of {} lanes", most_lanes_shown, f.lanes.size())
          : "Every lane");
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

/// The first `most_bugs` bugs, in about `bytes` bytes. Returns the number of bytes written.
std::size_t bugs_html(const Report& report, Anchors& anchors, std::size_t bytes, const TextSink& sink) {
  if (report.bugs.empty()) return 0;
  Places places;
  for (std::size_t i = 0; i < report.cases.size(); ++i) places.emplace(name(report.cases[i].the_case), i);
  const std::size_t shown = std::min(report.bugs.size(), most_bugs);
  std::size_t used = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const Bug& bug = report.bugs[i];
    const std::size_t left = bytes - std::min(bytes, used);
    const std::string card = card_html(report, bug, places, i == 0, left / (shown - i));
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

std::string facts_html(const CaseResult& result) {
  const Case& c = result.the_case;
  const auto& f = result.failure;
  const bool has_lane = f && has_wrong_lane(*f);
  const std::string size =
      has_lane ? fmt::format("{}, work-group {}", to_string(f->local_size, c.dim), id_text(f->group, c.dim))
               : to_string(c.local, c.dim);
  std::string text = "<dl class=\"facts\">\n" + fact("Case", fmt::format("<code>{}</code>", name(c))) +
                     fact("Launch", fmt::format("{}, local size {}; {}", counted(c.dim, "dimension"), size,
                                                escaped(plan_of(*c.variant)))) +
                     fact("Kernel", fmt::format("{}: {}", c.form->name, escaped(c.form->plan)));
  if (f)
    text += fact(has_lane ? "First wrong" : "Check", fit(lane_text(*f, c.dim))) +
            fact("Broken", fit(broken_text(*f), 600));
  return text + fact("Summary", fit(sentence_of(result))) + "</dl>\n";
}

std::string group_html(const CaseResult& result, std::size_t lanes) {
  if (!result.failure || !has_wrong_lane(*result.failure)) return {};
  const Failure& f = *result.failure;
  const unsigned dim = result.the_case.dim;
  const std::size_t rows = std::min(lanes, f.lanes.size());
  return work_group_html(
      f, dim, lanes,
      fmt::format("Work-group {} of {} lanes: {} wrong (crossed). {}{}", id_text(f.group, dim),
                  volume(f.local_size), f.wrong, layout_words(dim),
                  f.wrong_runs.size() == most_lane_runs ? " Further wrong lanes may be missing." : ""),
      rows < f.wrong ? fmt::format("The first {} of {} wrong lanes", rows, f.wrong) : "Every wrong lane");
}

std::string other_html(const Report& report, const CaseResult& result, const std::string& anchor) {
  return fmt::format(
      "<details class=\"other\" id=\"{}\"><summary>{} "
      "<code>{}</code></summary><div>\n{}{}{}</div></details>\n",
      anchor, info(result.verdict).name, name(result.the_case), facts_html(result),
      replay_html(replay_command(report, result.the_case)), group_html(result, other_lanes));
}

std::string title_of(const FailureGroup& group) {
  const Case& c = group.front()->the_case;
  if (pairs_in(group) > 1) return fmt::format("{} pairs of builtin and type", pairs_in(group));
  return fmt::format("{}, {}", title(*c.builtin), info(c.type).name);
}

std::string gist_of(const CaseResult& result) {
  if (!result.failure) return fit(sentence_of(result));
  const Failure& f = *result.failure;
  if (!has_wrong_lane(f)) return fit(fmt::format("{}: {}", f.clause, f.message));
  const bool with_bits = f.expected.text == f.got.text;
  return fit(fmt::format("{}: expected {}, got {}: {}", f.clause, value_text(f.expected, with_bits),
                         value_text(f.got, with_bits), f.message));
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
  text += command_html("Run it again:", replay_command(report, result.the_case));
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
  const auto others = std::span(group).subspan(1);
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
  const CaseResult& first = *group.front();
  const std::string anchor = fmt::format("finding-{}", number);
  std::string text = fmt::format(
      "<details class=\"finding {}\" id=\"{}\"{}><summary>{} <h3>{}</h3> <span class=\"soft\">{}</span> "
      "<span class=\"gist\">{}</span></summary>\n<div class=\"story\">\n",
      style_of(first.verdict).tone, anchor, number == 1 ? " open" : "", tag(first.verdict), title_of(group),
      counted(group.size(), "case"), gist_of(first));
  text += story_within(report, first, bytes - std::min(bytes, text.size()));
  for (const CaseResult* result : group)
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

std::optional<LaneLayout> lane_layout(const Extents& size) {
  const auto too_large = [](std::size_t extent) { return extent == 0 || extent > most_lanes; };
  if (std::ranges::any_of(size, too_large) || volume(size) > most_lanes) return std::nullopt;
  const bool line = size[1] == 1 && size[2] == 1;
  LaneLayout layout;
  layout.row_lanes = std::min(size[0], line && size[0] <= 1024 ? widest_row / 2 : widest_row);
  layout.layer_rows = size[1] * ((size[0] + layout.row_lanes - 1) / layout.row_lanes);
  layout.layers_across = std::min(size[2], std::max<std::size_t>(1, widest_row / (layout.row_lanes + gap)));
  const std::size_t layers_down = (size[2] + layout.layers_across - 1) / layout.layers_across;
  layout.columns = layout.layers_across * (layout.row_lanes + gap) - gap;
  layout.rows = layers_down * (layout.layer_rows + (has_layers(size) ? gap : 0));
  return layout;
}

LanePlace place_of(const LaneLayout& layout, const Extents& size, std::size_t lane) {
  const auto [x, y, z] = unlinear(lane, size);
  const std::size_t rows_of_x = (size[0] + layout.row_lanes - 1) / layout.row_lanes;
  const std::size_t title = has_layers(size) ? gap : 0;
  return {
      z % layout.layers_across * (layout.row_lanes + gap) + x % layout.row_lanes,
      z / layout.layers_across * (layout.layer_rows + title) + title + y * rows_of_x + x / layout.row_lanes};
}

std::string lane_picture(const Failure& f, unsigned dim, std::size_t named) {
  const auto layout = lane_layout(f.local_size);
  if (!layout || f.wrong_runs.empty()) return {};
  const std::size_t lanes = volume(f.local_size);
  std::vector<Box> all, wrong;
  add_run(all, *layout, f.local_size, {0, lanes - 1});
  for (const LaneRun& run : f.wrong_runs)
    if (run.last < lanes) add_run(wrong, *layout, f.local_size, run);

  std::string svg = fmt::format(
      "<svg class=\"lanes\" role=\"img\" aria-label=\"{} of {} lanes are wrong\" viewBox=\"0 0 {} {}\" "
      "width=\"{}\" height=\"{}\">",
      f.wrong, lanes, layout->columns, layout->rows, layout->columns * pixels(*layout),
      layout->rows * pixels(*layout));
  svg += path_of(all, "right-lane") + path_of(wrong, "wrong-lane");
  if (has_layers(f.local_size))
    for (std::size_t z = 0; z < f.local_size[2]; ++z) {
      const auto at = place_of(*layout, f.local_size, z * f.local_size[0] * f.local_size[1]);
      svg += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\".8\">{}{}</text>", at.column,
                         static_cast<double>(at.row) - 0.2, z == 0 ? "z " : "", z);
    }
  for (const WrongLane& w : f.lanes) {
    if (named-- == 0) break;
    if (w.lane >= lanes) continue;
    const auto at = place_of(*layout, f.local_size, w.lane);
    svg += fmt::format("<path class=\"lane\" d=\"M{} {}h1v1h-1z\"><title>{}</title></path>", at.column,
                       at.row, escaped(words_of(w, f, dim)));
  }
  return svg + "</svg>\n";
}

void findings_html(const Report& report, Anchors& anchors, const TextSink& sink) {
  const auto groups = failure_groups(report);
  // Bugs take at most half of the room, so that failures that no bug explains are shown too.
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
