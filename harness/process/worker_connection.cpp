#include "harness/process/worker_connection.hpp"

#include <stdexcept>

#include "harness/check/suite_defect.hpp"
#include "harness/planning/contradictions.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/process/case_listener.hpp"

namespace wgcts::harness {

WorkerConnection::WorkerConnection(WorkerSetup setup, DeviceFacts device, std::uint64_t seed)
    : setup_(std::move(setup)),
      initial_timeout_(setup_.timeout),
      device_(std::move(device)),
      seed_(seed),
      signals_(loop_.get(), [this] { interrupted_ = true; }) {}

WorkerConnection::~WorkerConnection() {
  worker_.reset();
  signals_.close();
  uv_run(loop_.get(), UV_RUN_DEFAULT);
}

void WorkerConnection::allow_time() {
  worker_->allow(setup_.timeout, setup_.timeout < initial_timeout_ ? Limit::Shorter : Limit::Timeout);
}

void WorkerConnection::start() {
  ++workers_;
  worker_ = std::make_unique<WorkerProcess>(
      loop_.get(), setup_.command,
      WorkerProcess::Callbacks{[this](WorkerProcess&, const Event& event) {
                                 if (std::holds_alternative<Begin>(event)) allow_time();
                                 handle_event_(event);
                               },
                               [this](WorkerProcess&, const Ending& ending) { end_(ending); }});
}

void WorkerConnection::renew() { worker_.reset(); }

Reply WorkerConnection::put_once(const Order& order, const OnEvent& handle_event) {
  Reply reply;
  bool over = false;
  handle_event_ = [&](const Event& event) {
    if (std::holds_alternative<Done>(event)) over = reply.done = true;
    handle_event(event);
  };
  end_ = [&](const Ending& ending) {
    over = true;
    reply.ending = ending;
  };
  if (!worker_) start();
  worker_->send(order);
  allow_time();
  while (!over && !interrupted_) uv_run(loop_.get(), UV_RUN_ONCE);
  if (interrupted_) {
    worker_.reset();
    throw Interrupted("interrupted");
  }
  if (reply.done)
    worker_->allow(0);  // an idle worker may be silent
  else
    worker_.reset();
  return reply;
}

/// If the worker died between two requests, or was killed from outside before it reply, the case is not at
/// fault. The request is sent to a new worker, once.
Reply WorkerConnection::put(const Order& order, const OnEvent& handle_event) {
  bool has_begun = false, has_answered = false;
  std::string missing_device;
  const auto listen = [&](const Event& event) {
    if (const auto* refused = std::get_if<Refused>(&event); refused && refused->verdict == Verdict::NotRun) {
      missing_device = refused->message;
      return;
    }
    has_begun |= std::holds_alternative<Begin>(event);
    has_answered |= !std::holds_alternative<Hello>(event) && !std::holds_alternative<Begin>(event) &&
                    !std::holds_alternative<At>(event) && !std::holds_alternative<Spent>(event);
    handle_event(event);
  };
  const bool kept = worker_ != nullptr;
  Reply reply = put_once(order, listen);
  const bool died_idle = kept && !reply.done && !has_begun && !has_answered;
  const bool killed = reply.ending.killed_from_outside && !has_answered;
  const bool missed = !missing_device.empty();
  if (missed) missing_device.clear();
  if (died_idle || killed || missed) reply = put_once(order, listen);
  if (!missing_device.empty()) throw std::runtime_error(missing_device);
  const Ending& ending = reply.ending;
  if (!reply.done && !ending.greeted)
    throw std::runtime_error("no worker could be started: " + failed_start(setup_, ending));
  return reply;
}

IsolatedRun WorkerConnection::ask(const Experiment& experiment) {
  const Case& c = experiment.the_case;
  if (auto reason = missing(c, device_)) return {without_launch(c, device_, *std::move(reason)), {}};
  CaseListener listener(c);
  Job job{{c}, experiment.alone, experiment.without, experiment.built_with};
  const auto undefined = undefined_for(c.type, device_);
  job.without.insert(job.without.end(), undefined.begin(), undefined.end());
  const Reply reply =
      put(Work{DeviceAddress(device_), seed_, job, setup_.memory, experiment.outputs, setup_.implementation},
          [&](const Event& event) { listener.handle_event(event); });
  if (!listener.defect().empty()) throw SuiteDefect(listener.defect());
  if (!reply.done) listener.end(reply.ending);
  return listener.take();
}

std::vector<IsolatedRun> WorkerConnection::ask(std::span<const Experiment> experiments) {
  std::vector<IsolatedRun> runs;
  for (const Experiment& experiment : experiments) runs.push_back(ask(experiment));
  return runs;
}

RunOutcome WorkerConnection::ask(const KernelRun& run) {
  RunOutcome outcome;
  std::string defect;
  const RunKernel order{DeviceAddress(device_), seed_, setup_.memory, run, setup_.implementation};
  const Reply reply = put(order, [&](const Event& event) {
    if (const auto* ran = std::get_if<Ran>(&event)) {
      if (outcome.verdict == Verdict::Pass)
        outcome.others.push_back(ran->outputs);
      else
        outcome = {Verdict::Pass, {}, "", "", ran->outputs};
    }
    if (const auto* refused = std::get_if<Refused>(&event))
      outcome = {refused->verdict, refused->stage, refused->message, refused->log, {}};
    if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
  });
  if (!defect.empty()) throw SuiteDefect(defect);
  const Ending& ending = reply.ending;
  if (!reply.done && outcome.verdict == Verdict::NotRun)
    outcome = {ending.timed_out ? Verdict::Timeout : Verdict::Crash,
               ending.stage,
               ending.describe(),
               ending.log,
               {}};
  return outcome;
}

}  // namespace wgcts::harness
