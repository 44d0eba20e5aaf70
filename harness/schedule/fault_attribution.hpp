// Who is at fault when a driver crashes, hangs or refuses. A pure state machine: told what became of jobs, it
// says who is a culprit and what to run next.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/program/job.hpp"
#include "harness/schedule/attribution_rules.hpp"
#include "harness/schedule/case_pattern.hpp"
#include "results/case_result.hpp"
#include "results/phase.hpp"
#include "results/stage.hpp"

namespace wgcts::harness {

/// A fault: what befell the cases of the phase that a worker had begun and not ended.
struct Fault {
  Verdict verdict{};  ///< Crash, Timeout, BuildError or LaunchError
  Phase phase{};
  std::vector<Case> cases{};
  std::string message{};  ///< what is said of the worker's end, or what the driver refused with
  std::string log{};
  std::optional<Stage> stage{};  ///< what the driver was at, where it is known
  bool cut_short = false;        ///< a Timeout that had less than --timeout: see TimeLimits
};

/// Whether what was lost with the job was one case's launch, or one builtin's kernel.
bool was_alone(const Fault& fault, const Job& job);

/// What follows.
struct Ruling {
  std::vector<CaseResult> verdicts{};  ///< of culprits, with the reason; and of what is given up: not_run
  std::vector<Job> next{};             ///< to run at once, in this order
  std::vector<Job> last{};             ///< to run when everything else has been
};

/// First everything runs in company. What is lost in company is divided, and run again, until one stands
/// alone: a case that is lost alone is a culprit. What was found of culprits speaks, by the table of rules,
/// for other cases of the same pattern; it convicts only cases that were lost themselves, or of which all
/// that they are was lost alone, and only when everything else has been run, none of the pattern has come
/// through, and one of those that wait was tried alone and was lost, too. A hang convicts nothing but the
/// case that had all of --timeout to itself.
class FaultAttribution {
 public:
  /// A soak, whose cases have no end, presumes nothing.
  explicit FaultAttribution(bool presumes = true) : presumes_(presumes) {}

  /// A worker was lost with this job.
  Ruling attribute(const Fault& fault, const Job& job);

  /// Only remembers it: for another attempt at what has its verdict.
  void note_loss(const Fault& fault, const Job& job);

  /// Before a job is run: takes out of it what is given up, what is better tried alone, and what waits for
  /// its conviction.
  Ruling review(Job& job);

  /// Nothing else is left to run: has one of each pattern that waits tried alone, and at the next call
  /// convicts the others, or has them tried alone where the grounds are gone. `at_once`: convicts without a
  /// trial.
  Ruling close(bool at_once = false);

  /// The case came to its end, right or wrong, and took so many seconds.
  void note_success(const Case& c, double seconds = 0);

  /// Why a case is not to be tried any more; empty where it is.
  std::string given_up(const Case& c) const;

 private:
  /// What has been seen of a pattern.
  struct Record {
    std::map<Loss, std::size_t> lost, lost_alone;
    std::size_t came_through = 0;
    double longest = 0;  ///< seconds of what came through
  };
  const AttributionRule* rule_for(Consequence consequence, const Case& c) const;
  bool holds(const AttributionRule& rule, const Case& c) const;
  std::size_t times(const AttributionRule& rule, const CasePattern& pattern) const;
  CasePattern pattern_behind(const AttributionRule& rule, const Case& c) const;
  const AttributionRule* ground_to_convict(const Case& c) const;
  const AttributionRule* is_presumed(const Case& c) const;
  CaseResult convict(const Case& c, const AttributionRule& rule);
  CaseResult verdict_on(const Case& c, const Fault& fault, std::string_view remark) const;
  std::string seen_elsewhere(const Case& c) const;

  bool presumes_;
  std::map<CasePattern, Record> records_;
  std::map<CasePattern, Fault> last_alone_;  ///< of each builtin and type; without the fault's cases
  std::map<Case, Fault> lost_in_company_;    ///< and have no verdict yet; without the fault's cases
  std::vector<Case> waiting_;                ///< for their conviction
  std::set<Case> on_trial_;                  ///< those of them that are tried for the others
  std::set<std::pair<const AttributionRule*, CasePattern>> tried_;  ///< of which one was
};

}  // namespace wgcts::harness
