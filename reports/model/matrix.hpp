// The matrix of builtins and types, with a cell for each number of dimensions.
#pragma once

#include <array>
#include <vector>

#include "reports/model/report.hpp"

namespace wgcts::reports {

/// The cases of a builtin, type and number of dimensions. The cell shows a failure that no bug explains, if
/// it has one. Otherwise it shows the bug with the fewest cells, so that a crash of every builtin on tiny
/// work-groups does not hide a bug of one builtin. Otherwise it shows the worst verdict.
struct MatrixCell {
  Counts counts{};
  Verdict verdict{};         ///< the worst one, or that of the failures that no bug explains
  const Bug* bug = nullptr;  ///< instead of the verdict
  std::size_t number = 0;    ///< the bug's number in the report, from 1
};

struct MatrixRow {
  const Builtin* builtin;
  GenType type;
  std::array<MatrixCell, 3> cells{};  ///< 1d, 2d, 3d; without cases, all counts are 0
};

/// The rows that have cases, in the order of builtins and types.
std::vector<MatrixRow> matrix_of(const Report& report);

std::vector<GenType> types_of(const std::vector<MatrixRow>& rows);

/// The row of the builtin and type; nullptr if there is none.
const MatrixRow* row_of(const std::vector<MatrixRow>& rows, const Builtin* builtin, GenType type);

}  // namespace wgcts::reports
