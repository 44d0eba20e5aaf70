// What a run is asked for, and what it tells while it goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "results/case_result.hpp"

namespace wgcts::harness {

/// What is to be judged, and how far.
struct Request {
  std::uint64_t seed = 1;
  std::vector<Case> cases;
  std::vector<CaseResult> earlier =
      {};  ///< of some of the cases: verdicts of an interrupted run, which stand
  double time_budget =
      0;  ///< seconds; then all is left as it is, and what was not reached stays so; 0 for none
  std::function<std::vector<Case>()> more = {};  ///< asked for further cases, as long as it gives some
  bool fail_fast = false;  ///< when a case has failed, begins no other; what fails is still tried again
};

/// What is told while it is judged.
struct Watch {
  std::function<void(const CaseResult&)> judged;        ///< a case's first verdict
  std::function<void(const CaseResult&)> amended = {};  ///< its failure was looked into again
};

}  // namespace wgcts::harness
