// One order to a worker of its own: for questions that are asked once, and not for a run.
#pragma once

#include <functional>
#include <stdexcept>

#include "harness/process/worker_process.hpp"
#include "harness/process/worker_setup.hpp"

namespace wgcts::harness {

/// The sentence for a launcher that does not pass on all that a worker says.
std::string cut_off(const WorkerSetup& setup);

/// How it went.
struct Answered {
  bool done = false;  ///< the worker carried the order out; how it ended after that is of no interest
  Ending ending;
};

/// Somebody wants no more, before there was anything to report.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// In a sentence, how what should have started a worker ended: by its name and in its own words.
std::string failed_start(const WorkerSetup& setup, const Ending& ending);

/// Starts a worker, gives it the order, tells what it says and waits for its end; each stage of its work has
/// `setup.timeout` seconds. Throws std::runtime_error, with the words of the launcher, where no worker could
/// be started, and Interrupted. A worker that was killed from outside, or did not answer in time, before it
/// said anything but hello is replaced, once.
Answered ask(const WorkerSetup& setup, const Order& order, const std::function<void(const Event&)>& hear);

}  // namespace wgcts::harness
