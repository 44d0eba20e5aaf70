// A worker process for its supervisor: a process, three pipes and a time limit, on a libuv loop. Also how a
// process ended, and whether that is the driver's fault.
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/protocol.hpp"
#include "harness/program/implementation.hpp"
#include "harness/program/job.hpp"
#include "system/memory.hpp"
#include "system/processor_time.hpp"

namespace wgcts::harness {

struct WorkerSetup {
  std::vector<std::string> command;     ///< the command of a worker: launcher, program, arguments
  double timeout = 60;                  ///< seconds for each stage of a case
  unsigned jobs = 1;                    ///< maximum number of workers at a time
  unsigned retries = 0;                 ///< how often a failing case may be retried, see cases_to_retry()
  std::size_t memory = default_memory;  ///< limit of all buffers of a worker together, in bytes
  std::optional<Implementation> implementation = {};  ///< judged instead of the driver's builtins
  std::string launcher = {};  ///< the part of the command that the user gave as a launcher; may be empty
};

/// How a process ended: a worker, or a program of run_program(). Only a worker has stages and events.
struct Ending {
  bool greeted = false;      ///< it sent Hello; otherwise the launcher ended
  bool timed_out = false;    ///< killed because it was silent
  bool short_limit = false;  ///< the time limit was less than --timeout
  /// A signal from outside killed it, not the suite: from the system for lack of memory, a batch system, a
  /// launcher or a user.
  bool killed_from_outside = false;
  std::string limits;           ///< limits of the machine that the worker has reported; may be empty
  bool lifeless = false;        ///< it sent no Alive either, not only no new stage
  bool exit_blocked = false;    ///< it crashed but did not exit: the kernel may be waiting for a device
  int unended = 0;              ///< the process id, if it did not exit when it was killed; else 0
  bool in_suites_work = false;  ///< the crashing thread ran the suite's code, not the driver's
  bool has_backtrace = false;   ///< of its crash
  bool output_closed = false;   ///< it ended because its standard output was closed
  int signal = 0;               ///< the signal that killed it; 0: none
  std::int64_t exit_code = 0;   ///< if no signal killed it
  std::optional<Stage> stage;   ///< its last stage; empty if it was idle
  std::string how;              ///< "killed by SIGABRT", "ended with exit code 3", "no answer within 60 s"
  std::string log;              ///< the end of its output

  /// "the worker was killed by SIGABRT while building a program", "no answer within 60 s while ...; --timeout
  /// allows more".
  std::string describe() const;
  /// ", and its process 123 did not end when it was killed", or empty.
  std::string unended_words() const;
  /// ", under a limit of the machine: the room in /tmp", or empty.
  std::string limit_words() const;

  /// Whether it asked the platforms for their names. One of them may be another vendor's.
  bool at_platforms() const { return stage == Stage::Platforms; }
  /// Whether its last stage was the suite's own work.
  bool at_suites_work() const { return stage && !is_drivers(*stage); }
  /// The verdict on the cases that it had begun: Timeout or Crash. NotRun if that may not be the driver's
  /// fault: the suite's own work hung or crashed, Alive events were missing, a limit of the machine applied,
  /// or a signal from outside ended the worker.
  Verdict verdict() const;
  Conclusion conclusion() const { return {verdict(), describe(), log, stage, killed_from_outside}; }
};

/// Closes a handle of libuv, which a later run of the loop frees. The handle is the first member of a type
/// that contains it.
struct CloseHandle {
  template <class Type>
  void operator()(Type* handle) const {
    uv_close(reinterpret_cast<uv_handle_t*>(handle),
             [](uv_handle_t* closed) { delete reinterpret_cast<Type*>(closed); });
  }
};
template <class Type>
using Handle = std::unique_ptr<Type, CloseHandle>;

class WorkerProcess;
struct WorkerCallbacks {
  std::function<void(WorkerProcess&, const Event&)> event = [](WorkerProcess&, const Event&) {};
  /// Called once, as the last call.
  std::function<void(WorkerProcess&, const Ending&)> ended = [](WorkerProcess&, const Ending&) {};
};

/// The loop must outlive the objects on it. An object may be destroyed at any time except in its own `event`
/// callback. A worker that still runs is then killed.
class WorkerProcess {
 public:
  /// Starts `command`. Throws std::runtime_error if the system cannot start it. Never runs the loop, so a
  /// worker may be started in another one's callback.
  WorkerProcess(uv_loop_t* loop, const std::vector<std::string>& command, WorkerCallbacks callbacks = {});
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  /// Replaces the callbacks. The new ones also get events that the loop has not delivered yet.
  void hand_to(WorkerCallbacks callbacks) { callbacks_ = std::move(callbacks); }
  void send(const Order& order);
  /// Kills the worker after `seconds` without another call or a new stage. 0 waits forever. The suite's own
  /// work has ten times the limit, which suffices under valgrind and still ends a hang. If this process
  /// itself was stopped, the time starts again, once. After the worker's Hello, time without Alive does not
  /// count: the worker was stopped, or its machine or connection was lost. If this time exceeds the limit,
  /// the worker is killed as lifeless, or as crashed if it has printed a backtrace.
  void allow(double seconds);
  /// Sends no more orders. An idle worker then ends by itself.
  void dismiss();
  /// Kills the process and its children. A process that does not exit, for example because the kernel waits
  /// for a device, is abandoned after a while.
  void kill();
  bool running() const { return !exited_; }
  /// The output since the last call, of limited length.
  std::string take_log();

 private:
  struct Timer;
  struct Child;

  void start(uv_loop_t* loop, const std::vector<std::string>& command);
  void take_output(std::string_view text);
  void take_errors(std::string_view text);
  void search_log();
  void handle(const Event& event);
  void on_exit(std::int64_t code, int signal);
  void on_no_exit();
  double limit() const;
  /// Seconds of this silence in which Alive events are overdue.
  double unseen() const;
  /// Seconds that this silence may still last.
  double time_left() const;
  void wait_for_sign(double seconds);
  void on_silence();
  void on_output_end();
  void restart_timer();
  void end_if_done();

  WorkerCallbacks callbacks_;
  Handle<uv_pipe_t> input_, output_, errors_;
  Handle<Timer> silence_, drain_;
  Child* child_;  ///< not to be used after the end of the process
  std::string line_, log_;
  Ending ending_;
  double seconds_ = 0;                    ///< allowed silence; 0: no limit
  double processors_ = 1;                 ///< number that the worker may use at the same time
  system::ProcessorTime spent_{};         ///< of the worker, from its last Alive
  system::ProcessorTime spent_before_{};  ///< the same when this silence began
  double waited_ = 0;                     ///< seconds of this silence, at the end of the current wait
  unsigned alive_ = 0;                    ///< number of Alive events in this silence
  bool exited_ = false, output_ended_ = false, reported_ = false;
};

/// The reason why the end may not be the driver's fault, as a clause that begins with "and". nullopt: the
/// driver is at fault. An empty text excuses only the first such end of a case. `before` is the memory at the
/// worker's start, `now` that after its end. `refused`: the refusal that ended the worker, if any.
std::optional<std::string> excuse_for(const Ending& ending, const WorkerSetup& setup,
                                      const system::Memory& before, const system::Memory& now,
                                      const std::optional<Refused>& refused = {});

/// Whether a worker without a case at fault ended badly, by the driver's fault. `dismissed`: it had no more
/// work. Then a launcher cannot have lost the connection before its end, and its exit code may be that of
/// valgrind. `beside_busy`: another worker may have blocked the device.
bool ended_badly(const Ending& ending, const WorkerSetup& setup, const system::Memory& before,
                 const system::Memory& now, bool dismissed, bool beside_busy);

/// Whether the launcher caused the end: ssh lost its connection, or a batch system or user ended the launcher
/// or the worker behind it. Shells and launchers put a signal into the exit code. False after a crash with a
/// backtrace.
bool is_of_launcher(const Ending& ending, const WorkerSetup& setup);

}  // namespace wgcts::harness
