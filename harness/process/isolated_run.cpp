#include "harness/process/isolated_run.hpp"

#include <fmt/format.h>

#include "harness/check/suite_defect.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/process/worker_process.hpp"

namespace wgcts::harness {
namespace {

struct Watcher {
  IsolatedRun run;
  double timeout = 0;
  bool settled = false;
  std::string defect;

  void hear(WorkerProcess& worker, const Event& event) {
    if (std::holds_alternative<Begin>(event)) worker.allow(timeout);
    if (const auto* written = std::get_if<Written>(&event)) keep(*written);
    if (const auto* judged = std::get_if<Judged>(&event)) settle(judged->result);
    if (const auto* refused = std::get_if<Refused>(&event)) {
      CaseResult result{run.result.the_case, refused->verdict};
      result.message = refused->message;
      result.log = refused->log;
      settle(std::move(result));
    }
    if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
    if (std::holds_alternative<Done>(event)) worker.dismiss();
  }

  void keep(const Written& piece) {
    if (!run.output) run.output = RawOutput{piece.local, piece.groups, {}};
    auto& sites = run.output->sites;
    // Pieces come in order; one that skips a site is not of ours.
    if (piece.site > sites.size()) return;
    if (piece.site == sites.size()) sites.emplace_back();
    sites[piece.site].insert(sites[piece.site].end(), piece.bytes.begin(), piece.bytes.end());
  }

  void settle(CaseResult result) {
    settled = true;
    result.the_case = run.result.the_case;
    run.result = std::move(result);
  }

  void end(const Ending& ending) {
    if (settled) return;
    run.result.verdict = ending.timed_out ? Verdict::Timeout : Verdict::Crash;
    run.result.message = ending.describe();
    run.result.log = ending.log;
  }
};

}  // namespace

IsolatedRun run_isolated(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed,
                         const Case& c) {
  Watcher watcher;
  watcher.run.result.the_case = c;
  watcher.timeout = setup.timeout;
  if (auto reason = missing(c, device)) {
    watcher.run.result.verdict = Verdict::Skip;
    watcher.run.result.reason = std::move(reason);
    return watcher.run;
  }
  uv_loop_t loop;
  uv_loop_init(&loop);
  std::string failure;
  {
    WorkerProcess worker(&loop, setup.command,
                         {[&](WorkerProcess& w, const Event& event) { watcher.hear(w, event); },
                          [&](WorkerProcess&, const Ending& ending) {
                            if (!ending.greeted) failure = ending.how;
                            watcher.end(ending);
                          }});
    worker.send(Work{device.index, seed, {.cases = {c}}, setup.memory, true});
    worker.allow(setup.timeout);
    uv_run(&loop, UV_RUN_DEFAULT);
  }
  uv_loop_close(&loop);
  if (!watcher.defect.empty()) throw SuiteDefect(watcher.defect);
  if (!failure.empty())
    throw std::runtime_error(
        fmt::format("no worker could be started: {}: {}", setup.command.front(), failure));
  return watcher.run;
}

}  // namespace wgcts::harness
