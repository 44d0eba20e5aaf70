#include "reports/words/bug_matrix.hpp"

#include <algorithm>
#include <set>

#include "reports/model/bugs.hpp"

namespace wgcts::reports {

CellMarks cell_marks(const Report& report) {
  using Cell = CellMarks::key_type;
  std::map<Cell, std::set<std::size_t>> bugs;
  std::map<Cell, Counts> all, unexplained;
  std::vector<std::size_t> cells(report.bugs.size());
  for (const CaseResult& result : report.cases) {
    const Cell cell{result.the_case.builtin, result.the_case.type, result.the_case.dim};
    ++all[cell][result.verdict];
    if (!is_failure(result.verdict)) continue;
    const auto explained_by = bugs_of(report, result);
    if (explained_by.empty()) ++unexplained[cell][result.verdict];
    for (const Bug* bug : explained_by)
      if (const auto place = static_cast<std::size_t>(bug - report.bugs.data());
          bugs[cell].insert(place).second)
        ++cells[place];
  }
  CellMarks marks;
  for (const auto& [cell, counts] : all) {
    CellMark& mark = marks[cell];
    mark.verdict = worst(counts).value();
    if (const auto other = unexplained.find(cell); other != unexplained.end()) {
      mark.verdict = worst(other->second).value();
    } else if (const auto found = bugs.find(cell); found != bugs.end()) {
      const std::size_t rarest =
          *std::ranges::min_element(found->second, {}, [&](std::size_t i) { return cells[i]; });
      mark.bug = &report.bugs[rarest];
      mark.number = rarest + 1;
    }
  }
  return marks;
}

}  // namespace wgcts::reports
