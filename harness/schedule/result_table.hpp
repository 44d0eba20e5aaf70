// The results of a run, found by their case.
#pragma once

#include <map>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::harness {

class ResultTable {
 public:
  /// A result without a verdict for each case, in the order given.
  explicit ResultTable(const std::vector<Case>& cases) {
    for (const Case& c : cases) {
      index_[c] = results.size();
      results.push_back({c});
    }
  }
  /// Throws std::out_of_range for a case that it does not hold.
  std::size_t index(const Case& c) const { return index_.at(c); }
  CaseResult& of(const Case& c) { return results[index(c)]; }
  const CaseResult& of(const Case& c) const { return results[index(c)]; }

  std::vector<CaseResult> results;

 private:
  std::map<Case, std::size_t> index_;
};

}  // namespace wgcts::harness
