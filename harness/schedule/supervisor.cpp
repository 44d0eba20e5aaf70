#include "harness/schedule/supervisor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <ranges>
#include <set>
#include <stdexcept>

#include "harness/check/suite_defect.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/process/event_loop.hpp"
#include "harness/process/worker_process.hpp"
#include "harness/schedule/fault_attribution.hpp"
#include "harness/schedule/retry_planner.hpp"
#include "harness/schedule/waves.hpp"

namespace wgcts::harness {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

/// What a worker is at.
struct Assignment {
  std::unique_ptr<WorkerProcess> process;
  bool busy = false;
  bool judged_before = false;  ///< was given more than another attempt, which wants a new process
  bool retired = false;        ///< gets no more tasks
  Task task;
  std::vector<bool> judged;  ///< of the task's cases
  Phase phase = Phase::Start;
  Timing timing;  ///< as the worker told it
  Clock::time_point started = Clock::now();
  Clock::time_point told = started;  ///< when the worker last said where it is
  std::vector<std::size_t> begun;
  std::string refusal, refusal_log;
  Verdict refused = Verdict::Crash;
};

/// With the verdicts that stand already.
ResultTable ledger_of(const Request& request) {
  ResultTable ledger(request.cases);
  for (const CaseResult& result : request.earlier) ledger.of(result.the_case) = result;
  return ledger;
}

class Supervisor {
 public:
  Supervisor(const WorkerSetup& setup, const DeviceFacts& device, const Request& request, const Watch& watch)
      : setup_(setup),
        device_(device),
        seed_(request.seed),
        more_(request.more),
        time_budget_(request.time_budget),
        watch_(watch),
        blame_(setup.timeout),
        ledger_(ledger_of(request)),
        rounds_(ledger_, setup.retries) {
    std::vector<Case> to_run;
    std::ranges::copy_if(request.cases, std::back_inserter(to_run),
                         [&](const Case& c) { return ledger_.of(c).verdict == Verdict::NotRun; });
    // Whole, jobs have the fewest programs; in waves they end with something of everything.
    for (const auto& part : time_budget_ > 0 ? waves_of(to_run) : std::vector<std::vector<Case>>{to_run})
      enqueue(part);
  }

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
    outcomes_.results = std::move(ledger_.results);
    for (CaseResult& result : outcomes_.results)
      if (result.verdict == Verdict::NotRun && result.message.empty()) result.message = why_stopped_;
    return std::move(outcomes_);
  }

 private:
  /// Settles what the device lacks, and makes jobs of the rest.
  void enqueue(const std::vector<Case>& cases) {
    std::vector<Case> to_run;
    for (const Case& c : cases) {
      if (auto reason = missing(c, device_)) {
        CaseResult skipped{c, Verdict::Skip};
        skipped.reason = std::move(reason);
        settle(std::move(skipped));
      } else {
        to_run.push_back(c);
      }
    }
    for (Job& job : make_jobs(to_run, device_)) queue_.push_back({std::move(job)});
  }

  /// Asks for more when nothing waits. What the device lacks is no work: somewhen it must be enough of that.
  void ask_for_more() {
    constexpr int patience = 1000;
    for (int i = 0; more_ && !stopping_ && queue_.empty() && i < patience; ++i) {
      const auto cases = more_();
      if (cases.empty()) return;
      enqueue(cases);
    }
  }

  void spend_budget() {
    why_stopped_ = fmt::format("not run: the time budget of {:g} s was spent", time_budget_);
    stop();
  }

  void interrupt() {
    outcomes_.complete = false;
    stop();
  }

  void stop() {
    queue_.clear();
    stopping_ = true;
    for (Assignment& a : workers_) a.process->kill();
  }

  /// Gives every idle worker a task, and starts workers while there is more to do than they can.
  void assign() {
    if (stopping_) return;
    line_up_early();
    std::size_t alive = 0;
    bool busy = false;
    for (Assignment& a : workers_) {
      if (!a.process->running() || a.retired || retire_before_retry(a)) continue;
      ++alive;
      busy |= a.busy || next(a);
    }
    for (ask_for_more(); alive < setup_.jobs && !queue_.empty(); ++alive) {
      busy |= start_worker();
      ask_for_more();
    }
    // Idle workers stay as long as another may leave something to be tried again.
    if (busy || stopping_) return;
    if (next_round()) return assign();
    for (Assignment& a : workers_) a.process->dismiss();
  }

  /// What is sure to be tried again fills the time in which some workers are busy and others have nothing to
  /// do.
  void line_up_early() {
    const auto busy = static_cast<std::size_t>(std::ranges::count_if(workers_, &Assignment::busy));
    if (more_ || !queue_.empty() || busy == 0 || busy >= setup_.jobs) return;
    for (Task& task : rounds_.early()) queue_.push_back(std::move(task));
  }

  /// What is tried again is tried in new processes.
  bool retire_before_retry(Assignment& a) {
    if (a.busy || !a.judged_before || queue_.empty() || queue_.front().purpose != Purpose::Retry)
      return false;
    a.retired = true;
    a.process->dismiss();
    return true;
  }

  /// Every case has its verdict: lines up what is to be run again. False when nothing is.
  bool next_round() {
    for (const CaseResult& charged : rounds_.charge_fallen())
      if (watch_.amended) watch_.amended(charged);
    for (Task& task : rounds_.next()) queue_.push_back(std::move(task));
    return !queue_.empty();
  }

  /// A new worker with the next task; false when there is none. Runs in libuv's callbacks, through which
  /// nothing may be thrown.
  bool start_worker() {
    Assignment& a = workers_.emplace_back();
    try {
      a.process = std::make_unique<WorkerProcess>(
          loop_.get(), setup_.command,
          WorkerProcess::Callbacks{[this, &a](WorkerProcess&, const Event& event) { on_event(a, event); },
                                   [this, &a](WorkerProcess&, const Ending& ending) { on_end(a, ending); }});
      return next(a);
    } catch (const std::exception&) {
      workers_.pop_back();
      error_ = std::current_exception();
      stop();
      return false;
    }
  }

  /// Hands the next task to a worker; false when there is none.
  bool next(Assignment& a) {
    ask_for_more();
    while (!queue_.empty()) {
      Task task = std::move(queue_.front());
      queue_.pop_front();
      set_aside_suspects(task);
      if (task.job.cases.empty()) continue;
      a.busy = true;
      a.judged_before |= task.purpose != Purpose::Retry;
      a.judged.assign(task.job.cases.size(), false);
      a.task = std::move(task);
      a.phase = Phase::Start;
      a.begun.resize(a.judged.size());
      for (std::size_t i = 0; i < a.begun.size(); ++i) a.begun[i] = i;
      a.refusal.clear();
      a.process->take_log();
      a.process->send(Work{device_.index, seed_, a.task.job, setup_.memory});
      a.process->allow(blame_.time_limit(a.task.job));
      return true;
    }
    return false;
  }

  /// Takes out of a task what was at fault before: it is tried alone, at the end, or no more.
  void set_aside_suspects(Task& task) {
    std::vector<Case> kept;
    std::map<const Builtin*, Job> aside;
    for (const Case& c : task.job.cases) {
      if (std::string why = blame_.given_up(c); !why.empty()) {
        CaseResult result{c, Verdict::NotRun};
        result.message = std::move(why);
        // A soak would say so of every further draw.
        if (task.purpose == Purpose::Judge && !more_) settle(std::move(result));
      } else if (!task.job.alone && blame_.better_alone(c)) {
        aside[c.builtin].cases.push_back(c);
        if (std::ranges::find(task.job.without, c.builtin) == task.job.without.end())
          task.job.without.push_back(c.builtin);
      } else {
        kept.push_back(c);
      }
    }
    for (auto& [builtin, job] : aside)
      queue_.push_back({{.cases = std::move(job.cases), .alone = true}, task.purpose});
    task.job.cases = std::move(kept);
  }

  void on_event(Assignment& a, const Event& event) {
    if (!a.busy || stopping_) return;
    if (std::holds_alternative<Hello>(event)) {
      a.timing[Activity::Start] += seconds_since(a.started);
    } else if (const auto* spent = std::get_if<Spent>(&event)) {
      a.timing += spent->timing;
      a.told = Clock::now();
    } else if (const auto* begin = std::get_if<Begin>(&event)) {
      a.phase = begin->phase;
      a.begun = begin->cases;
      a.told = Clock::now();
      a.process->allow(blame_.time_limit(a.task.job));
    } else if (const auto* judged = std::get_if<Judged>(&event)) {
      on_judged(a, *judged);
    } else if (const auto* refused = std::get_if<Refused>(&event)) {
      a.refused = refused->verdict;
      a.refusal = refused->message;
      a.refusal_log = refused->log;
    } else if (const auto* defect = std::get_if<Defect>(&event)) {
      error_ = std::make_exception_ptr(SuiteDefect(defect->message));
      stop();
    } else if (std::holds_alternative<Done>(event)) {
      a.busy = false;
      a.process->allow(0);
      requeue_unjudged(a, {});
      if (try_another(a.task)) next(a);
      assign();
    }
  }

  /// Puts another attempt at what was tried again first in line; false where there is none.
  bool try_another(const Task& done) {
    auto another = rounds_.another(done);
    if (another) queue_.push_front(std::move(*another));
    return another.has_value();
  }

  void on_judged(Assignment& a, const Judged& judged) {
    if (judged.index >= a.judged.size() || a.judged[judged.index]) return;
    a.judged[judged.index] = true;
    CaseResult result = judged.result;
    result.the_case = a.task.job.cases[judged.index];
    result.log = a.process->take_log();
    if (result.verdict == Verdict::Pass || result.verdict == Verdict::Fail)
      blame_.note_success(result.the_case, a.task.job.alone);
    // What a worker came through with is tried again in the same company.
    const bool bad = result.verdict == Verdict::Fail || result.verdict == Verdict::LaunchError;
    if (bad && a.task.purpose == Purpose::Judge && !more_) rounds_.note_failure(result.the_case, a.task.job);
    if (result.verdict == Verdict::Pass) result.log.clear();
    conclude(std::move(result), a.task.purpose);
  }

  void conclude(CaseResult result, Purpose purpose) {
    if (purpose == Purpose::Judge) return settle(std::move(result));
    const CaseResult& amended = rounds_.conclude(result, purpose);
    if (watch_.amended) watch_.amended(amended);
  }

  /// Closes a worker's account. What it died in took the time since it last told.
  void settle_time(Assignment& a) {
    constexpr Activity of_phase[] = {Activity::Start, Activity::Build, Activity::Launch};
    if (a.busy) a.timing[of_phase[static_cast<std::size_t>(a.phase)]] += seconds_since(a.told);
    a.timing[Activity::Idle] += std::max(0.0, seconds_since(a.started) - a.timing.total());
    outcomes_.workers.push_back(a.timing);
  }

  void on_end(Assignment& a, const Ending& ending) {
    settle_time(a);
    if (!std::exchange(a.busy, false) || stopping_) return assign();
    if (ending.killed_from_outside && forgiven(a)) {
      requeue_unjudged(a, {});
      return assign();
    }
    Fault fault{ending.timed_out    ? Verdict::Timeout
                : a.refusal.empty() ? Verdict::Crash
                                    : a.refused,
                a.phase,
                {}};
    for (const std::size_t i : a.begun)
      if (i < a.judged.size() && !a.judged[i]) fault.cases.push_back(a.task.job.cases[i]);
    const std::string message = a.refusal.empty() ? ending.describe() : a.refusal;
    Sentence sentence = blame_.judge(fault, a.task.job);
    for (const Case& c : sentence.guilty) {
      CaseResult result{c, fault.verdict};
      result.message = sentence.remark.empty() ? message : fmt::format("{}; {}", message, sentence.remark);
      result.log = a.refusal_log.empty() ? ending.log : a.refusal_log;
      result.stage = ending.stage;
      conclude(std::move(result), a.task.purpose);
    }
    if (sentence.guilty.empty() && fault.verdict == Verdict::Crash && a.task.purpose == Purpose::Judge &&
        !more_)
      rounds_.note_fall(fault.cases, a.task.job, message, ending.log);
    requeue_unjudged(a, fault.cases);
    if (sentence.guilty.size() == a.task.job.cases.size()) try_another(a.task);
    for (Job& job : sentence.retries | std::views::reverse)
      queue_.push_front({std::move(job), a.task.purpose});
    for (Job& job : sentence.later) queue_.push_back({std::move(job), a.task.purpose});
    assign();
  }

  /// Somebody outside, or the system short of memory, killed the worker: once that is no case's fault.
  bool forgiven(const Assignment& a) {
    bool first = true;
    for (const std::size_t i : a.begun)
      if (i < a.judged.size() && !a.judged[i]) first &= shot_.insert(name(a.task.job.cases[i])).second;
    return first;
  }

  /// What a task left without a verdict, but for cases that were dealt with, goes back in line.
  void requeue_unjudged(const Assignment& a, const std::vector<Case>& dealt_with) {
    Task rest{{{}, a.task.job.alone, a.task.job.without}, a.task.purpose};
    for (std::size_t i = 0; i < a.judged.size(); ++i) {
      const Case& c = a.task.job.cases[i];
      if (!a.judged[i] && std::ranges::find(dealt_with, c) == dealt_with.end()) rest.job.cases.push_back(c);
    }
    if (!rest.job.cases.empty()) queue_.push_front(std::move(rest));
  }

  void settle(CaseResult result) {
    if (more_) return watch_.judged(result);
    CaseResult& place = ledger_.of(result.the_case);
    place = std::move(result);
    watch_.judged(place);
  }

  WorkerSetup setup_;
  DeviceFacts device_;
  std::uint64_t seed_;
  std::function<std::vector<Case>()> more_;
  double time_budget_;
  std::string why_stopped_ = "not run: interrupted";
  Watch watch_;
  Loop loop_;
  Blame blame_;
  Outcomes outcomes_;
  ResultTable ledger_;
  Rounds rounds_;
  std::set<std::string> shot_;  ///< cases whose worker was killed from outside
  std::deque<Task> queue_;
  std::list<Assignment> workers_;
  std::exception_ptr error_;
  bool stopping_ = false;
};

}  // namespace

Outcomes judge_cases(const WorkerSetup& setup, const DeviceFacts& device, const Request& request,
                     const Watch& watch) {
  return Supervisor(setup, device, request, watch).run();
}

}  // namespace wgcts::harness
