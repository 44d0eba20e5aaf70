// Failing programs that use an attribute that OpenCL C does not have.
#pragma once

#include <set>
#include <vector>

#include "harness/schedule/result_table.hpp"
#include "harness/schedule/retry_planner.hpp"

namespace wgcts::harness {

/// Whole programs may ask for functions that are not inlined, by __attribute__((noinline)), which is none of
/// OpenCL C's attributes. What passes without it breaks no rule: it is observed, and passes.
class AttributeExcuse {
 public:
  explicit AttributeExcuse(ResultTable& table) : table_(table) {}

  /// A task for each program that failed with such a function, to be run without the attribute. Each program
  /// is given once.
  std::vector<Task> next();

  /// Takes what the program came to without the attribute, and gives the program's result.
  const CaseResult& conclude(const CaseResult& without);

 private:
  ResultTable& table_;
  std::set<Case> given_;
};

}  // namespace wgcts::harness
