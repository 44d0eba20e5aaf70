#include "harness/driver/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "harness/driver/device_query.hpp"
#include "harness/driver/drivers.hpp"
#include "harness/driver/runner.hpp"
#include "harness/process/protocol.hpp"
#include "reference/lists.hpp"
#include "results/file_hash.hpp"
#include "system/backtrace.hpp"
#include "system/processes.hpp"
#include "system/processor_time.hpp"
#include "system/reached_limits.hpp"
#include "system/signals.hpp"
#include "system/streams.hpp"

namespace wgcts::harness {
namespace {

/// What the worker does. It sends signs of life unless it does nothing.
enum class Doing : std::uint8_t { Nothing, Order, End };

/// Sends events from any thread, each as a whole, to a private copy of standard output. The driver's output
/// goes to standard error instead.
class Events {
 public:
  /// `orders`: a file descriptor.
  explicit Events(int orders) : output_(system::take_standard_output()) {
    // Only a launcher can have closed it, so the message names the launcher.
    if (output_ < 0) {
      std::fputs(
          "wgcts worker: standard output is closed, but results go there: a launcher must leave it open\n",
          stderr);
      std::_Exit(2);
    }
    try {
      // Workers must end when the supervisor is killed, even during a kernel that never ends.
      // PR_SET_PDEATHSIG would also kill a worker when the thread of the launcher that started it ends.
      // Some launchers close only the input when they are killed. A dismissed worker has no order, and goes
      // on to release the device.
      const std::array pipes{output_, orders};
      system::when_closed(pipes, [this](int closed) {
        if (closed == output_) end_disconnected();
        if (doing_ == Doing::Order)
          end_disconnected("wgcts worker: its standard input is closed, which carries the orders");
      });
      system::run_beside([this] { show_life(); });
    } catch (const std::system_error& error) {
      // The driver needs threads too.
      fmt::print(stderr, "wgcts worker: no thread can start: {}\n", error.what());
      std::_Exit(2);
    }
  }
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  void set_doing(Doing now) { doing_ = now; }

  void send(const Event& event) {
    // A launcher may join standard output and error, and a driver's text need not end its line.
    const std::string line = "\n" + to_line(event);
    const std::lock_guard lock(mutex_);
    const int error = system::write_all(output_, line);
    if (error == EPIPE) end_disconnected();
    if (error == EBADF) crash_without_output();
  }

 private:
  [[noreturn]] void show_life() {
    while (true) {
      std::this_thread::sleep_for(std::chrono::duration<double>(seconds_between_alive));
      if (doing_ != Doing::Nothing) send(Alive{spent(), system::standing_limits()});
    }
  }

  /// Returns zeros if the times cannot be read, because that is not the driver's fault. Takes 0.02 ms, and
  /// 0.02 ms for each thread of the driver. Reading the times of the whole process group took 5 ms beside 990
  /// other processes.
  system::ProcessorTime spent() {
    try {
      return meter_.read();
    } catch (const std::exception&) {
      return {};
    }
  }

  /// The worker must end here. Otherwise the silence would count as a hang of the driver.
  [[noreturn]] static void end_disconnected(std::string_view message = output_closed_message) {
    fmt::print(stderr, "{}\n", message);
    std::_Exit(2);
  }

  /// Only the driver can have closed the descriptor of the events. The supervisor gets no more of them, so
  /// the worker ends like a crash of the driver.
  [[noreturn]] static void crash_without_output() {
    fmt::print(stderr, "wgcts worker: the driver closed file descriptors that are not its own\n");
    system::note_suites_work(false);
    std::abort();
  }

  int output_;                    ///< a file descriptor
  system::ProcessorMeter meter_;  ///< for the thread of show_life() only
  std::mutex mutex_;
  std::atomic<Doing> doing_ = Doing::Nothing;
};

/// Announces each platform before its driver is called.
void describe(const Describe& order, Events& events) {
  events.send(At{Stage::Devices});
  const DeviceList list = devices_of(
      [&](const std::string& platform) {
        if (is_in(platform, order.without)) return false;
        events.send(At{Stage::Devices, platform});
        return true;
      },
      order.sorted);
  for (const std::string& remark : list.remarks) events.send(Remark{remark, list.no_library});
  std::map<std::string, std::string> digests;  // by file: all devices of a driver have the same
  const auto announce = [&](std::size_t i) { events.send(At{Stage::Devices, list.platforms[i]}); };
  const std::vector<DeviceIdentity> known_by = identities_of(list.devices, announce);
  for (std::size_t i = 0; i < list.devices.size(); ++i) {
    announce(i);
    DeviceFacts facts = query_facts(list.devices[i]);
    facts.index = i;
    static_cast<DeviceIdentity&>(facts) = known_by[i];
    query_files(list.devices[i], facts);
    // Hashing a driver of 100 MB takes half a second.
    events.send(At{Stage::Data});
    system::note_suites_work(true);
    const auto [digest, is_new] = digests.try_emplace(facts.driver_file);
    if (is_new) digest->second = sha256_of(facts.driver_file);
    facts.driver_sha256 = digest->second;
    events.send(Described{std::move(facts)});
    system::note_suites_work(false);
  }
}

/// Sends it in pieces that fit into a line of the protocol.
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

/// Sends the runner's reports about the order as events.
Listener listener_for(const Work& order, Events& events) {
  const auto place_of = [&order](const Case& c) { return index_in(order.job.cases, c); };
  const auto places_of = [place_of](const std::vector<Case>& cases) { return mapped(cases, place_of); };
  Listener listener{
      [&events, places_of](Phase phase, const std::vector<Case>& cases) {
        events.send(Begin{phase, places_of(cases)});
      },
      [&events, place_of](const CaseResult& result) {
        events.send(Judged{place_of(result.the_case), result});
      },
      [&events](const Timing& timing) { events.send(Spent{timing}); },
      [&events, places_of](const std::vector<Case>& cases, const std::string& why) {
        events.send(Defect{why, places_of(cases)});
      },
      [&events, places_of](const std::vector<Case>& cases, const Refusal& refusal, Stage stage) {
        events.send(Refused{refusal.conclusion(stage), refusal.error, places_of(cases)});
      }};
  if (order.outputs)
    listener.output = [&events, place_of](const Case& c, const RawOutput& output) {
      send_output(place_of(c), output, events);
    };
  return listener;
}

/// The refusal is already sent, and the driver's clean-up after one may hang. On a full disk, or without
/// threads, it is not the driver's fault.
[[noreturn]] void end_after_refusal() {
  system::print_reached_limits();
  std::_Exit(0);
}

class Worker {
 public:
  Worker(bool driver_cache, Events& events) : driver_cache_(driver_cache), events_(events) {}

  // Each executes an order, and returns false if the driver refused it: the worker is not used again then.

  /// A function that the loader lacks is not a defect of the suite.
  bool execute(const Describe& order) {
    try {
      refusing(Verdict::NotRun, [&] { describe(order, events_); });
    } catch (const Refusal& refusal) {
      events_.send(Remark{refusal.what()});
    }
    return true;
  }

  bool execute(const Examine& order) {
    Progress progress = new_progress();
    unless_refused(progress, [&] {
      const cl::Device device = find_device(order.device, progress);
      const DeviceFacts facts = query_facts(device, &order.device.failed_queries);
      progress.enter(Stage::Build);
      events_.send(Examined{definitions(device, facts, order.implementation, progress)});
    });
    return true;
  }

  bool execute(const Work& order) {
    const Listener listener = listener_for(order, events_);
    Progress progress = new_progress();
    try {
      return unless_refused(progress, [&] {
        if (!runner_) {
          listener.begin(Phase::Start, order.job.cases);
          start(order, progress);
          listener.spent(progress.take());
        }
        runner_->run(order.job, listener, progress);
      });
    } catch (const std::exception& error) {
      // unless_refused() handles refusals of the driver, so this is a defect of the suite. The supervisor
      // keeps the verdicts that the cases have.
      listener.defect(order.job.cases,
                      fmt::format("{} (stage: {})", error.what(), info(progress.stage()).name));
    }
    return true;
  }

  bool execute(const RunKernel& order) {
    Progress progress = new_progress();
    return unless_refused(progress, [&] {
      events_.send(Begin{Phase::Start, {}});
      if (!runner_) start(order, progress);
      for (auto& outputs : run_kernel(order.run, runner_->session(), runner_->salt(), progress))
        events_.send(Ran{std::move(outputs)});
    });
  }

 private:
  Progress new_progress() const {
    return Progress([&events = events_](Stage stage) { events.send(At{stage}); });
  }

  /// Calls the function. Returns false if the driver refuses or something is unsupported, and reports that.
  bool unless_refused(const Progress& progress, const auto& function) const {
    try {
      refusing(Verdict::NotRun, function);
      return true;
    } catch (const Refusal& refusal) {
      events_.send(Refused{refusal.conclusion(progress.stage()), refusal.error});
      return false;
    }
  }

  /// The first Work or RunKernel sets up the device for all later orders.
  void start(const auto& order, Progress& progress) {
    const cl::Device device = find_device(order.device, progress);
    DeviceFacts facts = query_facts(device, &order.device.failed_queries);
    progress.enter(Stage::Context);
    const auto memory = static_cast<std::size_t>(std::min<std::uint64_t>(order.memory, SIZE_MAX));
    runner_ = std::make_unique<Runner>(device, std::move(facts), order.seed, memory, order.implementation);
    if (!driver_cache_) runner_->salt_programs();
  }

  bool driver_cache_;
  Events& events_;
  std::unique_ptr<Runner> runner_;
};

}  // namespace

int worker_main(bool driver_cache, const std::string& driver) {
  system::print_backtrace_on_crash();
  system::print_reached_limits_at_exit();
  system::ignore_closed_pipes();  // a write error is reported instead
  system::make_standard_streams_blocking();
  const bool terminal = system::input_has_line_limit();
  // A program of the driver may read its standard input, and must get no order.
  const int orders = system::take_standard_input();
  if (!driver.empty()) use_drivers(driver);
  // Never destroyed, because its threads run until the process ends.
  Events& events = *new Events(orders);  // NOLINT(cppcoreguidelines-owning-memory)
  events.send(Hello{system::standing_limits(), system::processors(), terminal});
  Worker worker(driver_cache, events);
  for (std::string line; system::read_line(orders, line);) {
    events.set_doing(Doing::Order);
    try {
      const Order order = parse_order(line);
      if (!std::visit([&](const auto& any) { return worker.execute(any); }, order)) end_after_refusal();
      system::note_suites_work(false);
      events.set_doing(Doing::Nothing);
      events.send(Done{});
    } catch (const std::exception& error) {
      events.send(Defect{fmt::format("the worker: {}", error.what())});
      std::_Exit(0);  // the defect is already sent, and another exit code would count against the driver
    }
  }
  events.set_doing(Doing::End);
  system::expect_exit();
  // Returning runs the driver's own tear-down and the reports of sanitizers. They affect no verdict but are
  // recorded.
  return 0;
}

}  // namespace wgcts::harness
