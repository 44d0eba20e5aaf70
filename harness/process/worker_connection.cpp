#include "harness/process/worker_connection.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "harness/check/site_checker.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/process/worker_process.hpp"
#include "harness/program/kernel.hpp"

namespace wgcts::harness {
namespace {

/// Adds a piece of a case's output.
void keep(const Written& piece, std::optional<RawOutput>& output) {
  if (!output) output = RawOutput{piece.local, piece.groups, {}};
  auto& sites = output->sites;
  // Pieces come in order. The driver must have printed any other piece.
  if (piece.site > sites.size()) return;
  if (piece.site == sites.size()) sites.emplace_back();
  sites[piece.site].insert(sites[piece.site].end(), piece.bytes.begin(), piece.bytes.end());
}

}  // namespace

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

Reply WorkerConnection::put_once(const Order& order, const OnEvent& handle_event) {
  if (!worker_) {
    ++workers_;
    memory_ = system::memory_now();
    worker_ = std::make_unique<WorkerProcess>(loop_.get(), setup_.command);
  }
  Reply reply = exchange(loop_.get(), *worker_, order, setup_.timeout, handle_event, interrupted_);
  reply.ending.short_limit = setup_.timeout < initial_timeout_;
  if (!reply.done || !worker_->running()) worker_.reset();
  if (interrupted_) throw Interrupted("interrupted");
  return reply;
}

/// Sends the request once more, to a new worker, if the worker died before the case began, did not find the
/// device, or ended in a way that may not be the driver's fault.
void WorkerConnection::put(const Order& order, auto& answer, Conclusion& result,
                           const OnEvent& handle_event) {
  const auto no_answer = answer;
  for (bool is_first = true;; is_first = false) {
    answer = no_answer;
    bool has_begun = false, is_in_use = false;
    std::string missing_device, defect;
    std::optional<int> refusal;
    const auto listen = [&](const Event& event) {
      has_begun |= std::holds_alternative<Begin>(event) || is_answer(event);
      if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
      if (const auto* refused = std::get_if<Refused>(&event)) {
        if (refused->verdict == Verdict::NotRun) missing_device = refused->message;
        refusal = refused->error;
        is_in_use = is_device_in_use(*refused);
        result = *refused;
      }
      handle_event(event);
    };
    const auto [done, ending] = put_once(order, listen);
    if (!defect.empty()) throw SuiteDefect(defect);
    const bool has_failed = refusal || (!done && result.verdict == Verdict::NotRun);
    auto excuse =
        has_failed ? excuse_for(ending, setup_, memory_, system::memory_now(), refusal) : std::nullopt;
    if (is_in_use) excuse = "and another program uses the device";
    if (has_failed && !has_begun) excuse = "and before a case began";
    if (is_first && (excuse || !missing_device.empty())) {
      renew();
      continue;
    }
    if (!missing_device.empty()) throw std::runtime_error(missing_device);
    if (!done && !ending.greeted)
      throw std::runtime_error("no worker could be started: " + failed_start(setup_, ending));
    if (refusal)
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
  Job job{{c}, experiment.alone, experiment.without, experiment.built_with};
  const auto undefined = undefined_for(c.type, device_);
  job.without.insert(job.without.end(), undefined.begin(), undefined.end());
  IsolatedRun run = ask(job, experiment.outputs);
  const Verdict with = run.result.verdict;
  if (info(with).good || with == Verdict::NotRun || !uses_noinline(c)) return run;
  job.without_noinline = true;
  IsolatedRun without = ask(job, experiment.outputs);
  if (without.result.verdict != Verdict::Pass) return run;
  without.result.observed.insert(noinline_observation(with));
  return without;
}

IsolatedRun WorkerConnection::ask(const Job& job, bool outputs) {
  IsolatedRun run;
  put(Work{DeviceAddress(device_), seed_, job, setup_.memory, outputs, setup_.implementation}, run,
      run.result, [&](const Event& event) {
        if (const auto* written = std::get_if<Written>(&event)) keep(*written, run.output);
        if (const auto* judged = std::get_if<Judged>(&event)) run.result = judged->result;
      });
  run.result.the_case = job.cases.front();
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

IsolatedRun run_isolated(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed,
                         const Case& c) {
  return WorkerConnection(setup, device, seed).ask({.the_case = c, .outputs = true});
}

}  // namespace wgcts::harness
