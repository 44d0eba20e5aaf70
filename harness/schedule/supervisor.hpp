// Hands cases to workers and sees to it that each gets a verdict, whatever becomes of the workers. Never
// calls OpenCL.
#pragma once

#include <vector>

#include "harness/process/worker_setup.hpp"
#include "harness/schedule/request.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"
#include "results/worker_failure.hpp"

namespace wgcts::harness {

struct Outcomes {
  std::vector<CaseResult> results;  ///< for each case, in the order given; NotRun where never reached
  bool complete = true;             ///< false after SIGINT or SIGTERM
  /// Where each worker's time went, in the order of their end; the last of very many stands for the rest.
  std::vector<Timing> workers;
  /// What the suite itself did wrong: the first few sentences, each with the cases that were left without a
  /// verdict.
  std::vector<std::string> defects;
  /// What the run's user should know though no case is concerned: the first few sentences.
  std::vector<std::string> remarks;
  /// Workers that ended badly without taking a case along: the first few.
  std::vector<WorkerFailure> worker_failures;
};

/// Judges the cases on the device: the longest work first, or with a time budget the broadest. Cases of
/// `request.more` are only told, not kept, since they have no end. SIGINT and SIGTERM stop the workers and
/// return what was judged. A defect of the suite costs its cases their verdicts, and the run goes on. Throws
/// std::runtime_error with the launcher's own words where no worker could ever be started.
Outcomes judge_cases(const WorkerSetup& setup, const DeviceFacts& device, const Request& request,
                     const Watch& watch);

}  // namespace wgcts::harness
