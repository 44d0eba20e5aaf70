#include "harness/process/ask.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/process/event_loop.hpp"

namespace wgcts::harness {
namespace {

Answered ask_once(const WorkerSetup& setup, const Order& order,
                  const std::function<void(const Event&)>& hear) {
  Answered answered;
  Loop loop;
  WorkerProcess worker(loop.get(), setup.command,
                       {[&](WorkerProcess& w, const Event& event) {
                          if (std::holds_alternative<Begin>(event)) w.allow(setup.timeout);
                          hear(event);
                          if (!std::holds_alternative<Done>(event)) return;
                          answered.done = true;
                          w.dismiss();
                        },
                        [&](WorkerProcess&, const Ending& ending) { answered.ending = ending; }});
  worker.send(order);
  worker.allow(setup.timeout);
  uv_run(loop.get(), UV_RUN_DEFAULT);
  return answered;
}

}  // namespace

Answered ask(const WorkerSetup& setup, const Order& order, const std::function<void(const Event&)>& hear) {
  bool has_answered = false;
  const auto listen = [&](const Event& event) {
    has_answered |= !std::holds_alternative<Hello>(event) && !std::holds_alternative<Begin>(event) &&
                    !std::holds_alternative<At>(event) && !std::holds_alternative<Spent>(event);
    hear(event);
  };
  Answered answered = ask_once(setup, order, listen);
  if (answered.ending.killed_from_outside && !has_answered) answered = ask_once(setup, order, listen);
  const Ending& ending = answered.ending;
  if (!ending.greeted)
    throw std::runtime_error(fmt::format("no worker could be started: {}: {}{}{:.300}", setup.command.front(),
                                         ending.how, ending.log.empty() ? "" : ": ", ending.log));
  return answered;
}

}  // namespace wgcts::harness
