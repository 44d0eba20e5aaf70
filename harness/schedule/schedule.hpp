// What a run does next, and what it has come to: cases in, tasks out, results kept. Without processes or
// clocks, so that a test can play the workers.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/schedule/attribute_excuse.hpp"
#include "harness/schedule/fault_attribution.hpp"
#include "harness/schedule/request.hpp"
#include "harness/schedule/result_table.hpp"
#include "harness/schedule/retry_planner.hpp"
#include "harness/schedule/time_limits.hpp"
#include "results/device_facts.hpp"

namespace wgcts::harness {

/// What is said of a case that two workers left out.
inline constexpr const char* told_nothing = "two workers that were done told no verdict";

class Schedule {
 public:
  /// `timeout` and `retries` as in WorkerSetup. Settles at once what the device lacks.
  Schedule(const DeviceFacts& device, const Request& request, const Watch& watch, double timeout,
           unsigned retries);

  /// The next task, or nothing while none is known.
  std::optional<Task> take();
  /// Whether there is one.
  bool has_task();
  /// Whether the next is to run beside no other worker.
  bool next_wants_quiet() const { return !queue_.empty() && queue_.front().quiet; }
  /// What is tried again is tried in new processes: whether the next task wants a worker that has judged
  /// nothing yet.
  bool next_wants_new_worker() const;

  /// Some workers have nothing to do while others are busy: lines up what is sure to be tried again.
  void fill_idle_time();
  /// No task is left and no worker is busy: charges what nobody explains, and lines up what is to be run
  /// again. False when the run is over.
  bool next_round();

  /// A worker judged a case of the task.
  void judged(const Task& task, CaseResult result);
  /// A worker came to the task's end, and left these cases out. What is to be run next on the same worker, if
  /// anything, is first in line; whether there is. A case that two workers left out is given up, and in
  /// silent().
  bool finished(const Task& task, const std::vector<Case>& unjudged);
  /// A worker was lost; `unjudged` are the task's cases without a verdict, those of the fault among them.
  void lost(const Task& task, const Fault& fault, const std::vector<Case>& unjudged);
  /// As lost(), by what may not be the driver's doing: a signal that is sent, want of memory, a limit of the
  /// machine's. The first time the cases are excused, and run again when nothing runs beside them. Again lost,
  /// they are told as lost() where `reason` is empty. Else they have no verdict, for this reason, a clause that
  /// begins with "and"; what was lost in company is divided before. When nothing comes through any more, the
  /// run ends.
  void excuse(const Task& task, const Fault& fault, const std::vector<Case>& unjudged,
              const std::string& reason);
  /// The same for a case that the worker was refused memory for, and lives. Whether that settles it.
  bool excuse(const Task& task, CaseResult& refused, const std::string& reason);
  /// The suite failed at these cases of the task: they get no verdict.
  void spoilt(const Task& task, const std::vector<Case>& cases, const std::string& why);
  /// A worker was lost through no case's fault.
  void put_back(const Task& task, const std::vector<Case>& unjudged);

  /// How long a worker may be silent over these cases of the task.
  Allowance allowance(const Task& task, Phase phase, const std::vector<Case>& cases) const;
  /// A worker's driver answered in this phase, after so many seconds of silence.
  void note_answer(Phase phase, double seconds) { limits_.note_answer(phase, seconds); }

  /// Cases that workers were done with, twice, without a verdict: a defect of the suite.
  const std::vector<Case>& silent() const { return silent_; }

  /// A case has failed, and no other is to be begun.
  bool has_enough() const { return first_failure_.has_value(); }

  /// Forgets all that is still to be done, for this reason.
  void stop(std::string why);

  /// For each case, in the order given; what was never reached says why. Ends the schedule.
  std::vector<CaseResult> take_results();

 private:
  void enqueue(const std::vector<Case>& cases);
  void leave_the_rest();
  void refill();
  void follow(Ruling ruling, Purpose purpose);
  void conclude(CaseResult result, Purpose purpose);
  void settle(CaseResult result);
  /// They get no verdict, and this is why; another attempt that came to nothing leaves the verdict that
  /// stands.
  void leave_unjudged(const Task& task, const std::vector<Case>& cases, const std::string& why);
  bool is_soak() const { return static_cast<bool>(more_); }

  DeviceFacts device_;
  std::function<std::vector<Case>()> more_;
  Watch watch_;
  FaultAttribution attribution_;
  TimeLimits limits_;
  ResultTable table_;
  RetryPlanner planner_;
  AttributeExcuse excuse_;
  std::deque<Task> queue_;
  std::set<Case> excused_;      ///< their worker was lost by what may not be the driver's doing
  std::size_t starved_ = 0;     ///< losses of cases that had been excused, since a case came through
  std::set<Case> unheard_;  ///< that a worker was done with and told nothing of
  std::vector<Case> silent_;
  std::string why_not_run_ = "not run: interrupted";
  bool stopped_ = false;
  bool fail_fast_;
  std::optional<Case> first_failure_;  ///< where one is enough
};

}  // namespace wgcts::harness
