// The state of one worker, from its messages.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "harness/process/worker_process.hpp"
#include "harness/schedule/retry_planner.hpp"
#include "results/timing.hpp"
#include "system/memory.hpp"

namespace wgcts::harness {

class WorkerSlot {
 public:
  std::unique_ptr<WorkerProcess> process;
  bool ended = false;                            ///< the process has ended
  bool ran_beside_others = false;                ///< another worker ran at the same time at some point
  system::Memory memory = system::memory_now();  ///< available memory at its start
  /// During its current phase or at its end, another worker used the device, and one of the two was busy.
  bool beside_busy = false;
  bool unwanted = false;  ///< it was killed because its result is no longer needed

  /// Gives it no more tasks and this many seconds to end.
  void dismiss(double seconds);
  bool dismissed() const { return dismissed_; }
  /// It was dismissed and still runs, to release the device.
  bool ends_soon() const { return dismissed_ && process->running(); }

  bool busy() const { return busy_; }
  /// It ran something other than a retry. A retry needs a new process.
  bool has_judged() const { return has_judged_; }
  const Task& task() const { return task_; }
  /// It has announced the first case of the task. If it fails before that, no case is at fault.
  bool has_begun() const { return has_begun_; }

  void begin(Task task);
  /// It finished the task or failed during it.
  void end_task() { busy_ = false; }

  /// Messages from the worker. A second verdict on a case returns false.
  void receive(const Hello& hello);
  void receive(const Begin& begin);
  void receive(const Spent& spent);
  void receive(const Refused& refused);
  bool receive(const Judged& judged);
  /// The cases of the task that get no verdict because of the defect: the named ones, or all begun cases if
  /// none is named.
  std::vector<Case> receive(const Defect& defect);

  /// The cases of the task without a verdict.
  std::vector<Case> unjudged() const;
  /// The refusal that ended the worker: by the driver, or because the worker did not find the device.
  const std::optional<Refused>& refusal() const { return refusal_; }
  /// The refusal as a fault of the cases that it names. The worker continues with the others.
  Fault survived_fault(const Refused& refused);
  /// The end of the process as a fault of the cases that it had begun.
  Fault fault(const Ending& ending) const;
  /// How its time was spent, after its end. The time since the last message goes to the current phase.
  Timing account() const;

 private:
  using Clock = std::chrono::steady_clock;
  bool busy_ = false, has_judged_ = false, has_begun_ = false, dismissed_ = false;
  Task task_;
  std::vector<Case> settle(const std::vector<std::size_t>& places);
  std::vector<bool> judged_;  ///< for each case of the task
  Phase phase_ = Phase::Start;
  std::vector<std::size_t> begun_;
  std::optional<Refused> refusal_;
  Timing timing_;
  Clock::time_point started_ = Clock::now(), last_message_ = started_;
};

}  // namespace wgcts::harness
