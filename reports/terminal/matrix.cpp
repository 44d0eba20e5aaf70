#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "reports/terminal/marks.hpp"
#include "reports/terminal/summary.hpp"

namespace wgcts::reports {
namespace {

constexpr std::size_t name_width = 28;
constexpr std::size_t cell_width = 8;  // three marks, the spaces between them, and the gap

std::string mark_text(const Counts& counts, const TerminalStyle& style) {
  const auto verdict = worst(counts);
  if (!verdict) return std::string(1, nothing_selected);
  return paint(std::string(1, mark(*verdict).letter), *verdict, style.colour);
}

std::string cell_text(const MatrixRow& row, const TerminalStyle& style) {
  return mark_text(row.dims[0], style) + " " + mark_text(row.dims[1], style) + " " +
         mark_text(row.dims[2], style);
}

// The marks that the matrix holds, and no others, so that one line mostly is enough.
std::string legend(const std::vector<MatrixRow>& rows, const TerminalStyle& style) {
  const auto shown = [&](auto&& wanted) {
    return std::ranges::any_of(rows, [&](const MatrixRow& row) {
      return std::ranges::any_of(row.dims, [&](const Counts& c) { return wanted(worst(c)); });
    });
  };
  std::string text = "1, 2 and 3 dimensions, the worst verdict of each:";
  std::size_t column = text.size();
  const auto add = [&](const std::string& entry, std::size_t width) {
    const bool fits = column + 2 + width <= style.width;
    text += fits ? "  " : "\n  ";
    column = (fits ? column : 0) + 2 + width;
    text += entry;
  };
  for (const auto& verdict : verdicts)
    if (shown([&](auto worst_one) { return worst_one == verdict.verdict; }))
      add(fmt::format("{} {}",
                      paint(std::string(1, mark(verdict.verdict).letter), verdict.verdict, style.colour),
                      verdict.name),
          verdict.name.size() + 2);
  if (shown([](auto worst_one) { return !worst_one; }))
    add(fmt::format("{} nothing selected", nothing_selected), 18);
  return text + "\n";
}

/// The columns of these types for all builtins that have some of them.
std::string block_text(const std::vector<MatrixRow>& rows, std::span<const GenType> types,
                       const TerminalStyle& style) {
  // Gaps are written before what follows them, so that no line ends in spaces.
  std::string text, gap(name_width, ' ');
  for (const GenType type : types) {
    text += gap + std::string(info(type).name);
    gap.assign(cell_width - info(type).name.size(), ' ');
  }
  text += "\n";
  for (const Builtin& builtin : builtins) {
    std::string line{builtin.name};
    gap.assign(name_width - builtin.name.size(), ' ');
    bool some = false;
    for (const GenType type : types) {
      const auto row = std::ranges::find_if(
          rows, [&](const MatrixRow& r) { return r.builtin == &builtin && r.type == type; });
      if (row == rows.end()) {
        gap.append(cell_width, ' ');
        continue;
      }
      some = true;
      line += gap + cell_text(*row, style);
      gap.assign(cell_width - 5, ' ');
    }
    if (some) text += line + "\n";
  }
  return text;
}

}  // namespace

std::string matrix_text(const Report& report, const TerminalStyle& style) {
  const auto rows = matrix_of(report);
  if (rows.empty()) return {};
  std::vector<GenType> types;
  for (const auto& type : gentypes)
    if (std::ranges::find(rows, type.type, &MatrixRow::type) != rows.end()) types.push_back(type.type);
  // As many types beside each other as fit, the rest below.
  const std::size_t room = style.width > name_width + 3 ? style.width - name_width + 3 : cell_width;
  const std::size_t fit = std::max<std::size_t>(1, room / cell_width);
  std::string text;
  for (std::size_t first = 0; first < types.size(); first += fit)
    text += (first == 0 ? "" : "\n") +
            block_text(rows, std::span(types).subspan(first, std::min(fit, types.size() - first)), style);
  return text + legend(rows, style);
}

}  // namespace wgcts::reports
