// Starts a process outside of a run: a worker for one order, or another program, such as a compiler.
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"

namespace wgcts::harness {

/// The message about a launcher that does not forward all of a worker's output.
std::string cut_off(const WorkerSetup& setup);

/// The outcome of an order.
struct Reply {
  bool done = false;  ///< the worker completed the order
  Ending ending;      ///< of a worker that ended before
};

/// Callbacks that ignore every event.
WorkerProcess::Callbacks no_callbacks();

/// Sends the order to a running worker, and runs the loop until the worker is done, has ended, or
/// `interrupted`. Each stage of its work has `seconds`. Afterwards the worker has no time limit and no
/// callbacks. If it has also ended, send it no other order.
Reply exchange(uv_loop_t* loop, WorkerProcess& worker, const Order& order, double seconds,
               const std::function<void(const Event&)>& handle_event, const bool& interrupted);

/// The user ended the program before there was anything to report.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A sentence about the launcher's end, with its name and output.
std::string failed_start(const WorkerSetup& setup, const Ending& ending);

/// Whether the event is a part of the reply. The others report the worker's progress.
bool is_answer(const Event& event);

/// Starts a worker, sends the order, passes its events to the callback and waits for its end. Each stage of
/// its work has `setup.timeout` seconds. A worker that was killed from outside or timed out before it sent
/// anything but hello is replaced once. Throws std::runtime_error, with the launcher's output, if no worker
/// starts, and Interrupted.
Reply ask(const WorkerSetup& setup, const Order& order,
          const std::function<void(const Event&)>& handle_event);

/// Runs `command`, a program and its arguments, found by PATH, with an empty standard input. After `seconds`
/// it and all its child processes are killed. The log has the end of its output, at most 8 KiB. Returns
/// nothing if there is no such program. Throws Interrupted if the user ends the run.
std::optional<Ending> run_program(const std::vector<std::string>& command, double seconds);

}  // namespace wgcts::harness
