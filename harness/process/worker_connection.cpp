#include "harness/process/worker_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "harness/check/site_checker.hpp"
#include "harness/planning/planning.hpp"
#include "harness/program/kernel.hpp"
#include "system/processes.hpp"
#include "system/signals.hpp"

namespace wgcts::harness {
namespace {

/// A loop needs six file descriptors. The start of a worker needs eight more, and keeps three of them open.
/// The other descriptors are for the files of a run.
constexpr std::size_t needed_descriptors = 24;

/// Seconds to exit for a worker that has replied. Only the exits of workers that ran cases are judged.
constexpr double seconds_to_end = 5;

/// Whether the event announces a case or is a part of the reply. The others report the worker's progress.
bool shows_begin(const Event& event) {
  return !std::holds_alternative<Hello>(event) && !std::holds_alternative<At>(event) &&
         !std::holds_alternative<Spent>(event);
}

/// The program or launcher that is responsible for a worker without a connection.
std::string starter_name(const WorkerSetup& setup) {
  return setup.launcher.empty() ? setup.command.front() : fmt::format("the launcher '{}'", setup.launcher);
}

/// Adds a piece of a case's output.
void keep(const Written& piece, std::optional<RawOutput>& output) {
  if (!output) output = RawOutput{piece.local, piece.groups, {}};
  auto& sites = output->sites;
  // Pieces come in order. The driver must have printed any other piece.
  if (piece.site > sites.size()) return;
  if (piece.site == sites.size()) sites.emplace_back();
  sites[piece.site].insert(sites[piece.site].end(), piece.bytes.begin(), piece.bytes.end());
}

/// The number of time limits of the announced step: one, or one for each launch that it waits for.
unsigned limits_of(const Begin& begin, const Order& order) {
  if (const auto* single = std::get_if<RunKernel>(&order)) return launches_in_flight(single->run.situation);
  const auto* work = std::get_if<Work>(&order);
  unsigned most = 1;
  if (work == nullptr || begin.phase != Phase::Launch) return most;
  const std::vector<Case>& cases = work->job.cases;
  // The driver must have printed any other index.
  for (const std::size_t i : begin.cases)
    if (i < cases.size()) most = std::max(most, launches_in_flight(cases[i].variant->situation));
  return most;
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

Reply ask(const WorkerSetup& setup, const Order& order, const OnEvent& handle_event) {
  WorkerConnection connection(setup, {}, 0);
  Reply reply = connection.exchange(order, handle_event);
  // The machine may have been busy. A worker that is silent twice hangs.
  const bool lost = reply.ending.killed_from_outside || reply.ending.timed_out;
  if (lost && !reply.begun) reply = connection.exchange(order, handle_event);
  connection.dismiss();
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

WorkerConnection::WorkerConnection(WorkerSetup setup, DeviceFacts device, std::uint64_t seed)
    : setup_(std::move(setup)),
      initial_timeout_(setup_.timeout),
      device_(std::move(device)),
      seed_(seed),
      signals_(loop_.get(), [this] { interrupted_ = true; }) {}

void WorkerConnection::renew() {
  worker_.reset();
  uv_run(loop_.get(), UV_RUN_DEFAULT);  // the process holds the device until it has ended
}

void WorkerConnection::dismiss() {
  if (!worker_) return;
  worker_->dismiss();
  worker_->allow(std::min(setup_.timeout, seconds_to_end));
  uv_run(loop_.get(), UV_RUN_DEFAULT);
  if (interrupted_) throw Interrupted("interrupted");
}

Reply WorkerConnection::exchange(const Order& order, const OnEvent& handle_event) {
  if (!worker_) {
    ++workers_;
    memory_ = system::memory_now();
    worker_ = std::make_unique<WorkerProcess>(loop_.get(), setup_.command);
  }
  Reply reply;
  bool ended = false;
  worker_->hand_to({[&](WorkerProcess& w, const Event& event) {
                      if (const auto* begin = std::get_if<Begin>(&event))
                        w.allow(setup_.timeout * limits_of(*begin, order));
                      reply.begun |= shows_begin(event);
                      if (const auto* found = std::get_if<Defect>(&event)) reply.defect = found->message;
                      if (const auto* refused = std::get_if<Refused>(&event)) reply.refused = *refused;
                      handle_event(event);
                      reply.done |= std::holds_alternative<Done>(event);
                    },
                    [&](WorkerProcess&, const Ending& ending) {
                      reply.ending = ending;
                      ended = true;
                    }});
  worker_->send(order);
  worker_->allow(setup_.timeout);
  while (!reply.done && !ended && !interrupted_) uv_run(loop_.get(), UV_RUN_ONCE);
  if (!ended) worker_->allow(0);  // an idle worker may be silent
  if (!ended) worker_->hand_to({});
  reply.ending.short_limit = setup_.timeout < initial_timeout_;
  if (!reply.done || !worker_->running()) worker_.reset();
  if (interrupted_) throw Interrupted("interrupted");
  return reply;
}

/// Sends the request again, to a new worker, if the worker died before the case began, did not find the
/// device, or ended in a way that may not be the driver's fault. As in a run, this is done once for each
/// verdict that the worker's end would give.
void WorkerConnection::put(const Order& order, auto& answer, Conclusion& result,
                           const OnEvent& handle_event) {
  const auto no_answer = answer;
  std::set<Verdict> excused;
  while (true) {
    answer = no_answer;
    const auto [done, ending, has_begun, defect, refused] = exchange(order, handle_event);
    if (!defect.empty()) throw SuiteDefect(defect);
    if (refused) result = *refused;
    const bool lacks = ending.at_platforms() || (refused && refused->verdict == Verdict::NotRun);
    const bool has_failed = refused || (!done && result.verdict == Verdict::NotRun);
    auto excuse =
        has_failed ? excuse_for(ending, setup_, memory_, system::memory_now(), refused) : std::nullopt;
    if (has_failed && !has_begun) excuse = "and before a case began";
    const Verdict verdict = refused ? refused->verdict : ending.verdict();
    if ((excuse || lacks) && excused.insert(verdict).second) {
      renew();
      continue;
    }
    if (lacks) throw std::runtime_error(refused ? refused->message : ending.describe());
    if (!done && !ending.greeted)
      throw std::runtime_error("no worker could be started: " + failed_start(setup_, ending));
    if (refused)
      result.message += ending.limit_words();
    else if (has_failed)
      result = ending.conclusion();
    if (excuse && !excuse->empty()) {
      result.verdict = Verdict::NotRun;
      result.message = fmt::format("not judged: {}, twice, {}", result.message, *excuse);
    }
    return;
  }
}

IsolatedRun WorkerConnection::ask(const Experiment& experiment) {
  const Case& c = experiment.the_case;
  if (auto reason = missing(c, device_)) return {without_launch(c, device_, *std::move(reason)), {}};
  Job job{{c}, experiment.alone, experiment.without};
  const auto undefined = undefined_for(c.type, device_);
  job.without.insert(job.without.end(), undefined.begin(), undefined.end());
  IsolatedRun run;
  put(Work{DeviceAddress(device_), seed_, job, setup_.memory, experiment.outputs, setup_.implementation}, run,
      run.result, [&](const Event& event) {
        if (const auto* written = std::get_if<Written>(&event)) keep(*written, run.output);
        if (const auto* judged = std::get_if<Judged>(&event)) run.result = judged->result;
      });
  run.result.the_case = c;
  return run;
}

RunOutcome WorkerConnection::ask(const KernelRun& run) {
  RunOutcome outcome;
  put(RunKernel{DeviceAddress(device_), seed_, setup_.memory, run, setup_.implementation}, outcome, outcome,
      [&](const Event& event) {
        const auto* ran = std::get_if<Ran>(&event);
        if (ran == nullptr) return;
        if (outcome.verdict == Verdict::Pass)
          outcome.others.push_back(ran->outputs);
        else
          outcome = {{Verdict::Pass}, ran->outputs};
      });
  return outcome;
}

}  // namespace wgcts::harness
