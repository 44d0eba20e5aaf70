// The input of a run and its callbacks.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::harness {

struct Request {
  std::uint64_t seed = 1;
  std::vector<Case> cases;
  std::vector<CaseResult> earlier = {};          ///< verdicts of an interrupted run, which are kept
  double time_budget = 0;                        ///< seconds, after which the run stops; 0: no limit
  std::function<std::vector<Case>()> more = {};  ///< gives further cases until it returns none
  bool fail_fast = false;  ///< starts no other case after the first failure; still retries the failure
};

/// Callbacks during a run.
struct Watch {
  std::function<void(const CaseResult&)> judged;        ///< the first verdict of a case that may stand
  std::function<void(const CaseResult&)> amended = {};  ///< a retry changed the result
};

}  // namespace wgcts::harness
