// The bug of each cell of the matrix.
#pragma once

#include <map>
#include <tuple>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The content of a cell of the matrix: a bug or a verdict.
struct CellMark {
  const Bug* bug = nullptr;
  std::size_t number = 0;  ///< the bug's number in the report, from 1
  Verdict verdict{};
};

/// The marks of all cells that have cases, by builtin, type and dimensions. A failure that no bug explains
/// comes first, so that it is not hidden. Then comes the bug with the fewest cells, so that a crash of every
/// builtin on tiny work-groups does not hide a bug of one builtin. The worst verdict comes last.
using CellMarks = std::map<std::tuple<const Builtin*, GenType, unsigned>, CellMark>;
CellMarks cell_marks(const Report& report);

}  // namespace wgcts::reports
