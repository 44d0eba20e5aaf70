// Plans the runs that follow the first verdicts: retries of failed cases, and repeats of groups that hung.
// Pure policy without processes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/program/job.hpp"
#include "harness/schedule/fault_attribution.hpp"
#include "results/case_result.hpp"

namespace wgcts::harness {

/// The indices of the failing cases to retry. A case may be retried `retries` times; `tries` counts the
/// retries so far.
///
/// One bug often causes many failures, and retrying all of them would cost as much as the run. So the first
/// case of a kind represents all its cases. The others of its kind are retried only if the first one passed.
/// Wrong results are of one kind if they share builtin, form and broken clause. Crashes, hangs and refusals
/// are of one kind if they share the verdict, and either builtin and type or the work-group size. They cost
/// one process each, so at most eight kinds of each verdict are retried.
std::vector<std::size_t> cases_to_retry(std::span<const CaseResult> results, std::span<const unsigned> tries,
                                        unsigned retries);

/// Whether another run may give another verdict.
bool may_be_flake(Verdict v);

/// Adds a retry of the same case on the same data. `attempts` lists both verdicts. A pass and a failure
/// together make a flake, which keeps the failure. Wrong results in different work-groups set `varies`. A
/// case that was not reached is no attempt, and neither is a pass with less data than the failure had. A kill
/// is only an observation if the case passes in another run.
void add_attempt(CaseResult& first, const CaseResult& again);

/// The purpose of a job.
enum class Purpose : std::uint8_t {
  Judge,
  Retry,
  Repeat  ///< a group that hung in its launch, although none of its cases does alone
};

struct Task {
  Job job;
  Purpose purpose = Purpose::Judge;
  bool quiet = false;  ///< no other worker runs at the same time: see Schedule::retry_quietly()
  bool is_quiet() const { return quiet || purpose == Purpose::Repeat; }
  /// The same task with another job. Every replacement of a task is made here, so that it keeps the purpose.
  Task with(Job other) const { return {std::move(other), purpose, quiet}; }
};

/// How often the task has the time limit in each stage while these cases of one launch are launched, or while
/// no case is. A build or launch may need as long as all its parts together, and each part alone has the
/// whole limit. The same is true of a situation and its launches.
std::size_t time_limits(const Task& task, const std::vector<Case>& launched);

class ResultTable {
 public:
  /// One result for each case, without a verdict, in the given order.
  explicit ResultTable(const std::vector<Case>& cases) {
    results.reserve(cases.size());
    for (const Case& c : cases) add(c);
  }
  /// Adds the case, without a verdict, unless the table has it.
  void add(const Case& c) {
    if (index_.emplace(c, results.size()).second) results.push_back({c});
  }
  bool contains(const Case& c) const { return index_.contains(c); }
  /// Throws std::out_of_range for an unknown case.
  std::size_t index(const Case& c) const { return index_.at(c); }
  CaseResult& of(const Case& c) { return results[index(c)]; }
  const CaseResult& of(const Case& c) const { return results[index(c)]; }

  std::vector<CaseResult> results;

 private:
  std::map<Case, std::size_t> index_;
};

class RetryPlanner {
 public:
  /// Updates the results in the table. Some of them may have been retried earlier. The table must outlive the
  /// planner.
  RetryPlanner(ResultTable& table, unsigned retries);

  /// A case failed in this job. It is retried in the same program, together with the other failures of the
  /// job.
  void note_failure(const Case& c, const Job& job);

  /// The cases of a launch or program failed together and were divided to find the culprit. Adds those that
  /// the table lacks.
  void note_group_fault(const Fault& fault, const Job& job);

  /// The group that runs once more failed again.
  void note_repeat(const Fault& fault);

  /// Adds the result of a later run. Returns the updated result.
  const CaseResult& conclude(const CaseResult& again, Purpose purpose);

  /// Fails the cases of groups that crashed or were refused together, even if each case passed alone. Groups
  /// that hung in a launch fail if they hang again. Other failures become observations: slowness is not a
  /// failure, a large program may exceed a compiler's limits, and an unselected builtin may be the cause.
  /// Skips groups with cases that have not run yet and groups that will repeat. If workers may be busy, also
  /// skips groups that may repeat now. Returns the changed results.
  std::vector<CaseResult> settle_group_faults(bool workers_are_busy = false);

  /// If the case failed alone, this explains the failures of its groups in the same phase. Returns whether
  /// there were any.
  bool explain_group_faults(const Case& c);

  /// Whether a failure of the case's group is not settled. Then it is unknown whether the case passes.
  bool is_unsettled(const Case& c) const;
  bool has_unsettled() const { return !group_faults_.empty(); }

  /// The repeat of the smallest group that waits for one. next() includes it.
  std::optional<Task> next_repeat();

  /// Clears the table, all records of its cases and the count of repeats, because a soak run never ends.
  void forget_cases();

  /// The repeat of a group ended, and all its cases have a verdict, so the hang is an observation. A run of
  /// only a part of the group proves nothing. Returns the changed results.
  std::vector<CaseResult> settle_repeat(const Task& done);

  /// The repeat of a group gets no result.
  void drop_repeat(const Task& task);

  /// The tasks after the first verdicts: retries, which need new workers, and repeats. Empty if no task is
  /// left.
  std::vector<Task> next();

 private:
  struct GroupFault {
    Fault fault;
    Job job;
    std::string first_words = {};  ///< of the first failure, if the repeat failed in another way
    bool has_repeat = false;       ///< which waits, runs or has failed
    bool runs_again = false, failed_again = false;
  };
  /// A program, as a job without cases, and the cases that failed in it.
  struct Failed {
    Job job;
    std::vector<Case> cases;
    bool together = false;  ///< each case passes alone, so a retry needs all of them
  };
  /// The cause of a group's failure. Found: one of its cases or another case of its kernels failed alone in
  /// the same phase. Unknown: some of these cases have not run yet. NotJudged: some get no verdict.
  /// MaybeUnselected: an unselected builtin of the kernels may be the cause. NoSingleBuiltin: no builtin
  /// fails alone.
  enum class Culprit : std::uint8_t { Found, Unknown, NotJudged, MaybeUnselected, NoSingleBuiltin };
  Culprit culprit_of(const GroupFault& group) const;
  static bool counts(const GroupFault& group);
  static std::string words_of(const GroupFault& group);
  bool must_repeat(const GroupFault& group, Culprit culprit) const;
  GroupFault* running_again(const Case& c);
  void give_verdict(const GroupFault& group, std::vector<CaseResult>& settled);
  void observe(const GroupFault& group, std::string_view kind, std::vector<CaseResult>& settled);
  std::vector<Task> attempts_at(const std::vector<std::size_t>& chosen);
  /// Counts the retry.
  Task retry_of(const Job& job);
  const Failed* failed_with(const Case& c) const;

  ResultTable& table_;
  unsigned retries_;
  std::vector<unsigned> tries_;  ///< retries of each case
  std::vector<Failed> failed_;
  std::vector<GroupFault> group_faults_;  ///< groups that are not settled
  std::size_t repeats_ = 0;               ///< so far; in a soak run, since forget_cases()
  bool hang_is_proved_ = false;
  std::set<Case> observed_;  ///< cases of groups whose failure is an observation
};

}  // namespace wgcts::harness
