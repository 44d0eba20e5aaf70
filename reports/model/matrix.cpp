#include "reports/model/matrix.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "reference/lists.hpp"
#include "reports/model/bugs.hpp"

namespace wgcts::reports {

std::vector<MatrixRow> matrix_of(const Report& report) {
  std::vector<MatrixRow> rows;
  for (const Builtin* subject : subjects)
    for (const auto& type : gentypes) rows.push_back({subject, type.type});
  std::map<MatrixCell*, Counts> unexplained;
  std::map<MatrixCell*, std::set<const Bug*>> bugs;
  std::map<const Bug*, std::size_t> extents;  // the number of cells
  for (const CaseResult& result : report.cases) {
    const Case& c = result.the_case;
    const auto subject = index_in(subjects, c.builtin);
    MatrixRow& row = rows[subject * gentypes.size() + static_cast<std::size_t>(c.type)];
    MatrixCell& cell = row.cells[c.dim - 1];
    ++cell.counts[result.verdict];
    cell.verdict = *worst(cell.counts);
    if (!is_failure(result.verdict)) continue;
    const auto explained_by = bugs_of(report, result);
    if (explained_by.empty()) ++unexplained[&cell][result.verdict];
    for (const Bug* bug : explained_by)
      if (bugs[&cell].insert(bug).second) ++extents[bug];
  }
  for (const auto& [cell, counts] : unexplained) cell->verdict = *worst(counts);
  for (const auto& [cell, some] : bugs) {
    if (unexplained.contains(cell)) continue;
    cell->bug = *std::ranges::min_element(some, {}, [&](const Bug* bug) { return extents[bug]; });
    cell->number = static_cast<std::size_t>(cell->bug - report.bugs.data()) + 1;
  }
  std::erase_if(rows, [](const MatrixRow& row) {
    // Builtins of an extension that the device lacks have no rows.
    return std::ranges::none_of(row.cells, [&](const MatrixCell& cell) {
      const auto verdict = worst(cell.counts);
      return verdict && (is_core(*row.builtin) || verdict != Verdict::Skip);
    });
  });
  return rows;
}

std::vector<GenType> types_of(const std::vector<MatrixRow>& rows) {
  std::vector<GenType> found;
  for (const auto& row : gentypes)
    if (is_in(row.type, rows, &MatrixRow::type)) found.push_back(row.type);
  return found;
}

const MatrixRow* row_of(const std::vector<MatrixRow>& rows, const Builtin* builtin, GenType type) {
  return find_row(rows, std::pair(builtin, type),
                  [](const MatrixRow& row) { return std::pair(row.builtin, row.type); });
}

}  // namespace wgcts::reports
