// The matrix of builtins and types, with a character for each number of dimensions.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "reference/lists.hpp"
#include "reports/terminal/summary.hpp"
#include "reports/words/bug_matrix.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t least_name_width = 20;
constexpr std::size_t cell_width = 8;  // three marks, the spaces between them, and the gap

/// The width of the longest shown name and a gap; at least the width for the core builtins, so that most runs
/// have the same columns.
std::size_t name_width_of(const std::vector<MatrixRow>& rows) {
  std::size_t width = least_name_width;
  for (const MatrixRow& row : rows) width = std::max(width, row.builtin->name.size() + 2);
  return width;
}

/// The marks of the cells, and the style.
struct Drawing {
  const Report& report;
  const TerminalStyle& style;
  const std::vector<MatrixRow> rows = matrix_of(report);
  const CellMarks marks = cell_marks(report);
  const std::size_t name_width = name_width_of(rows);

  std::optional<CellMark> mark_of(const MatrixRow& row, unsigned dim) const {
    const auto found = marks.find({row.builtin, row.type, dim});
    return found == marks.end() ? std::nullopt : std::optional(found->second);
  }
};

std::string mark_text(const std::optional<CellMark>& cell, const TerminalStyle& style) {
  if (!cell) return std::string(1, nothing_selected);
  if (cell->bug != nullptr)
    return paint_bug(std::string(1, bug_mark(cell->number)), cell->number, style.colour);
  return paint(std::string(1, style_of(cell->verdict).letter), cell->verdict, style.colour);
}

std::string cell_text(const MatrixRow& row, const Drawing& drawing) {
  std::string text;
  for (unsigned dim = 1; dim <= 3; ++dim)
    text += (dim == 1 ? "" : " ") + mark_text(drawing.mark_of(row, dim), drawing.style);
  return text;
}

// Explains the marks that occur in the matrix.
std::string legend(const Drawing& drawing) {
  const TerminalStyle& style = drawing.style;
  const auto shown = [&](auto&& wanted) {
    return std::ranges::any_of(drawing.rows, [&](const MatrixRow& row) {
      return wanted(drawing.mark_of(row, 1)) || wanted(drawing.mark_of(row, 2)) ||
             wanted(drawing.mark_of(row, 3));
    });
  };
  std::string text = drawing.report.bugs.empty()
                         ? "1, 2 and 3 dimensions, with the worst verdict of each:"
                         : "1, 2 and 3 dimensions, with the most specific bug or the worst verdict of each:";
  std::size_t column = text.size();
  const auto add = [&](const std::string& entry, std::size_t width) {
    const bool fits = column + 2 + width <= style.width;
    text += fits ? "  " : "\n  ";
    column = (fits ? column : 0) + 2 + width;
    text += entry;
  };
  for (std::size_t i = 0; i < drawing.report.bugs.size(); ++i)
    if (const std::size_t number = i + 1;
        shown([&](const auto& cell) { return cell && cell->number == number; }))
      add(paint_bug(std::string(1, bug_mark(number)), number, style.colour) + " bug " +
              drawing.report.bugs[i].signature,
          14);
  for (const auto& verdict : verdicts)
    if (shown([&](const auto& cell) {
          return cell && cell->bug == nullptr && cell->verdict == verdict.verdict;
        }))
      add(fmt::format("{} {}",
                      paint(std::string(1, style_of(verdict.verdict).letter), verdict.verdict, style.colour),
                      verdict.name),
          verdict.name.size() + 2);
  if (shown([](const auto& cell) { return !cell; })) add(fmt::format("{} no case", nothing_selected), 18);
  return text + "\n";
}

/// The columns of these types, for all builtins that have at least one of them.
std::string block_text(const Drawing& drawing, std::span<const GenType> types) {
  // A gap is written only before a cell, so that no line ends in spaces.
  std::string text, gap(drawing.name_width, ' ');
  for (const GenType type : types) {
    text += gap + std::string(info(type).name);
    gap.assign(cell_width - info(type).name.size(), ' ');
  }
  text += "\n";
  for (const Builtin* subject : subjects) {
    std::string line{subject->name};
    if (!is_in(subject, drawing.rows, &MatrixRow::builtin)) continue;
    gap.assign(drawing.name_width - subject->name.size(), ' ');
    bool some = false;
    for (const GenType type : types) {
      const MatrixRow* row = row_of(drawing.rows, subject, type);
      if (row == nullptr) {
        gap.append(cell_width, ' ');
        continue;
      }
      some = true;
      line += gap + cell_text(*row, drawing);
      gap.assign(cell_width - 5, ' ');
    }
    if (some) text += line + "\n";
  }
  return text;
}

}  // namespace

std::string matrix_text(const Report& report, const TerminalStyle& style) {
  const Drawing drawing{report, style};
  const auto& rows = drawing.rows;
  if (rows.empty()) return {};
  const std::vector<GenType> types = types_of(rows);
  // Blocks of as many types as fit.
  const std::size_t names = drawing.name_width;
  const std::size_t room = style.width > names + 3 ? style.width - names + 3 : cell_width;
  const std::size_t fit = std::max<std::size_t>(1, room / cell_width);
  std::string text;
  for (std::size_t first = 0; first < types.size(); first += fit)
    text += (first == 0 ? "" : "\n") +
            block_text(drawing, std::span(types).subspan(first, std::min(fit, types.size() - first)));
  return text + legend(drawing);
}

}  // namespace wgcts::reports
