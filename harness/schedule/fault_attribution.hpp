// Finds the case at fault when a driver crashes, hangs or refuses. A pure state machine: it receives the
// outcomes of jobs and returns verdicts and the next jobs.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/program/job.hpp"
#include "harness/schedule/attribution_rules.hpp"
#include "harness/schedule/case_pattern.hpp"
#include "results/case_result.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

/// A failure of a worker, or a refusal of the driver that the worker survives, with the cases of the
/// unfinished phase. The verdict NotRun means that the driver is not to blame.
struct Fault : Conclusion {
  Phase phase{};
  std::vector<Case> cases{};
  bool worker_lives = false;   ///< the driver refused a launch, and the worker continues with other cases
  bool beside_others = false;  ///< another worker ran at the same time as this one at some point
};

/// Whether the failure involves only the launch of one case, or the kernel of one builtin.
bool was_alone(const Fault& fault, const Job& job);

/// The failure as the result of a case that it involves.
CaseResult result_of(const Fault& fault, const Case& c);

/// What follows from a failure for its cases: verdicts and jobs.
struct Ruling {
  std::vector<CaseResult> verdicts{};  ///< of culprits, and not_run for cases given up
  std::vector<Job> next{};             ///< to run at once, in this order
  std::vector<Job> last{};             ///< to run after everything else
};

/// Cases first run together. A failed job is divided and run again until one case or kernel is alone: a case
/// that fails alone gets the verdict. No case gets a verdict from the failures of others: the table of rules
/// only decides which cases run apart or are given up.
class FaultAttribution {
 public:
  /// A worker failed with this job.
  Ruling attribute(const Fault& fault, const Job& job);

  /// Only counts the failure. For retries, because their cases have a verdict.
  void note_loss(const Fault& fault, const Job& job);

  /// Before a job runs: removes the cases that are given up, and those that should run alone.
  Ruling review(Job& job);

  /// The case completed with a right or wrong result in this many seconds.
  void note_success(const Case& c, double seconds = 0);

  /// The reason why the case must not run again. Empty if it may run.
  std::string given_up(const Case& c) const;

 private:
  struct Losses {
    std::size_t all = 0, alone = 0;
  };
  /// The outcomes of one pattern.
  struct Record {
    std::map<Loss, Losses> lost;
    std::set<CasePattern> sizes, subjects;  ///< of the cases in these failures, as many as rules need
    std::size_t completed = 0;
    double longest = 0;  ///< seconds of the slowest completed case
  };
  const AttributionRule* rule_for(Consequence consequence, const Case& c) const;
  bool holds(const AttributionRule& rule, const Case& c) const;
  std::size_t times(const AttributionRule& rule, const CasePattern& pattern) const;
  CasePattern pattern_behind(const AttributionRule& rule, const Case& c) const;
  CaseResult verdict_on(const Case& c, const Fault& fault, std::string_view remark) const;
  std::string similar_durations(const Case& c) const;

  std::map<CasePattern, Record> records_;
};

}  // namespace wgcts::harness
