#include "harness/schedule/supervisor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <list>
#include <memory>
#include <stdexcept>
#include <utility>

#include "harness/check/suite_defect.hpp"
#include "harness/process/event_loop.hpp"
#include "harness/process/worker_process.hpp"
#include "harness/schedule/schedule.hpp"
#include "harness/schedule/worker_slot.hpp"

namespace wgcts::harness {
namespace {

/// Runs the schedule's tasks on worker processes: everything here is the handling of events.
class Supervisor {
 public:
  Supervisor(const WorkerSetup& setup, const DeviceFacts& device, const Request& request, const Watch& watch)
      : setup_(setup),
        device_(device.index),
        seed_(request.seed),
        time_budget_(request.time_budget),
        schedule_(device, request, watch, setup.timeout, setup.retries) {}

  Outcomes run() {
    uv_signal_t signals[2];
    const int numbers[2] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; ++i) {
      uv_signal_init(loop_.get(), &signals[i]);
      signals[i].data = this;
      uv_signal_start(
          &signals[i], [](uv_signal_t* s, int) { static_cast<Supervisor*>(s->data)->interrupt(); },
          numbers[i]);
      uv_unref(reinterpret_cast<uv_handle_t*>(&signals[i]));
    }
    uv_timer_t budget;
    uv_timer_init(loop_.get(), &budget);
    budget.data = this;
    if (time_budget_ > 0)
      uv_timer_start(
          &budget, [](uv_timer_t* t) { static_cast<Supervisor*>(t->data)->spend_budget(); },
          static_cast<std::uint64_t>(time_budget_ * 1000) + 1, 0);
    uv_unref(reinterpret_cast<uv_handle_t*>(&budget));
    assign();
    uv_run(loop_.get(), UV_RUN_DEFAULT);
    uv_close(reinterpret_cast<uv_handle_t*>(&budget), nullptr);
    for (auto& signal : signals) uv_close(reinterpret_cast<uv_handle_t*>(&signal), nullptr);
    uv_run(loop_.get(), UV_RUN_DEFAULT);
    if (error_) std::rethrow_exception(error_);
    outcomes_.results = schedule_.take_results();
    return std::move(outcomes_);
  }

 private:
  void spend_budget() { stop(fmt::format("not run: the time budget of {:g} s was spent", time_budget_)); }

  void interrupt() {
    outcomes_.complete = false;
    stop("not run: interrupted");
  }

  void stop(std::string why) {
    stopping_ = true;
    schedule_.stop(std::move(why));
    for (WorkerSlot& slot : workers_) slot.process->kill();
  }

  /// Gives every idle worker a task, and starts workers while there is more to do than they can.
  void assign() {
    if (stopping_) return;
    const auto count_busy = [this] {
      return static_cast<std::size_t>(std::ranges::count_if(workers_, &WorkerSlot::busy));
    };
    if (const std::size_t busy = count_busy(); busy != 0 && busy < setup_.jobs) schedule_.fill_idle_time();
    std::size_t alive = 0;
    for (WorkerSlot& slot : workers_) {
      if (!slot.process->running() || slot.retired || retire_before_retry(slot)) continue;
      ++alive;
      if (!slot.busy()) hand_task_to(slot);
    }
    for (; alive < setup_.jobs && !stopping_ && schedule_.has_task(); ++alive) start_worker();
    // Idle workers stay as long as another may leave something to be tried again.
    if (stopping_ || count_busy() != 0) return;
    if (schedule_.next_round()) return assign();
    for (WorkerSlot& slot : workers_) slot.process->dismiss();
  }

  bool retire_before_retry(WorkerSlot& slot) {
    if (slot.busy() || !slot.has_judged() || !schedule_.next_wants_new_worker()) return false;
    slot.retired = true;
    slot.process->dismiss();
    return true;
  }

  /// A new worker with the next task. Runs in libuv's callbacks, through which nothing may be thrown.
  void start_worker() {
    WorkerSlot& slot = workers_.emplace_back();
    try {
      slot.process = std::make_unique<WorkerProcess>(
          loop_.get(), setup_.command,
          WorkerProcess::Callbacks{
              [this, &slot](WorkerProcess&, const Event& event) { on_event(slot, event); },
              [this, &slot](WorkerProcess&, const Ending& ending) { on_end(slot, ending); }});
      hand_task_to(slot);
    } catch (const std::exception&) {
      workers_.pop_back();
      error_ = std::current_exception();
      stop("not run: no worker could be started");
    }
  }

  void hand_task_to(WorkerSlot& slot) {
    auto task = schedule_.take();
    if (!task) return;
    slot.begin(std::move(*task));
    slot.process->take_log();
    slot.process->send(Work{device_, seed_, slot.task().job, setup_.memory});
    slot.process->allow(schedule_.time_limit(slot.task(), slot.begun()));
  }

  void on_event(WorkerSlot& slot, const Event& event) {
    if (!slot.busy() || stopping_) return;
    if (const auto* hello = std::get_if<Hello>(&event)) {
      slot.hear(*hello);
    } else if (const auto* spent = std::get_if<Spent>(&event)) {
      slot.hear(*spent);
    } else if (const auto* begin = std::get_if<Begin>(&event)) {
      slot.hear(*begin);
      slot.process->allow(schedule_.time_limit(slot.task(), slot.begun()));
    } else if (const auto* judged = std::get_if<Judged>(&event)) {
      on_judged(slot, *judged);
    } else if (const auto* refused = std::get_if<Refused>(&event)) {
      slot.hear(*refused);
    } else if (const auto* defect = std::get_if<Defect>(&event)) {
      error_ = std::make_exception_ptr(SuiteDefect(defect->message));
      stop("not run: the suite has a defect");
    } else if (std::holds_alternative<Done>(event)) {
      on_done(slot);
    }
  }

  void on_judged(WorkerSlot& slot, const Judged& judged) {
    if (!slot.hear(judged)) return;
    CaseResult result = judged.result;
    result.the_case = slot.task().job.cases[judged.index];
    result.log = slot.process->take_log();
    schedule_.judged(slot.task(), std::move(result));
  }

  void on_done(WorkerSlot& slot) {
    slot.end_task();
    slot.process->allow(0);
    if (schedule_.finished(slot.task(), slot.unjudged())) hand_task_to(slot);
    assign();
  }

  void on_end(WorkerSlot& slot, const Ending& ending) {
    outcomes_.workers.push_back(slot.account());
    const bool was_busy = slot.busy();
    slot.end_task();
    if (was_busy && !stopping_) {
      const Fault fault = slot.fault(ending);
      if (ending.killed_from_outside)
        schedule_.killed_from_outside(slot.task(), fault, slot.unjudged());
      else
        schedule_.lost(slot.task(), fault, slot.unjudged());
    }
    assign();
  }

  WorkerSetup setup_;
  std::size_t device_;
  std::uint64_t seed_;
  double time_budget_;
  Schedule schedule_;
  Loop loop_;
  std::list<WorkerSlot> workers_;
  Outcomes outcomes_;
  std::exception_ptr error_;
  bool stopping_ = false;
};

}  // namespace

Outcomes judge_cases(const WorkerSetup& setup, const DeviceFacts& device, const Request& request,
                     const Watch& watch) {
  return Supervisor(setup, device, request, watch).run();
}

}  // namespace wgcts::harness
