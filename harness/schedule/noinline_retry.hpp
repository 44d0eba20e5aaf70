// Failing programs that use an attribute that OpenCL C does not have.
#pragma once

#include <set>
#include <vector>

#include "harness/schedule/result_table.hpp"
#include "harness/schedule/retry_planner.hpp"

namespace wgcts::harness {

/// Programs may mark functions with __attribute__((noinline)). OpenCL C does not define that attribute, so a
/// device may reject it. A program that passes without the attribute gets the verdict pass, and the report
/// lists the failure as an observation.
class NoinlineRetry {
 public:
  explicit NoinlineRetry(ResultTable& table) : table_(table) {}

  /// One task for each failed program with such a function. The task runs the program without the attribute.
  /// A program gets at most one task.
  std::vector<Task> next();

  /// Takes the result without the attribute. Returns the program's final result.
  const CaseResult& conclude(const CaseResult& without);

 private:
  ResultTable& table_;
  std::set<Case> given_;
};

}  // namespace wgcts::harness
