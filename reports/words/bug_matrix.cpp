#include "reports/words/bug_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "suites/forms.hpp"

namespace wgcts::reports {
namespace {

// A case that was not run has not failed.
bool is_failing(const CaseResult& result) {
  return !info(result.verdict).good && result.verdict != Verdict::NotRun;
}

/// The table of failures with a column for each name. `column_of` returns the column of a case.
template <class ColumnOf>
FailureTable failure_table(const Report& report, const std::vector<std::string>& names, ColumnOf column_of) {
  std::map<const Builtin*, std::vector<std::optional<std::size_t>>> rows;
  std::set<std::size_t> used;
  for (const CaseResult& result : report.cases) {
    if (result.verdict == Verdict::Skip || result.verdict == Verdict::NotRun) continue;
    const std::size_t column = column_of(result.the_case);
    auto& row = rows.try_emplace(result.the_case.builtin, names.size()).first->second;
    row[column] = row[column].value_or(0) + (is_failing(result) ? 1 : 0);
    used.insert(column);
  }
  FailureTable table;
  for (const std::size_t column : used) table.columns.push_back(names[column]);
  for (const auto& [builtin, counts] : rows) {
    if (std::ranges::none_of(counts, [](const auto& n) { return n.value_or(0) != 0; })) continue;
    FailureTable::Row row{builtin, {}};
    for (const std::size_t column : used) row.failing.push_back(counts[column]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Hardware and compilers change behaviour at powers of two, so each class ends with one.
constexpr std::size_t largest_class = 256;

std::vector<std::string> size_classes() {
  std::vector<std::string> names{"1", "2"};
  for (std::size_t last = 4; last <= largest_class; last *= 2)
    names.push_back(fmt::format("{}-{}", last / 2 + 1, last));
  names.push_back(fmt::format("{}+", largest_class + 1));
  names.emplace_back("max");
  return names;
}

std::size_t size_class_of(const LocalSize& local) {
  constexpr std::size_t beyond = std::bit_width(largest_class - 1) + 1;
  if (local.is_max()) return beyond + 1;
  // A name in a report may have extents whose product overflows.
  std::size_t lanes = 1;
  for (const std::size_t extent : local.extents)
    lanes = std::min(lanes * std::min(extent, largest_class + 1), largest_class + 1);
  return lanes > largest_class ? beyond : static_cast<std::size_t>(std::bit_width(lanes - 1));
}

}  // namespace

BugMatrix::BugMatrix(const Report& report) {
  std::map<Cell, std::set<std::size_t>> bugs;
  std::map<Cell, Counts> all, unexplained;
  std::vector<std::size_t> cells(report.bugs.size());
  for (const CaseResult& result : report.cases) {
    const Cell cell{result.the_case.builtin, result.the_case.type, result.the_case.dim};
    const auto verdict = static_cast<std::size_t>(result.verdict);
    ++all[cell][verdict];
    if (!is_failing(result)) continue;
    const auto explained_by = bugs_of(report, result);
    if (explained_by.empty()) ++unexplained[cell][verdict];
    for (const Bug* bug : explained_by)
      if (const auto place = static_cast<std::size_t>(bug - report.bugs.data());
          bugs[cell].insert(place).second)
        ++cells[place];
  }
  for (const auto& [cell, counts] : all) {
    CellMark& mark = marks_[cell];
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
}

std::optional<CellMark> BugMatrix::mark(const Builtin& builtin, GenType type, unsigned dim) const {
  const auto found = marks_.find({&builtin, type, dim});
  return found == marks_.end() ? std::nullopt : std::optional(found->second);
}

FailureTable failures_by_form(const Report& report) {
  std::vector<std::string> names;
  for (const Form& form : all_forms()) names.emplace_back(form.name);
  names.emplace_back(program_form.name);  // not one of `forms`
  return failure_table(report, names, [](const Case& c) {
    return is_program(c) ? all_forms().size() : static_cast<std::size_t>(c.form - all_forms().data());
  });
}

FailureTable failures_by_size(const Report& report) {
  return failure_table(report, size_classes(), [](const Case& c) { return size_class_of(c.local); });
}

}  // namespace wgcts::reports
