// Hands cases to workers and makes sure that each gets a verdict, even when workers crash or hang. Never
// calls OpenCL.
#pragma once

#include <vector>

#include "harness/process/worker_setup.hpp"
#include "harness/schedule/schedule.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

struct Outcomes {
  std::vector<CaseResult> results;  ///< for each case, in the given order; NotRun if not reached
  bool complete = true;             ///< false after SIGINT or SIGTERM
  /// The time of each worker, in the order of their end. If there are very many, the last entry sums the
  /// rest.
  std::vector<Timing> workers;
  /// The first few messages about defects of the suite, with the cases that got no verdict.
  std::vector<std::string> defects;
  /// The first few remarks for the user that concern no case.
  std::vector<std::string> remarks;
  /// The first few workers that ended badly without a case at fault.
  std::vector<WorkerFailure> worker_failures;
};

/// Judges the cases on the device: the longest work first, or the broadest coverage first if there is a time
/// budget. Cases of `request.more` are reported but not kept, because their number is unlimited. SIGINT and
/// SIGTERM stop the workers and return the results so far. A defect of the suite leaves its cases without a
/// verdict, and the run continues. If the launcher can start no more workers, the remaining cases get
/// `not_run`.
Outcomes judge_cases(const WorkerSetup& setup, const DeviceFacts& device, const Request& request,
                     const Watch& watch);

}  // namespace wgcts::harness
