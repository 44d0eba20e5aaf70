// Questions to a device, many and quick: each wants one case's result, and workers are kept from one to the
// next.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "harness/process/ask.hpp"
#include "harness/process/event_loop.hpp"
#include "harness/process/stop_signals.hpp"
#include "results/device_facts.hpp"
#include "results/raw_output.hpp"

namespace wgcts::harness {

/// A case, and the company that it is asked for in.
struct Question {
  Case the_case;
  bool alone = false;                        ///< no other builtin in its kernel
  std::vector<const Builtin*> without = {};  ///< of those that share its kernel otherwise
  bool outputs = false;                      ///< all that it wrote, too
  std::vector<Case> built_with = {};         ///< as in Job
  auto operator<=>(const Question&) const = default;
};

/// Runs one case after another on a device, in one worker as long as that lives: to start one takes longer
/// than most questions do. One that dies, hangs or is refused something is replaced for the next question.
class Lab {
 public:
  /// Questions have `setup.timeout` seconds for each stage. The data is that of a run with this seed.
  Lab(WorkerSetup setup, DeviceFacts device, std::uint64_t seed);
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;
  ~Lab();

  /// The case's result as a run would have it; a skip where the device lacks something. Throws
  /// std::runtime_error where no worker could be started, SuiteDefect, and Interrupted after a signal by
  /// which somebody ends a program: while there is a Lab, those end it by this alone.
  IsolatedRun ask(const Question& question);
  /// One after the other.
  std::vector<IsolatedRun> ask(std::span<const Question> questions);

  /// Runs the trial as it stands. Throws as the others do.
  TrialRun ask(const Trial& trial);

  /// The next question gets a new process, which has nothing from those before.
  void renew();

  /// What each stage of a question may take from now on, in seconds.
  void allow(double seconds) { setup_.timeout = seconds; }
  double timeout() const { return setup_.timeout; }

  const DeviceFacts& device() const { return device_; }
  std::uint64_t seed() const { return seed_; }
  /// Workers that were started so far.
  std::size_t workers() const { return workers_; }

 private:
  using Hear = std::function<void(const Event&)>;
  Answered put(const Order& order, const Hear& hear);
  Answered put_once(const Order& order, const Hear& hear);
  void start();
  void allow_time();

  WorkerSetup setup_;
  double asked_timeout_;  ///< what `setup_.timeout` was at first
  DeviceFacts device_;
  std::uint64_t seed_;
  std::size_t workers_ = 0;
  Hear hear_;
  std::function<void(const Ending&)> end_;
  Loop loop_;
  bool interrupted_ = false;
  StopSignals signals_;
  std::unique_ptr<WorkerProcess> worker_;  ///< behind the loop: it goes first
};

}  // namespace wgcts::harness
