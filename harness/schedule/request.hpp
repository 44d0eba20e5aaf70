// The input of a run and its callbacks.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "results/case_result.hpp"
#include "results/worker_failure.hpp"

namespace wgcts::harness {

struct Request {
  std::uint64_t seed = 1;
  std::vector<Case> cases;
  std::vector<CaseResult> earlier = {};          ///< verdicts of an interrupted run, which are kept
  double time_budget = 0;                        ///< time limit of the run, in seconds; 0: no limit
  std::function<std::vector<Case>()> more = {};  ///< returns further cases; ends when it returns none
  bool fail_fast = false;  ///< starts no other case after the first failure; still retries the failure
};

/// Callbacks during a run.
struct Watch {
  std::function<void(const CaseResult&)> judged;        ///< a case has its first verdict, which may be final
  std::function<void(const CaseResult&)> amended = {};  ///< a retry changed the result
  std::function<void(const WorkerFailure&)> worker_failed = {};  ///< without a case at fault
  std::function<void(const std::string&)> defect = {};           ///< of the suite
};

}  // namespace wgcts::harness
