// What is run after every case has its first verdict, and why: another attempt at what failed, a look at a
// builtin without its neighbours. Pure policy, without processes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/program/job.hpp"
#include "harness/schedule/result_table.hpp"

namespace wgcts::harness {

/// What a job is run for: a first verdict, another attempt, or a look at a builtin without its neighbours.
enum class Purpose : std::uint8_t { Judge, Retry, LookAlone };

struct Task {
  Job job;
  Purpose purpose = Purpose::Judge;
};

class Rounds {
 public:
  /// Amends the ledger's results, some of which may have been tried again earlier. The ledger must outlive
  /// it.
  Rounds(ResultTable& ledger, unsigned retries);

  /// A case failed in this job: it is tried again in the same kernel, and with what failed in the same
  /// launch.
  void note_failure(const Case& c, const Job& job);

  /// The cases of a launch or a program took the worker down together, and were parted to find the guilty.
  void note_fall(std::vector<Case> cases, const Job& job, std::string message, std::string log);

  /// Adds what became of a task that was not for a first verdict. The result as it stands then.
  const CaseResult& conclude(const CaseResult& again, Purpose purpose);

  /// The next attempt at what was tried again, at once: a worker that came through has the program at hand.
  std::optional<Task> another(const Task& done);

  /// Charges what fell together though each of it came through alone: no case may pass that takes the driver
  /// down in the company of others. These results.
  std::vector<CaseResult> charge_fallen();

  /// What to run now that every case has its verdict: another attempt at those that failed, which wants new
  /// workers, and a look alone at them. Nothing when nothing is left to do.
  std::vector<Task> next();

  /// As much of it as can be said while some cases have no verdict yet: no later verdict changes the choice.
  std::vector<Task> early();

 private:
  struct Fall {
    std::vector<Case> cases;
    Job job;
    std::string message, log;
  };
  /// A job, and the cases that failed in it.
  struct Failed {
    Job job;
    std::vector<Case> cases;
  };
  bool explained(const Fall& fall) const;
  bool may_be_preceded(std::size_t place) const;
  std::vector<Task> attempts_at(const std::vector<std::size_t>& chosen);
  std::vector<Task> looks_alone(bool settled);

  ResultTable& ledger_;
  unsigned retries_;
  std::vector<unsigned> tries_;  ///< how often each case was run again
  std::vector<Failed> failed_;
  std::vector<Fall> falls_;
  std::set<std::pair<const Builtin*, const Form*>> looked_;
};

}  // namespace wgcts::harness
