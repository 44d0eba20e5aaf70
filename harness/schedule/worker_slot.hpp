// What a worker is at, as far as it has said.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "harness/process/worker_process.hpp"
#include "harness/schedule/retry_planner.hpp"
#include "results/timing.hpp"
#include "system/memory.hpp"

namespace wgcts::harness {

class WorkerSlot {
 public:
  std::unique_ptr<WorkerProcess> process;
  bool ended = false;                            ///< as a process
  bool in_company = false;                       ///< another worker ran at some time beside it
  system::Memory memory = system::memory_now();  ///< that there was when it was started
  bool unwanted = false;  ///< it was killed, for nothing that it could tell is wanted any more

  /// It gets no more tasks, and so many seconds to end in.
  void dismiss(double seconds);
  bool dismissed() const { return dismissed_; }

  bool busy() const { return busy_; }
  /// It was given more than another attempt, which wants a new process.
  bool has_judged() const { return has_judged_; }
  const Task& task() const { return task_; }
  /// It has said that it begins with the task. Before, whatever becomes of it is no case's fault.
  bool has_begun() const { return has_begun_; }

  /// It is given this task.
  void begin(Task task);
  /// What it has said that it is about to do, and for how long the driver has been at it. Nothing while the
  /// suite is at work.
  Phase phase() const { return phase_; }
  std::optional<double> silence() const;
  /// It came to its task's end, or was lost over it.
  void end_task() { busy_ = false; }

  /// What it says of itself. A second verdict on a case is none: false.
  void hear(const Hello& hello);
  void hear(const Begin& begin);
  void hear(const At& at);
  void hear(const Spent& spent);
  void hear(const Refused& refused);
  bool hear(const Judged& judged);
  /// Which of the task's cases get no verdict for it: those that it names; all that was begun, where it names
  /// none.
  std::vector<Case> hear(const Defect& defect);

  /// The task's cases that it has begun last.
  std::vector<Case> begun() const;
  /// The task's cases without a verdict.
  std::vector<Case> unjudged() const;
  /// It did not get the device, which another process may hold for itself.
  bool refused_device() const { return refusal_ && refusal_->stage == Stage::Context; }
  /// What the end of its process means for the cases that it had begun.
  Fault fault(const Ending& ending) const;
  /// Where its time went, now that it has ended: what it was lost in took the time since it last spoke.
  Timing account() const;

 private:
  using Clock = std::chrono::steady_clock;
  bool busy_ = false, has_judged_ = false, has_begun_ = false, dismissed_ = false;
  Task task_;
  std::vector<bool> judged_;  ///< of the task's cases
  Phase phase_ = Phase::Start;
  std::vector<std::size_t> begun_;
  std::optional<Refused> refusal_;
  std::optional<Stage> stage_;
  Timing timing_;
  Clock::time_point started_ = Clock::now(), last_word_ = started_, at_since_ = started_;
};

}  // namespace wgcts::harness
