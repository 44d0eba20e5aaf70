#include "harness/process/lab.hpp"

#include <stdexcept>

#include "harness/check/suite_defect.hpp"
#include "harness/planning/contradictions.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/process/case_listener.hpp"

namespace wgcts::harness {

Lab::Lab(WorkerSetup setup, DeviceFacts device, std::uint64_t seed)
    : setup_(std::move(setup)),
      initial_timeout_(setup_.timeout),
      device_(std::move(device)),
      seed_(seed),
      signals_(loop_.get(), [this] { interrupted_ = true; }) {}

Lab::~Lab() {
  worker_.reset();
  signals_.close();
  uv_run(loop_.get(), UV_RUN_DEFAULT);
}

void Lab::allow_time() {
  worker_->allow(setup_.timeout, setup_.timeout < initial_timeout_ ? Limit::Shorter : Limit::Timeout);
}

void Lab::start() {
  ++workers_;
  worker_ = std::make_unique<WorkerProcess>(
      loop_.get(), setup_.command,
      WorkerProcess::Callbacks{[this](WorkerProcess&, const Event& event) {
                                 if (std::holds_alternative<Begin>(event)) allow_time();
                                 hear_(event);
                               },
                               [this](WorkerProcess&, const Ending& ending) { end_(ending); }});
}

void Lab::renew() { worker_.reset(); }

Answered Lab::put_once(const Order& order, const Hear& hear) {
  Answered answered;
  bool over = false;
  hear_ = [&](const Event& event) {
    if (std::holds_alternative<Done>(event)) over = answered.done = true;
    hear(event);
  };
  end_ = [&](const Ending& ending) {
    over = true;
    answered.ending = ending;
  };
  if (!worker_) start();
  worker_->send(order);
  allow_time();
  while (!over && !interrupted_) uv_run(loop_.get(), UV_RUN_ONCE);
  if (interrupted_) {
    worker_.reset();
    throw Interrupted("interrupted");
  }
  if (answered.done)
    worker_->allow(0);  // an idle worker may be silent
  else
    worker_.reset();
  return answered;
}

/// If the worker died between two requests, or was killed from outside before it answered, the case is not at
/// fault. The request is sent to a new worker, once.
Answered Lab::put(const Order& order, const Hear& hear) {
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
    hear(event);
  };
  const bool kept = worker_ != nullptr;
  Answered answered = put_once(order, listen);
  const bool died_idle = kept && !answered.done && !has_begun && !has_answered;
  const bool killed = answered.ending.killed_from_outside && !has_answered;
  const bool missed = !missing_device.empty();
  if (missed) missing_device.clear();
  if (died_idle || killed || missed) answered = put_once(order, listen);
  if (!missing_device.empty()) throw std::runtime_error(missing_device);
  const Ending& ending = answered.ending;
  if (!answered.done && !ending.greeted)
    throw std::runtime_error("no worker could be started: " + failed_start(setup_, ending));
  return answered;
}

IsolatedRun Lab::ask(const Question& question) {
  const Case& c = question.the_case;
  if (auto reason = missing(c, device_)) return {without_launch(c, device_, *std::move(reason)), {}};
  CaseListener listener(c);
  Job job{{c}, question.alone, question.without, question.built_with};
  const auto undefined = undefined_for(c.type, device_);
  job.without.insert(job.without.end(), undefined.begin(), undefined.end());
  const Answered answered =
      put(Work{DeviceAddress(device_), seed_, job, setup_.memory, question.outputs, setup_.implementation},
          [&](const Event& event) { listener.hear(event); });
  if (!listener.defect().empty()) throw SuiteDefect(listener.defect());
  if (!answered.done) listener.end(answered.ending);
  return listener.take();
}

std::vector<IsolatedRun> Lab::ask(std::span<const Question> questions) {
  std::vector<IsolatedRun> runs;
  for (const Question& question : questions) runs.push_back(ask(question));
  return runs;
}

RunOutcome Lab::ask(const KernelRun& run) {
  RunOutcome outcome;
  std::string defect;
  const RunKernel order{DeviceAddress(device_), seed_, setup_.memory, run, setup_.implementation};
  const Answered answered = put(order, [&](const Event& event) {
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
  const Ending& ending = answered.ending;
  if (!answered.done && outcome.verdict == Verdict::NotRun)
    outcome = {ending.timed_out ? Verdict::Timeout : Verdict::Crash,
               ending.stage,
               ending.describe(),
               ending.log,
               {}};
  return outcome;
}

}  // namespace wgcts::harness
