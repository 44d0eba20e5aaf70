#include "harness/driver/worker.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <memory>
#include <mutex>

#include "harness/check/suite_defect.hpp"
#include "harness/driver/device_query.hpp"
#include "harness/driver/driver_files.hpp"
#include "harness/driver/refusal.hpp"
#include "harness/driver/runner.hpp"
#include "harness/process/protocol.hpp"

namespace wgcts::harness {
namespace {

/// Where events go, from any thread, each whole: a private copy of standard output. What the driver prints
/// goes to standard error instead.
class Events {
 public:
  Events() : stream_(fdopen(dup(STDOUT_FILENO), "w")) { dup2(STDERR_FILENO, STDOUT_FILENO); }
  void send(const Event& event) {
    const std::string line = to_line(event);
    const std::lock_guard lock(mutex_);
    // A supervisor that is gone takes no more events; the end of standard input is near.
    std::fwrite(line.data(), 1, line.size(), stream_);
    std::fflush(stream_);
  }

 private:
  std::FILE* stream_;
  std::mutex mutex_;
};

void describe(Events& events) {
  const auto devices = all_devices();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    DeviceFacts facts = query_facts(devices[i], i);
    query_files(devices[i], facts);  // only here: to hash a driver's file takes long
    events.send(Described{std::move(facts)});
  }
}

/// In pieces that a line of the protocol holds.
void send_output(std::size_t index, const RawOutput& output, Events& events) {
  constexpr std::size_t piece = std::size_t{1} << 20;
  for (std::size_t site = 0; site < output.sites.size(); ++site) {
    const auto& bytes = output.sites[site];
    for (std::size_t from = 0; from < bytes.size(); from += piece) {
      const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(piece, bytes.size() - from));
      events.send(Written{index, output.local, output.groups, site, {begin, end}});
    }
  }
}

class Worker {
 public:
  explicit Worker(bool driver_cache) : driver_cache_(driver_cache) {}

  /// False when the driver refused: the worker is not used again.
  bool work(const Work& order, Events& events) {
    const auto index_of = [&](const Case& c) {
      return static_cast<std::size_t>(std::ranges::find(order.job.cases, c) - order.job.cases.begin());
    };
    Listener listener{[&](Phase phase, const std::vector<Case>& cases) {
                        Begin begin{phase, {}};
                        for (const Case& c : cases) begin.cases.push_back(index_of(c));
                        events.send(begin);
                      },
                      [&](const CaseResult& result) {
                        events.send(Judged{index_of(result.the_case), result});
                      },
                      [&](const Timing& timing) { events.send(Spent{timing}); }};
    if (order.outputs)
      listener.output = [&](const Case& c, const RawOutput& output) {
        send_output(index_of(c), output, events);
      };
    try {
      if (!runner_) {
        listener.begin(Phase::Start, order.job.cases);
        Stopwatch watch;
        start(order);
        watch.lap(Activity::Start);
        events.send(Spent{watch.timing()});
      }
      runner_->run(order.job, listener);
    } catch (const Refusal& refusal) {
      events.send(Refused{refusal.verdict, refusal.what(), refusal.log});
      return false;
    }
    return true;
  }

 private:
  void start(const Work& order) {
    const auto devices = all_devices();
    if (order.device >= devices.size()) throw Refusal(Verdict::LaunchError, "the device is gone");
    runner_ = std::make_unique<Runner>(
        devices[order.device], query_facts(devices[order.device], order.device), order.seed, order.memory);
    if (!driver_cache_) runner_->salt_programs();
  }
  bool driver_cache_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace

int worker_main(bool driver_cache) {
  // A supervisor that is killed takes its workers along, also one whose kernel never ends.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  Events events;
  events.send(Hello{});
  Worker worker(driver_cache);
  for (std::string line; std::getline(std::cin, line);) {
    try {
      const Order order = parse_order(line);
      if (std::holds_alternative<Describe>(order))
        describe(events);
      else if (!worker.work(std::get<Work>(order), events))
        std::_Exit(0);  // without the driver's own clean-up, which has been seen to hang
      events.send(Done{});
    } catch (const SuiteDefect& defect) {
      events.send(Defect{defect.what()});
      std::_Exit(1);
    } catch (const std::exception& error) {
      std::cerr << "wgcts worker: " << error.what() << '\n';
      std::_Exit(1);
    }
  }
  std::_Exit(0);
}

}  // namespace wgcts::harness
