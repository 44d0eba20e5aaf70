// The picture of a work-group and the table of its values.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "reports/html/page.hpp"
#include "reports/words/failure_words.hpp"

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

std::string square(const LanePlace& at) { return fmt::format("M{} {}h1v1h-1z", at.column, at.row); }

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

/// A table of the first `rows` lanes of `f`, with this caption.
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
    if (w.lane < lanes)
      svg += fmt::format("<path class=\"lane\" d=\"{}\"><title>{}</title></path>",
                         square(place_of(*layout, f.local_size, w.lane)), escaped(words_of(w, f, dim)));
  }
  return svg + "</svg>\n";
}

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

}  // namespace wgcts::reports
