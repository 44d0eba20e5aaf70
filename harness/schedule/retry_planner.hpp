// What is run after every case has its first verdict, and why: another attempt at what failed, an isolated
// run of a builtin that failed beside others. Pure policy, without processes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/program/job.hpp"
#include "harness/schedule/fault_attribution.hpp"
#include "harness/schedule/result_table.hpp"

namespace wgcts::harness {

/// What a job is run for: a first verdict, another attempt, or a builtin without its neighbours.
enum class Purpose : std::uint8_t {
  Judge,
  Retry,
  Isolate,
  Excuse  ///< a failing program is run without an attribute that OpenCL C does not have
};

struct Task {
  Job job;
  Purpose purpose = Purpose::Judge;
  bool quiet = false;  ///< no other worker runs beside it: see Schedule::excuse()
};

class RetryPlanner {
 public:
  /// Amends the table's results, some of which may have been tried again earlier. The table must outlive it.
  RetryPlanner(ResultTable& table, unsigned retries);

  /// A case failed in this job: it is tried again in the same program, and with what failed in the same job.
  void note_failure(const Case& c, const Job& job);

  /// The cases of a launch or a program took the worker down together, or were refused together, and were
  /// divided to find the culprit.
  void note_group_fault(const Fault& fault, const Job& job);

  /// Adds what came of a task that was not for a first verdict. The result as it stands then.
  const CaseResult& conclude(const CaseResult& again, Purpose purpose);

  /// The next attempt at what was tried again, at once: a worker that came through has the program at hand.
  std::optional<Task> next_attempt(const Task& done);

  /// Charges groups that were lost together though each of their cases came through alone: no case may pass
  /// that takes the driver down, or is refused, in the company of others. The results that this changed.
  std::vector<CaseResult> charge_group_faults();

  /// A retry came to its end with all its cases: those that passed in it, and that had been lost together
  /// before with a builtin that nobody selected in their kernels, are flakes, for that builtin takes nobody
  /// down each time. The results that this changed.
  std::vector<CaseResult> resolve_doubt(const Task& done);

  /// What to run now that every case has its verdict: another attempt at those that failed, which wants new
  /// workers, and isolated runs. Nothing when nothing is left to do.
  std::vector<Task> next();

  /// As much of it as can be said while some cases have no verdict yet: no later verdict changes the choice.
  std::vector<Task> early();

 private:
  struct GroupFault {
    Fault fault;
    Job job;
    bool repeated = false;  ///< it was lost again when it was tried again
  };
  /// A job, and the cases that failed in it.
  struct Failed {
    Job job;
    std::vector<Case> cases;
  };
  /// Who took a group down: one of its cases, or a builtin that the kernels hold though none of its cases is
  /// among them; perhaps one of those that was not selected; or nobody alone.
  enum class Culprit : std::uint8_t { Found, MaybeUnselected, Nobody };
  Culprit culprit_of(const GroupFault& group) const;
  std::vector<Task> doubts();
  bool may_be_preceded(std::size_t place) const;
  std::vector<Task> attempts_at(const std::vector<std::size_t>& chosen);
  void note_isolated(CaseResult& first, Verdict alone) const;
  const Job* job_of(const Case& c) const;
  /// What would be left out where the case is run by itself.
  enum class Beside : std::uint8_t { Nothing, BuiltinsInKernel, KernelsInProgram };
  Beside beside(const Case& c) const;
  std::vector<Task> isolated_runs(bool settled);

  ResultTable& table_;
  unsigned retries_;
  std::vector<unsigned> tries_;  ///< how often each case was run again
  std::vector<Failed> failed_;
  std::vector<GroupFault> group_faults_;
  std::vector<GroupFault> doubts_;  ///< whose culprit may be a builtin that was not selected
  bool doubted_ = false;            ///< they have been tried again
  /// With a program's number and its variant.
  std::set<std::tuple<const Builtin*, const Form*, std::uint64_t, std::uint64_t>> isolated_;
};

}  // namespace wgcts::harness
