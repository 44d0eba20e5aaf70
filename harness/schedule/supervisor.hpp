// Hands cases to workers and sees to it that each gets a verdict, whatever becomes of the workers. Never
// calls OpenCL.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/process/worker_setup.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"

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
};

/// What is told while it is judged.
struct Watch {
  std::function<void(const CaseResult&)> judged;        ///< a case's first verdict
  std::function<void(const CaseResult&)> amended = {};  ///< its failure was looked into again
};

struct Outcomes {
  std::vector<CaseResult> results;  ///< for each case, in the order given; NotRun where never reached
  bool complete = true;             ///< false after SIGINT or SIGTERM
  std::vector<Timing> workers;      ///< where each worker's time went, in the order of their start
};

/// Judges the cases on the device: the longest work first, or with a time budget the broadest. Cases of
/// `request.more` are only told, not kept, since they have no end. SIGINT and SIGTERM stop the workers and
/// return what was judged. Throws SuiteDefect.
Outcomes judge_cases(const WorkerSetup& setup, const DeviceFacts& device, const Request& request,
                     const Watch& watch);

}  // namespace wgcts::harness
