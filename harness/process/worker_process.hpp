// A worker as its supervisor sees it: a process, three pipes and a time limit, on a libuv loop.
#pragma once

#include <uv.h>

#include <functional>
#include <string>
#include <vector>

#include "harness/process/protocol.hpp"

namespace wgcts::harness {

/// How a worker ended.
struct Ending {
  bool greeted = false;              ///< it said hello: what ended was a worker and not its launcher
  bool timed_out = false;            ///< killed for its silence
  bool killed_from_outside = false;  ///< by SIGKILL, which no driver sends itself, and not by us
  int signal = 0;                    ///< what killed it; 0 where it ended by itself
  std::int64_t exit_code = 0;        ///< of one that ended by itself
  std::string how;  ///< "killed by SIGABRT", "ended with exit code 3", "no answer within 60 s"
  std::string log;  ///< the end of what it printed

  /// "the worker was killed by SIGABRT", "no answer within 60 s".
  std::string describe() const { return timed_out ? how : "the worker was " + how; }
};

class WorkerProcess {
 public:
  struct Callbacks {
    std::function<void(WorkerProcess&, const Event&)> event;
    std::function<void(WorkerProcess&, const Ending&)> ended;  ///< once; the last call
  };

  /// Starts `command`. Throws std::runtime_error if the system cannot.
  WorkerProcess(uv_loop_t* loop, const std::vector<std::string>& command, Callbacks callbacks);
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  void send(const Order& order);
  /// Kills the worker unless this is called again within `seconds`; 0 waits for ever.
  void allow(double seconds);
  /// No more orders: an idle worker ends by itself.
  void dismiss();
  void kill();
  /// Its process has not ended.
  bool running() const { return !exited_; }
  /// Nothing of it is on the loop any more: the object may be destroyed.
  bool closed() const { return reported_ && open_handles_ == 0; }
  /// What it has printed since the last call, bounded.
  std::string take_log();

 private:
  void read_from(uv_pipe_t& pipe, void (WorkerProcess::*consume)(std::string_view));
  void take_output(std::string_view text);
  void take_errors(std::string_view text);
  void close_input();
  void close(uv_handle_t* handle);
  void end_if_done();

  uv_loop_t* loop_;
  Callbacks callbacks_;
  uv_process_t process_{};
  uv_pipe_t input_{}, output_{}, errors_{};
  uv_timer_t silence_{}, drain_{};
  std::string line_, log_;
  Ending ending_;
  double limit_ = 0;
  int open_handles_ = 0;
  bool exited_ = false, output_ended_ = false, reported_ = false;
};

}  // namespace wgcts::harness
