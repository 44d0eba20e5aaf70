#include "harness/process/ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "system/processes.hpp"
#include "system/signals.hpp"

namespace wgcts::harness {
namespace {

/// A loop needs six file descriptors. The start of a worker needs eight more, and keeps three of them open.
/// The other descriptors are for the files of a run.
constexpr std::size_t needed_descriptors = 24;

/// Seconds to exit for a worker that has replied. Only the exits of workers that ran cases are judged.
constexpr double seconds_to_end = 5;

Reply ask_once(const WorkerSetup& setup, const Order& order,
               const std::function<void(const Event&)>& handle_event) {
  bool interrupted = false;
  Loop loop;
  WorkerProcess worker(loop.get(), setup.command);
  const StopSignals signals(loop.get(), [&] { interrupted = true; });
  Reply reply = exchange(loop.get(), worker, order, setup.timeout, handle_event, interrupted);
  if (interrupted) worker.kill();
  worker.dismiss();
  worker.allow(std::min(setup.timeout, seconds_to_end));
  uv_run(loop.get(), UV_RUN_DEFAULT);
  if (interrupted) throw Interrupted("interrupted before any case was judged");
  return reply;
}

/// The program or launcher that is responsible for a worker without a connection.
std::string starter_name(const WorkerSetup& setup) {
  return setup.launcher.empty() ? setup.command.front() : fmt::format("the launcher '{}'", setup.launcher);
}

}  // namespace

Loop::Loop() {
  if (const std::string lack = system::lack_of_descriptors(needed_descriptors); !lack.empty())
    throw std::runtime_error(lack);
  if (const int error = uv_loop_init(&loop_); error != 0)
    throw std::runtime_error(fmt::format("no worker can be started: {}", uv_strerror(error)));
}

StopSignals::StopSignals(uv_loop_t* loop, std::function<void()> on_signal)
    : on_signal_(std::move(on_signal)) {
  for (const int number : system::stop_signals()) {
    uv_signal_t* const handle = handles_.emplace_back(new uv_signal_t{}).get();
    uv_signal_init(loop, handle);
    handle->data = this;
    if (!system::is_ignored(number))
      uv_signal_start(
          handle, [](uv_signal_t* s, int) { static_cast<StopSignals*>(s->data)->on_signal_(); }, number);
    uv_unref(reinterpret_cast<uv_handle_t*>(handle));
  }
}

Reply exchange(uv_loop_t* loop, WorkerProcess& worker, const Order& order, double seconds,
               const std::function<void(const Event&)>& handle_event, const bool& interrupted) {
  Reply reply;
  bool ended = false;
  worker.hand_to({[&](WorkerProcess& w, const Event& event) {
                    if (std::holds_alternative<Begin>(event)) w.allow(seconds);
                    handle_event(event);
                    reply.done |= std::holds_alternative<Done>(event);
                  },
                  [&](WorkerProcess&, const Ending& ending) {
                    reply.ending = ending;
                    ended = true;
                  }});
  worker.send(order);
  worker.allow(seconds);
  while (!reply.done && !ended && !interrupted) uv_run(loop, UV_RUN_ONCE);
  if (!ended) worker.allow(0);  // an idle worker may be silent
  if (!ended) worker.hand_to({});
  return reply;
}

bool is_answer(const Event& event) {
  return !std::holds_alternative<Hello>(event) && !std::holds_alternative<Begin>(event) &&
         !std::holds_alternative<At>(event) && !std::holds_alternative<Spent>(event);
}

std::string cut_off(const WorkerSetup& setup) {
  return fmt::format("{} does not forward all of the worker's standard output, which carries the results",
                     starter_name(setup));
}

std::string failed_start(const WorkerSetup& setup, const Ending& ending) {
  const std::string who = starter_name(setup);
  const std::string words = ending.log.substr(0, ending.log.find_last_not_of('\n') + 1);
  const char* verb = ending.timed_out ? "gave " : ending.signal != 0 ? "was " : "";
  return fmt::format("{} {}{}{}{:.300}", who, verb, ending.how, words.empty() ? "" : ": ", words);
}

Reply ask(const WorkerSetup& setup, const Order& order,
          const std::function<void(const Event&)>& handle_event) {
  bool has_answered = false;
  const auto listen = [&](const Event& event) {
    has_answered |= is_answer(event);
    handle_event(event);
  };
  Reply reply = ask_once(setup, order, listen);
  // The machine may have been busy. A worker that is silent twice hangs.
  const bool lost = reply.ending.killed_from_outside || reply.ending.timed_out;
  if (lost && !has_answered) reply = ask_once(setup, order, listen);
  if (!reply.done && !reply.ending.greeted)
    throw std::runtime_error("no worker could be started: " + failed_start(setup, reply.ending));
  if (!reply.done && reply.ending.output_closed) throw std::runtime_error(cut_off(setup));
  return reply;
}

std::optional<Ending> run_program(const std::vector<std::string>& command, double seconds) {
  Loop loop;
  std::optional<Ending> end;
  bool interrupted = false;
  std::optional<WorkerProcess> program;
  const StopSignals signals(loop.get(), [&] {
    interrupted = true;
    if (program) program->kill();
  });
  try {
    program.emplace(loop.get(), command);
    program->hand_to({.ended = [&](WorkerProcess&, const Ending& ending) { end = ending; }});
    program->dismiss();
    program->allow(seconds);
  } catch (const std::runtime_error&) {
    // The program does not exist.
  }
  uv_run(loop.get(), UV_RUN_DEFAULT);
  if (interrupted) throw Interrupted("interrupted");
  return end;
}

EarlyWorkers::EarlyWorkers(const WorkerSetup& setup, const DeviceAddress& device, std::size_t count) {
  try {
    while (workers_.size() < count) {
      workers_.push_back(std::make_unique<WorkerProcess>(loop_.get(), setup.command, waiting()));
      workers_.back()->send(Prepare{device});
    }
  } catch (const std::exception&) {
    // The code that needs a worker starts it again and reports the error.
  }
}

WorkerProcess::Callbacks EarlyWorkers::waiting() {
  return {.ended = [this](WorkerProcess& ended, const Ending&) {
    std::erase_if(workers_, [&](const auto& worker) { return worker.get() == &ended; });
  }};
}

Reply EarlyWorkers::ask(const Order& order, double timeout,
                        const std::function<void(const Event&)>& handle_event) {
  if (workers_.empty()) return {};
  bool interrupted = false;
  const StopSignals signals(loop_.get(), [&] { interrupted = true; });
  WorkerProcess& asked = *workers_.front();
  Reply reply = exchange(loop_.get(), asked, order, timeout, handle_event, interrupted);
  asked.hand_to(waiting());
  if (interrupted) throw Interrupted("interrupted before any case was judged");
  if (!reply.done || !asked.running()) workers_.erase(workers_.begin());
  return reply;
}

std::unique_ptr<WorkerProcess> EarlyWorkers::take(WorkerProcess::Callbacks callbacks) {
  if (workers_.empty()) return nullptr;
  auto worker = std::move(workers_.front());
  workers_.erase(workers_.begin());
  worker->hand_to(std::move(callbacks));
  return worker;
}

}  // namespace wgcts::harness
