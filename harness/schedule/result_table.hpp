// The results of a run by case.
#pragma once

#include <map>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::harness {

class ResultTable {
 public:
  /// One result for each case, without a verdict, in the given order.
  explicit ResultTable(const std::vector<Case>& cases) {
    results.reserve(cases.size());
    for (const Case& c : cases) add(c);
  }
  /// Adds the case, without a verdict, unless the table has it.
  void add(const Case& c) {
    if (index_.emplace(c, results.size()).second) results.push_back({c});
  }
  bool contains(const Case& c) const { return index_.contains(c); }
  /// Throws std::out_of_range for an unknown case.
  std::size_t index(const Case& c) const { return index_.at(c); }
  CaseResult& of(const Case& c) { return results[index(c)]; }
  const CaseResult& of(const Case& c) const { return results[index(c)]; }

  std::vector<CaseResult> results;

 private:
  std::map<Case, std::size_t> index_;
};

}  // namespace wgcts::harness
