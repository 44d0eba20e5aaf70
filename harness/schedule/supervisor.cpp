#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <list>
#include <memory>
#include <numeric>
#include <utility>

#include "harness/process/worker_connection.hpp"
#include "harness/schedule/schedule.hpp"
#include "system/memory.hpp"
#include "system/processes.hpp"

namespace wgcts::harness {
namespace {

/// Limits of the records of ended workers, because any number of workers may die in a soak run.
constexpr std::size_t most_timings = 1000, most_worker_failures = 100, most_defects = 100;
/// Failed starts in a row before the launcher is given up. first_wait, in milliseconds, doubles each time.
constexpr unsigned most_failed_starts = 6;
/// Workers in a row, without a verdict in between, whose output the launcher may stop forwarding.
constexpr unsigned most_cut_offs = 3;
constexpr std::uint64_t first_wait = 100;
/// Workers in a row that die before they begin a case, before the task gets a last attempt.
constexpr unsigned most_unbegun_losses = 3;
/// Workers in a row, each without another one, that do not find the device, before the run stops.
constexpr unsigned most_missed_devices = 4;

/// The state of one worker, from its messages.
struct WorkerSlot {
  std::unique_ptr<WorkerProcess> process;
  bool ended = false;                            ///< the process has ended
  bool ran_beside_others = false;                ///< another worker ran at the same time at some point
  system::Memory memory = system::memory_now();  ///< available memory at its start
  /// During its current phase or at its end, another worker was busy, or ended while this one was busy.
  bool beside_busy = false;
  bool beside_other = false;  ///< during its current phase, another worker was alive, even if it was idle
  bool unwanted = false;      ///< it was killed because its result is no longer needed
  bool dismissed = false;     ///< it gets no more tasks
  bool busy = false;          ///< it has a task
  bool has_judged = false;    ///< it ran something other than a retry; a retry needs a new process
  bool has_begun = false;     ///< the first case of the task is announced; without one, no case is at fault
  Task task;
  /// The refusal that ended the worker: by the driver, or because the worker did not find the device.
  std::optional<Refused> refusal;

  /// Gives it no more tasks and this many seconds to end.
  void dismiss(double seconds) {
    dismissed = true;
    process->dismiss();
    process->allow(seconds);
  }
  /// It was dismissed and still runs, to release the device.
  bool ends_soon() const { return dismissed && process->running(); }

  void begin(Task next) {
    busy = true;
    has_begun = false;
    has_judged |= next.purpose != Purpose::Retry;
    task = std::move(next);
    judged_.assign(task.job.cases.size(), false);
    phase_ = Phase::Start;
    begun_.resize(judged_.size());
    std::iota(begun_.begin(), begun_.end(), std::size_t{0});
    refusal.reset();
  }

  void receive(const Hello&) { timing_[Activity::Start] += seconds_since(started_); }
  void receive(const Begin& begin) {
    has_begun = true;
    phase_ = begin.phase;
    begun_ = begin.cases;
    last_message_ = Clock::now();
  }
  void receive(const Spent& spent) {
    timing_ += spent.timing;
    last_message_ = Clock::now();
  }
  void receive(const Refused& refused) { refusal = refused; }
  /// False for a second verdict on a case, and for a verdict on another case: the launcher then repeats a
  /// line of an earlier task.
  bool receive(const Judged& judged) {
    const std::vector<Case>& cases = task.job.cases;
    const bool is_own = judged.index < cases.size() && judged.result.the_case == cases[judged.index];
    return is_own && !settle({judged.index}).empty();
  }
  /// The cases of the task that get no verdict because of the defect: the named ones, or all begun cases if
  /// none is named.
  std::vector<Case> receive(const Defect& defect) {
    return settle(defect.cases.empty() ? begun_ : defect.cases);
  }

  /// The cases of the task without a verdict.
  std::vector<Case> unjudged() const {
    std::vector<Case> cases;
    for (std::size_t i = 0; i < judged_.size(); ++i)
      if (!judged_[i]) cases.push_back(task.job.cases[i]);
    return cases;
  }
  /// The begun cases without a verdict.
  std::vector<Case> begun() const {
    std::vector<Case> cases;
    for (const std::size_t i : begun_)
      if (i < judged_.size() && !judged_[i]) cases.push_back(task.job.cases[i]);
    return cases;
  }
  /// The number of time limits of its current stages.
  std::size_t limits() const {
    return time_limits(task, phase_ == Phase::Launch ? begun() : std::vector<Case>{});
  }
  /// The refusal as a fault of the cases that it names. The worker continues with the others.
  Fault survived_fault(const Refused& refused) {
    Fault fault{refused, Phase::Launch, settle(refused.cases), true, ran_beside_others};
    fault.log = process->take_log();
    return fault;
  }
  /// The end of the process as a fault of the cases that it had begun.
  Fault fault(const Ending& ending) const {
    Fault fault{ending.conclusion(), phase_};
    fault.beside_others = ran_beside_others;
    if (refusal && !refusal->message.empty()) {
      fault.verdict = refusal->verdict;
      fault.message = refusal->message + ending.limit_words();
      fault.stage = refusal->stage;
      if (!refusal->log.empty()) fault.log = refusal->log;
    }
    fault.cases = begun();
    return fault;
  }
  /// How its time was spent, after its end. The time since the last message goes to the current phase.
  Timing account() const {
    constexpr Activity of_phase[] = {Activity::Start, Activity::Build, Activity::Launch};
    Timing timing = timing_;
    if (busy) timing[of_phase[static_cast<std::size_t>(phase_)]] += seconds_since(last_message_);
    timing[Activity::Idle] += std::max(0.0, seconds_since(started_) - timing.total());
    return timing;
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Returns those of the cases that had no verdict yet.
  std::vector<Case> settle(const std::vector<std::size_t>& places) {
    std::vector<Case> settled;
    for (const std::size_t i : places) {
      if (i >= judged_.size() || judged_[i]) continue;
      judged_[i] = true;
      settled.push_back(task.job.cases[i]);
    }
    return settled;
  }

  std::vector<bool> judged_;  ///< for each case of the task
  Phase phase_ = Phase::Start;
  std::vector<std::size_t> begun_;
  Timing timing_;
  Clock::time_point started_ = Clock::now(), last_message_ = started_;
};

/// Runs the tasks of the schedule on worker processes. All its functions handle events.
class Supervisor {
 public:
  Supervisor(const WorkerSetup& setup, const DeviceFacts& device, const Request& request, const Watch& watch)
      : setup_(setup),
        device_(device),
        seed_(request.seed),
        watch_(watch),
        time_budget_(request.time_budget),
        schedule_(device, request, watch, setup.retries) {}

  Outcomes run() {
    const StopSignals signals(loop_.get(), [this] { interrupt(); });
    const Handle<uv_timer_t> budget = new_timer();
    if (time_budget_ > 0) start_budget(budget.get(), time_budget_);
    uv_unref(reinterpret_cast<uv_handle_t*>(budget.get()));
    assign();
    uv_run(loop_.get(), UV_RUN_DEFAULT);
    if (!schedule_.silent().empty()) note_defect(no_verdict, schedule_.silent());
    outcomes_.results = schedule_.take_results();
    if (killed_ != 0)
      note_remark(fmt::format("{} killed by a signal from outside",
                              killed_ == 1 ? "a worker was" : fmt::format("{} workers were", killed_)));
    return std::move(outcomes_);
  }

 private:
  Handle<uv_timer_t> new_timer() {
    Handle<uv_timer_t> timer(new uv_timer_t{});
    uv_timer_init(loop_.get(), timer.get());
    timer->data = this;
    return timer;
  }

  static void start_budget(uv_timer_t* budget, double seconds) {
    uv_timer_start(
        budget, [](uv_timer_t* t) { static_cast<Supervisor*>(t->data)->spend_budget(t); },
        static_cast<std::uint64_t>(seconds * 1000) + 1, 0);
  }

  void spend_budget(uv_timer_t* budget) {
    // A soak first stops drawing, so that the cases in flight can end. A hang takes the time limit twice:
    // beside other workers, and alone.
    if (!stopping_ && schedule_.stop_drawing()) return start_budget(budget, 2 * setup_.timeout);
    stop(fmt::format("not run: the time budget of {:g} s was spent", time_budget_));
  }

  void interrupt() {
    outcomes_.complete = false;
    stop("not run: interrupted");
  }

  void stop(std::string why) {
    stopping_ = true;
    schedule_.stop(std::move(why));
    uv_timer_stop(wait_.get());
    for (WorkerSlot& slot : workers_) slot.process->kill();
  }

  /// Gives every idle worker a task, and starts workers while there are more tasks.
  void assign() {
    if (stopping_) return;
    if (schedule_.has_enough()) leave_the_rest();
    if (schedule_.wants_one_worker()) setup_.jobs = 1;
    workers_.remove_if([](const WorkerSlot& slot) { return slot.ended; });
    if (keeps_quiet()) return;
    const auto is_available = [](const WorkerSlot& slot) {
      return slot.process->running() && !slot.dismissed;
    };
    auto alive = static_cast<std::size_t>(std::ranges::count_if(workers_, is_available));
    for (WorkerSlot& slot : workers_) {
      if (!is_available(slot) || slot.busy) continue;
      // The number of workers may have become smaller, and a retry needs a new one.
      if (alive > setup_.jobs || retires_before_retry(slot)) {
        dismiss(slot);
        --alive;
      } else if (!keeps_quiet()) {
        hand_task_to(slot);
      }
    }
    for (; alive < setup_.jobs && may_start() && schedule_.has_task() && !keeps_quiet(); ++alive)
      start_worker();
    // Idle workers stay alive while a busy worker may still cause a retry.
    if (stopping_ || std::ranges::any_of(workers_, &WorkerSlot::busy) || is_waiting()) return;
    // A quiet task, or one for a new worker, may have come to the front: take() leaves it there.
    if (schedule_.has_task() && std::ranges::any_of(workers_, &WorkerSlot::ends_soon)) return;
    if (schedule_.has_task() || schedule_.next_round()) return assign();
    dismiss_idle();
  }

  /// After the first failure with --fail-fast, no other first verdict is needed.
  void leave_the_rest() {
    for (WorkerSlot& slot : workers_)
      if (slot.busy && slot.task.purpose == Purpose::Judge && !slot.unwanted) {
        slot.unwanted = true;
        slot.process->kill();
      }
  }

  void dismiss_idle() {
    for (WorkerSlot& slot : workers_)
      if (!slot.busy) dismiss(slot);
  }

  void dismiss(WorkerSlot& slot) {
    if (slot.dismissed) return;
    slot.dismiss(setup_.timeout);
    note_beside(slot);
  }

  /// To be called when the worker begins a phase or begins to end. A driver may give the device to one
  /// process until it ends, so even an idle worker may block a busy one.
  void note_beside(WorkerSlot& slot) {
    slot.beside_busy = slot.beside_other = false;
    for (WorkerSlot& other : workers_) {
      if (&other == &slot || !other.process->running()) continue;
      other.beside_other = slot.beside_other = true;
      if (other.busy || (slot.busy && other.ends_soon())) other.beside_busy = slot.beside_busy = true;
    }
  }

  bool retires_before_retry(const WorkerSlot& slot) const {
    return slot.has_judged && schedule_.next_wants_new_worker();
  }

  /// Starts a worker with the next task. Runs in libuv callbacks, which must not throw.
  void start_worker() {
    // A device that accepts one process may refuse either of two workers.
    bool ran_beside_others = false;
    for (WorkerSlot& other : workers_)
      if (other.process->running()) other.ran_beside_others = ran_beside_others = true;
    WorkerSlot& slot = workers_.emplace_back();
    slot.ran_beside_others = ran_beside_others;
    try {
      const WorkerCallbacks callbacks{
          [this, &slot](WorkerProcess&, const Event& event) { on_event(slot, event); },
          [this, &slot](WorkerProcess&, const Ending& ending) { on_end(slot, ending); }};
      slot.process = std::make_unique<WorkerProcess>(loop_.get(), setup_.command, callbacks);
      hand_task_to(slot);
    } catch (const std::exception& error) {
      // The worker has no task yet, because its process does not exist.
      workers_.pop_back();
      on_failed_start(error.what());
    }
  }

  /// Whether no task may start now because of a quiet one. A quiet task waits until all other workers have
  /// ended, because its case may have failed for lack of memory.
  bool keeps_quiet() {
    if (std::ranges::any_of(workers_, [](const WorkerSlot& s) { return s.busy && s.task.is_quiet(); }))
      return true;
    if (!schedule_.next_wants_quiet()) return false;
    dismiss_idle();
    return std::ranges::any_of(workers_, [](const WorkerSlot& s) { return s.process->running(); });
  }

  bool is_waiting() const { return uv_is_active(reinterpret_cast<const uv_handle_t*>(wait_.get())) != 0; }

  bool may_start() const { return !stopping_ && failed_starts_ < most_failed_starts && !is_waiting(); }

  /// Counts a failed attempt and waits before the next one. Failures during the wait do not count, because
  /// workers that start together fail together. Returns whether there were too many.
  bool wait_after(unsigned& failed_attempts, unsigned most) {
    if (is_waiting()) return false;
    if (++failed_attempts >= most) return true;
    wait(first_wait << failed_attempts);
    return false;
  }

  void wait(std::uint64_t milliseconds) {
    uv_timer_start(
        wait_.get(), [](uv_timer_t* t) { static_cast<Supervisor*>(t->data)->assign(); }, milliseconds, 0);
  }

  /// A launcher that cannot start a worker proves nothing about the driver. It is tried again later.
  void on_failed_start(const std::string& words) {
    if (wait_after(failed_starts_, most_failed_starts) &&
        std::ranges::none_of(workers_, [](const WorkerSlot& s) { return s.process->running(); }))
      stop(fmt::format("not run: no worker could be started any more: {}", words));
  }

  void hand_task_to(WorkerSlot& slot) {
    auto task = schedule_.take();
    if (!task) return;
    slot.begin(std::move(*task));
    note_beside(slot);
    slot.process->take_log();
    slot.process->send(Work{device_, seed_, slot.task.job, setup_.memory, false, setup_.implementation});
    slot.process->allow(setup_.timeout * static_cast<double>(slot.limits()));
  }

  void on_event(WorkerSlot& slot, const Event& event) {
    if (std::holds_alternative<Hello>(event)) failed_starts_ = 0;
    if (!slot.busy || slot.unwanted || stopping_) return;
    std::visit([&](const auto& any) { on(slot, any); }, event);
  }

  void on(WorkerSlot& /*slot*/, const auto& /*other*/) {}
  void on(WorkerSlot& slot, const Hello& hello) { slot.receive(hello); }
  void on(WorkerSlot& slot, const Spent& spent) { slot.receive(spent); }

  void on(WorkerSlot& slot, const Begin& begin) {
    slot.receive(begin);
    note_beside(slot);
    slot.process->allow(setup_.timeout * static_cast<double>(slot.limits()));
  }

  void on(WorkerSlot& slot, const Judged& judged) {
    if (!slot.receive(judged)) return;
    unbegun_losses_ = missed_devices_ = cut_offs_ = 0;
    CaseResult result = judged.result;
    result.the_case = slot.task.job.cases[judged.index];
    result.log = slot.process->take_log();
    schedule_.judged(slot.task, std::move(result));
    if (schedule_.has_enough()) assign();
  }

  /// The worker survives a refusal that names cases.
  void on(WorkerSlot& slot, const Refused& refused) {
    if (refused.cases.empty()) return slot.receive(refused);
    unbegun_losses_ = missed_devices_ = 0;
    const Fault fault = slot.survived_fault(refused);
    if (!fault.cases.empty()) judge(slot, fault, fault.cases, {.greeted = true}, refused);
    if (schedule_.has_enough()) assign();
  }

  /// A defect of the suite is not the driver's fault. Its cases get no verdict, and the other cases are
  /// judged.
  void on(WorkerSlot& slot, const Defect& defect) {
    const std::vector<Case> not_judged = slot.receive(defect);
    schedule_.note_defect(slot.task, not_judged, defect.message);
    note_defect(defect.message, not_judged);
  }

  void note_defect(std::string sentence, const std::vector<Case>& not_judged) {
    if (outcomes_.defects.size() == most_defects) return;
    if (!not_judged.empty()) sentence += fmt::format(" ({} without a verdict", name(not_judged.front()));
    if (not_judged.size() > 1) sentence += fmt::format(" and {} more", not_judged.size() - 1);
    if (!not_judged.empty()) sentence += ")";
    if (watch_.defect) watch_.defect(sentence);
    outcomes_.defects.push_back(std::move(sentence));
  }

  void on(WorkerSlot& slot, const Done& /*done*/) {
    slot.busy = false;
    slot.process->allow(0);
    schedule_.finished(slot.task, slot.unjudged());
    assign();
  }

  void on_end(WorkerSlot& slot, const Ending& ending) {
    if (outcomes_.workers.size() < most_timings)
      outcomes_.workers.push_back(slot.account());
    else
      outcomes_.workers.back() += slot.account();
    const bool was_busy = slot.busy;
    slot.busy = false;
    // This worker had started, so its replacement gets the full number of start attempts.
    if (ending.greeted) failed_starts_ = 0;
    if (!stopping_ && !slot.unwanted) {
      if (ending.killed_from_outside) ++killed_;
      if (!ending.greeted)
        on_launcher_end(slot, ending);
      else if (was_busy && ending.output_closed)
        on_cut_off(slot);
      else if (was_busy)
        on_loss(slot, ending);
      else
        note_failure(slot, ending, slot.dismissed ? "at its end" : "while idle");
    }
    if (ending.unended != 0)
      note_remark(fmt::format("the process {} of a worker did not end when it was killed", ending.unended));
    assign();
    // Set last, so that the process is not destroyed in its own callback.
    slot.ended = true;
  }

  void on_launcher_end(const WorkerSlot& slot, const Ending& ending) {
    schedule_.put_back(slot.task, slot.unjudged());
    on_failed_start(failed_start(setup_, ending));
  }

  /// A worker whose output no longer arrives proves nothing about the driver.
  void on_cut_off(const WorkerSlot& slot) {
    schedule_.put_back(slot.task, slot.unjudged());
    if (++cut_offs_ == most_cut_offs) stop("not run: " + cut_off(setup_));
  }

  void on_loss(const WorkerSlot& slot, const Ending& ending) {
    const Fault fault = slot.fault(ending);
    if (ending.in_suites_work) note_remark(fault.message);
    const std::optional<Refused>& refusal = slot.refusal;
    const bool no_device = ending.at_platforms() || (refusal && lacks_device(*refusal));
    const bool no_setup = refusal && refusal->stage && sets_up(*refusal->stage);
    // A device may legally accept one process only, or be listed for one. Another worker, even a dismissed
    // one, may have it. From now on there is one worker.
    if ((no_device || no_setup) && slot.ran_beside_others) {
      if (setup_.jobs > 1) note_remark(fault.message + "; from now on there is one worker");
      setup_.jobs = 1;
      if (!is_waiting()) wait(first_wait);
      return schedule_.put_back(slot.task, slot.unjudged());
    }
    if (no_device) return on_missed_device(slot, fault.message);
    if (!slot.has_begun) {
      note_failure(slot, ending, "between two jobs");
      if (++unbegun_losses_ < most_unbegun_losses)
        schedule_.put_back(slot.task, slot.unjudged());
      else
        schedule_.retry_quietly(slot.task, fault, slot.unjudged(), "and before a case began");
    } else if (fault.cases.empty()) {
      note_failure(slot, ending, "after its last verdict");
      schedule_.put_back(slot.task, slot.unjudged());
    } else {
      judge(slot, fault, slot.unjudged(), ending, refusal);
    }
  }

  /// Excuses the fault, or counts it. Used for the end of a worker and for a refusal that it survives.
  void judge(const WorkerSlot& slot, const Fault& fault, const std::vector<Case>& unjudged,
             const Ending& ending, const std::optional<Refused>& refusal) {
    auto reason = excuse_for(ending, setup_, slot.memory, system::memory_now(), refusal);
    // Another worker may block the device.
    if (!reason && fault.verdict == Verdict::Timeout && slot.beside_other) reason = "";
    if (reason)
      schedule_.retry_quietly(slot.task, fault, unjudged, *reason);
    else
      schedule_.lost(slot.task, fault, unjudged);
  }

  /// The worker did not find the device under test, maybe because of another platform's driver, or another
  /// program uses it. No other device is judged instead.
  void on_missed_device(const WorkerSlot& slot, const std::string& words) {
    schedule_.put_back(slot.task, slot.unjudged());
    note_remark(words);
    if (wait_after(missed_devices_, most_missed_devices)) stop("not run: " + words);
  }

  void note_remark(const std::string& words) {
    if (outcomes_.remarks.size() < most_defects) outcomes_.remarks.push_back(words);
  }

  /// Records a worker that ended badly without a case at fault. A launcher may forward the worker's exit
  /// code, or exit with one of its own. A driver may hang in its tear-down.
  void note_failure(const WorkerSlot& slot, const Ending& ending, std::string stage) {
    if (!ended_badly(ending, setup_, slot.memory, system::memory_now(), slot.dismissed, slot.beside_busy) ||
        outcomes_.worker_failures.size() == most_worker_failures)
      return;
    if (!setup_.launcher.empty()) stage += fmt::format(" (or the launcher '{}' at its end)", setup_.launcher);
    if (slot.dismissed && ending.timed_out)
      stage += fmt::format(", which took longer than {:g} s; --timeout allows more", setup_.timeout);
    outcomes_.worker_failures.push_back({std::move(stage), ending.signal, ending.exit_code, ending.log});
    if (watch_.worker_failed) watch_.worker_failed(outcomes_.worker_failures.back());
  }

  WorkerSetup setup_;
  DeviceAddress device_;
  std::uint64_t seed_;
  Watch watch_;
  double time_budget_;
  Schedule schedule_;
  Loop loop_;
  std::list<WorkerSlot> workers_;
  std::size_t killed_ = 0;  ///< workers that a signal from outside ended
  Outcomes outcomes_;
  Handle<uv_timer_t> wait_ = new_timer();  ///< runs while no worker may start
  unsigned failed_starts_ = 0, unbegun_losses_ = 0, cut_offs_ = 0, missed_devices_ = 0;
  bool stopping_ = false;
};

}  // namespace

Outcomes judge_cases(const WorkerSetup& setup, const DeviceFacts& device, const Request& request,
                     const Watch& watch) {
  return Supervisor(setup, device, request, watch).run();
}

}  // namespace wgcts::harness
