#include "harness/process/ask.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "harness/process/event_loop.hpp"

namespace wgcts::harness {
namespace {

/// Seconds to exit for a worker that has replied. Only the exits of workers that ran cases are judged.
constexpr double seconds_to_end = 5;

Reply ask_once(const WorkerSetup& setup, const Order& order,
               const std::function<void(const Event&)>& handle_event) {
  bool interrupted = false;
  Loop loop;
  WorkerProcess worker(loop.get(), setup.command, no_callbacks());
  StopSignals signals(loop.get(), [&] { interrupted = true; });
  Reply reply = exchange(loop.get(), worker, order, setup.timeout, handle_event, interrupted);
  if (interrupted) worker.kill();
  worker.dismiss();
  worker.allow(std::min(setup.timeout, seconds_to_end));
  uv_run(loop.get(), UV_RUN_DEFAULT);
  signals.close();
  uv_run(loop.get(), UV_RUN_DEFAULT);
  if (interrupted) throw Interrupted("interrupted before any case was judged");
  return reply;
}

/// The program or launcher that is responsible for a worker without a connection.
std::string starter_name(const WorkerSetup& setup) {
  return setup.launcher.empty() ? setup.command.front() : fmt::format("the launcher '{}'", setup.launcher);
}

}  // namespace

WorkerProcess::Callbacks no_callbacks() {
  return {[](WorkerProcess&, const Event&) {}, [](WorkerProcess&, const Ending&) {}};
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
  if (!ended) worker.hand_to(no_callbacks());
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
  StopSignals signals(loop.get(), [&] {
    interrupted = true;
    if (program) program->kill();
  });
  try {
    const auto note_end = [&](WorkerProcess&, const Ending& ending) { end = ending; };
    program.emplace(loop.get(), command,
                    WorkerProcess::Callbacks{[](WorkerProcess&, const Event&) {}, note_end});
    program->dismiss();
    program->allow(seconds);
  } catch (const std::runtime_error&) {
    // The program does not exist.
  }
  uv_run(loop.get(), UV_RUN_DEFAULT);
  signals.close();
  uv_run(loop.get(), UV_RUN_DEFAULT);
  if (interrupted) throw Interrupted("interrupted");
  return end;
}

}  // namespace wgcts::harness
