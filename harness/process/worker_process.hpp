// A worker as its supervisor sees it: a process, three pipes and a time limit, on a libuv loop.
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/protocol.hpp"

namespace wgcts::harness {

/// What a worker's silence is measured by.
enum class Limit : std::uint8_t {
  Timeout,  ///< what the user said by --timeout, or its default
  Shorter   ///< less than that: of what may well hang not all of it is spent
};

/// How a worker ended.
struct Ending {
  bool greeted = false;          ///< it said hello: what ended was a worker and not its launcher
  bool timed_out = false;        ///< killed for its silence
  Limit limit = Limit::Timeout;  ///< which of them its silence was longer than
  /// By a signal that no program gets for what it does itself, and not by us: the system for want of memory,
  /// a batch system, a launcher, somebody.
  bool killed_from_outside = false;
  std::string reached_limit;   ///< of the machine, which the worker named when it died; else empty
  bool unheard = false;        ///< it ended because nobody took its events any more
  int signal = 0;              ///< what killed it; 0 where it ended by itself
  std::int64_t exit_code = 0;  ///< of one that ended by itself
  std::optional<Stage> stage;  ///< what it was at; nothing where it had not said so, or was idle
  std::string how;             ///< "killed by SIGABRT", "ended with exit code 3", "no answer within 60 s"
  std::string log;             ///< the end of what it printed

  /// "the worker was killed by SIGABRT while building a program", "no answer within 60 s while ...; --timeout
  /// allows more".
  std::string describe() const;
};

/// The loop must outlive what it was given to. An object may be destroyed at any time but in its own `event`;
/// a worker that still runs is killed then.
class WorkerProcess {
 public:
  struct Callbacks {
    std::function<void(WorkerProcess&, const Event&)> event;
    std::function<void(WorkerProcess&, const Ending&)> ended;  ///< once; the last call
  };

  /// Starts `command`. Throws std::runtime_error if the system cannot. Never runs the loop, so that a worker
  /// may be started in one of its callbacks.
  WorkerProcess(uv_loop_t* loop, const std::vector<std::string>& command, Callbacks callbacks);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;
  ~WorkerProcess();

  /// Who hears it from now on. Events that came before and that nobody took, the loop not having run, are
  /// told to the new ones.
  void hand_to(Callbacks callbacks) { callbacks_ = std::move(callbacks); }
  void send(const Order& order);
  /// Kills the worker unless this is called again within `seconds`, or it says that it is at something else;
  /// 0 waits for ever. The suite's own work, which no driver is to blame for, gets ten times as long: enough
  /// under valgrind, and an end where the suite hangs. `limit` says what the seconds are. Where this process
  /// stood still itself, the seconds start again, once.
  void allow(double seconds, Limit limit = Limit::Timeout);
  /// No more orders: an idle worker ends by itself.
  void dismiss();
  void kill();
  /// Its process has not ended.
  bool running() const { return !exited_; }
  /// What it has printed since the last call, bounded.
  std::string take_log();

 private:
  struct Handles;

  void start(const std::vector<std::string>& command);
  void take_output(std::string_view text);
  void take_launchers_words(std::string& line);
  void take_errors(std::string_view text);
  void heed(const Event& event);
  void on_exit(std::int64_t code, int signal);
  void on_silence();
  void on_output_end();
  void restart_timer();
  bool is_at_suites_work() const;
  void end_if_done();

  Callbacks callbacks_;
  Handles* handles_;  ///< the loop's: they free themselves when the last is closed
  std::string line_, log_;
  Ending ending_;
  double seconds_ = 0;  ///< that it may be silent; 0 for ever
  bool exited_ = false, output_ended_ = false, reported_ = false;
};

}  // namespace wgcts::harness
