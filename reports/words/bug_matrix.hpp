// Where a report's failures lie, by bug: what the marks of the matrix stand for, and counts by form and size.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "reports/model/bugs.hpp"

namespace wgcts::reports {

/// What a cell of the matrix shows: a bug, or else a verdict.
struct CellMark {
  const Bug* bug = nullptr;
  std::size_t number = 0;  ///< the bug's place in the report, from 1
  Verdict verdict{};
};

/// The marks of all cells. A case that failed and that no bug explains comes first, so that nothing
/// unexplained hides; then, of a cell's bugs, the one that is in the fewest cells, so that a crash of every
/// builtin on tiny work-groups does not paint over what is wrong with one of them; then the worst verdict.
class BugMatrix {
 public:
  explicit BugMatrix(const Report& report);
  /// Nothing for a cell without cases.
  std::optional<CellMark> mark(const Builtin& builtin, GenType type, unsigned dim) const;

 private:
  using Cell = std::tuple<const Builtin*, GenType, unsigned>;
  std::map<Cell, CellMark> marks_;
};

/// How many cases failed, builtin by builtin.
struct FailureTable {
  std::vector<std::string> columns;
  struct Row {
    const Builtin* builtin;
    std::vector<std::optional<std::size_t>> failing;  ///< nothing where no case was judged
  };
  std::vector<Row> rows;  ///< of builtins with a case that failed
};

/// By form, and by the number of work-items in a work-group: 1, 2, 3-4, 5-8, ... 129-256, 257+, max. Columns
/// without cases are left out.
FailureTable failures_by_form(const Report& report);
FailureTable failures_by_size(const Report& report);

}  // namespace wgcts::reports
