// The page's findings: a card for each bug, then for each group of failures that no bug explains. A card has
// the picture of a work-group and the table of its values.
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

std::string words_of(const LaneRow& w, const Failure& f, unsigned dim) {
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
  for (const LaneRow& w : std::span(f.lanes).first(rows)) {
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

// The limit for all findings in bytes. It keeps a page with the lines of 10,000 cases below 5 MB.
constexpr std::size_t room = 2'200'000;
constexpr std::size_t most_lanes_shown = 64;
constexpr std::size_t most_anchors = 3;  // of a case

/// A sentence that explains the arrangement of a picture's lanes.
std::string_view layout_words(unsigned dim) {
  return dim == 1   ? "By local linear id."
         : dim == 2 ? "x to the right, y down."
                    : "x to the right, y down, one block for each z.";
}

std::string minimal_html(const Bug& bug) {
  if (!bug.minimal || bug.minimal->wrong.empty()) return {};
  const MinimalCase& minimal = *bug.minimal;
  const Failure f{.local_size = minimal.local_size,
                  .wrong = wrong_lanes(minimal),
                  .wrong_runs = minimal.wrong,
                  .lanes = minimal.lanes};
  const auto c = parse_case(minimal.name);
  const unsigned dim = c ? c->dim : 3;
  const std::string picture = lane_picture(f, dim, most_lanes_shown);
  // Without a run of its kernel alone, only the first wrong lanes are known.
  const bool has_all = f.lanes.size() == volume(f.local_size);
  const std::size_t lanes = has_all ? f.lanes.size() : f.wrong;
  const std::size_t shown = std::min(most_lanes_shown, f.lanes.size());
  const std::string_view kind = has_all ? "lane" : "wrong lane";
  return fmt::format(
      "<div class=\"group\">\n{}{}</div>\n",
      picture.empty() ? ""
                      : fmt::format("<figure><div class=\"scroll\">{}</div><figcaption>The {}: {} (crossed). "
                                    "{}</figcaption></figure>\n",
                                    picture, minimal_title(bug), wrong_lanes_text(bug), layout_words(dim)),
      values_html(f, dim, shown,
                  shown < lanes ? fmt::format("The first {} of {}", shown, counted(lanes, kind))
                                : fmt::format("Every {}", kind)));
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

/// The indices of cases in the report, by name.
using Places = std::unordered_map<std::string, std::size_t>;

/// The first `most_bugs` cards, in about `bytes` bytes. Returns the number of bytes written. If a card needs
/// less than its share, the others get the rest.
std::size_t cards_html(const Report& report, const std::vector<Bug>& bugs, const Places& places,
                       Anchors& anchors, std::size_t bytes, const TextSink& sink) {
  const std::size_t shown = std::min(bugs.size(), most_bugs);
  std::size_t used = 0;
  for (std::size_t i = 0; i < shown; ++i) {
    const Bug& bug = bugs[i];
    const std::string anchor = is_diagnosed(bug) ? "bug-" + bug.signature : fmt::format("finding-{}", i + 1);
    const std::size_t left = bytes - std::min(bytes, used);
    const std::string card = card_html(report, bug, anchor, i == 0, left / (shown - i));
    used += card.size();
    sink(card);
    for (const std::string& id : bug.cases)
      if (const auto place = places.find(id);
          place != places.end() && anchors[place->second].size() < most_anchors)
        anchors[place->second].push_back(anchor);
  }
  return used;
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
  for (const LaneRow& w : f.lanes) {
    if (named-- == 0) break;
    if (w.lane >= lanes) continue;
    const auto at = place_of(*layout, f.local_size, w.lane);
    svg += fmt::format("<path class=\"lane\" d=\"M{} {}h1v1h-1z\"><title>{}</title></path>", at.column,
                       at.row, escaped(words_of(w, f, dim)));
  }
  return svg + "</svg>\n";
}

void findings_html(const Report& report, Anchors& anchors, const TextSink& sink) {
  const std::vector<Bug> others = unexplained(report);
  if (report.bugs.empty() && others.empty()) {
    const bool none = outcome_of(report) == Outcome::Pass && known_failures(report).empty();
    sink(none ? "<p>None: no tested case fails.</p>\n"
              : fmt::format("<p>Nothing new: {}.</p>\n", escaped(meaning(report))));
  }
  Places places;
  for (std::size_t i = 0; i < report.cases.size(); ++i) places.emplace(name(report.cases[i].the_case), i);
  // Bugs take at most half of the room, so that failures that no bug explains are shown too.
  const std::size_t used = cards_html(report, report.bugs, places, anchors, room / 2, sink);
  if (report.bugs.size() > most_bugs)
    sink(
        fmt::format("<p>The JSON report has {}.</p>\n", counted(report.bugs.size() - most_bugs, "more bug")));
  if (!report.bugs.empty() && !others.empty())
    sink("<h3 class=\"apart\">Failures that no bug explains</h3>\n");
  cards_html(report, others, places, anchors, room - std::min(room, used), sink);
  if (others.size() > most_bugs)
    sink(fmt::format("<p>{} of failures: see Cases, and the JSON report for details.</p>\n",
                     counted(others.size() - most_bugs, "more group")));
  known_html(report, sink);
}

}  // namespace wgcts::reports
