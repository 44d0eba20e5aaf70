// Turns the cases of a run into tasks, keeps the results, and hands the tasks to workers. The Schedule uses
// no processes and no clock, so a test can simulate the workers.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/process/worker_process.hpp"
#include "harness/schedule/fault_attribution.hpp"
#include "harness/schedule/retry_planner.hpp"
#include "results/case_result.hpp"
#include "results/device_facts.hpp"
#include "results/timing.hpp"

namespace wgcts::harness {

struct Request {
  std::uint64_t seed = 1;
  std::vector<Case> cases;
  std::vector<CaseResult> earlier = {};          ///< verdicts of an interrupted run, which are kept
  bool earlier_in_waves = false;                 ///< the interrupted run had a time budget
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

/// Message for a case that two workers skipped.
inline constexpr const char* no_verdict = "two workers finished without a verdict on it";

class Schedule {
 public:
  /// `retries` as in WorkerSetup. Skips at once the cases that the device cannot run.
  Schedule(const DeviceFacts& device, const Request& request, const Watch& watch, unsigned retries);

  /// The next task. Empty while none is known. Also empty if the next task is dropped and its successor must
  /// run quietly or needs a new worker, because the caller has checked only the dropped task.
  std::optional<Task> take();
  bool has_task();
  /// Whether the next task must run without any other worker.
  bool next_wants_quiet() const { return !queue_.empty() && queue_.front().is_quiet(); }
  /// Whether the next task is a retry, which needs a worker that has judged nothing yet.
  bool next_wants_new_worker() const;

  /// To be called when no task is left and no worker is busy. Settles group failures and queues retries.
  /// Returns false when the run is over.
  bool next_round();

  /// Whether a case hung but not when it ran again alone, or many cases were refused beside other workers.
  /// Workers may block the device or use its resources.
  bool wants_one_worker() const { return wants_one_worker_; }

  void judged(const Task& task, CaseResult result);
  /// A worker finished the task but left these cases without a verdict. A case that two workers left out is
  /// not run again, and silent() lists it.
  void finished(const Task& task, const std::vector<Case>& unjudged);
  /// A worker failed. `unjudged` are the task's cases without a verdict, including those of the fault. If the
  /// worker lives, only those of the fault.
  void lost(const Task& task, const Fault& fault, const std::vector<Case>& unjudged);
  /// Like lost(), for losses that may not be the driver's fault: a signal from outside, lack of memory or of
  /// the device's resources, a blocked device, a limit of the machine. After the first loss the cases run
  /// again without any other worker: at once after a hang, otherwise as late as possible. After the second
  /// loss of the same kind, they are treated as by lost() if `reason` is empty. Otherwise a group is divided
  /// first, and its cases get no verdict. `reason`, a clause that begins with "and", joins the message. The
  /// run ends if no case completes any more.
  void retry_quietly(const Task& task, const Fault& fault, const std::vector<Case>& unjudged,
                     const std::string& reason);
  /// The suite itself failed at these cases. They get no verdict.
  void note_defect(const Task& task, const std::vector<Case>& cases, const std::string& why);
  /// A worker failed, but not because of these cases.
  void put_back(const Task& task, const std::vector<Case>& unjudged);

  /// Cases that two workers finished without a verdict: a defect of the suite.
  const std::vector<Case>& silent() const { return silent_; }

  /// Whether --fail-fast forbids starting other cases.
  bool has_enough() const { return first_failure_.has_value(); }

  /// A soak run requests no more cases. Returns false if this is no soak run, or was called before.
  bool stop_drawing() { return is_soak() && !std::exchange(draws_no_more_, true); }

  /// Drops all remaining tasks, with this message for their cases.
  void stop(std::string why);

  /// One result for each case, in the given order. Cases that were not reached have a message, and so have
  /// passed cases with an unsettled group failure. In a soak run: only the drawn cases without a result.
  /// Ends the schedule.
  std::vector<CaseResult> take_results();

 private:
  void enqueue(const std::vector<Case>& cases);
  void leave_the_rest();
  void refill();
  void settle_drawn_groups();
  void follow(Ruling ruling, const Task& task);
  void conclude(CaseResult result, const Task& task);
  bool is_put_off(const Task& task) const;
  void amend(const std::vector<CaseResult>& changed);
  void settle(CaseResult result);
  void publish(const CaseResult& result);
  /// The cases get no verdict and this message. A retry keeps the first verdict.
  void leave_unjudged(const Task& task, const std::vector<Case>& cases, const std::string& why);
  /// Whether such a failure of the case was put off before. It is not put off again.
  bool was_put_off(const Case& c, Verdict verdict) const;
  /// Counts a loss without a reason. Returns whether it is put off: only the first one of a case may be.
  bool puts_off_loss(const Fault& fault, bool first);
  bool is_soak() const { return static_cast<bool>(more_); }

  DeviceFacts device_;
  std::function<std::vector<Case>()> more_;
  Watch watch_;
  FaultAttribution attribution_;
  ResultTable table_;
  RetryPlanner planner_;
  std::deque<Task> queue_;
  bool wants_one_worker_ = false;
  /// The failures that wait for a quiet run of their case. The text is the observation for a case that then
  /// ends in another way. Empty: no observation.
  std::map<Case, std::map<Verdict, std::string>> put_off_;
  std::size_t refusals_put_off_ = 0;  ///< the refusals among them that have not been repeated
  std::set<Case> unfinished_;         ///< drawn in a soak run, and neither reported nor given up
  bool draws_no_more_ = false;        ///< see stop_drawing()
  int draws_without_task_ = 0;        ///< draws of a soak run since the last task
  std::size_t losses_in_a_row_ = 0;   ///< second losses of such cases since the last completed case
  std::set<Case> held_;               ///< passed, but their groups are not settled
  std::set<Case> unreported_;         ///< a worker finished them without a verdict
  std::vector<Case> silent_;
  std::string why_not_run_ = "not run: interrupted";
  bool stopped_ = false;
  bool fail_fast_;
  std::optional<Case> first_failure_;  ///< only with --fail-fast
};

struct Outcomes {
  /// For each case, in the given order; NotRun if not reached. Of `request.more`: only cases that were begun
  /// and are NotRun.
  std::vector<CaseResult> results;
  bool complete = true;  ///< false after SIGINT or SIGTERM
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
/// budget. Cases of `request.more` are reported but not kept, because their number is unlimited. When the
/// time budget is spent, those that were drawn get twice the time limit of a stage to finish. SIGINT and
/// SIGTERM stop the workers and return the results so far. A defect of the suite leaves its cases without a
/// verdict, and the run continues. If the launcher can start no more workers, the remaining cases get
/// `not_run`.
Outcomes judge_cases(const WorkerSetup& setup, const DeviceFacts& device, const Request& request,
                     const Watch& watch);

}  // namespace wgcts::harness
