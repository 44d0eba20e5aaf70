// One case in a worker of its own, with all that it wrote.
#include <fmt/format.h>

#include "harness/explanation.hpp"
#include "harness/requirements.hpp"
#include "harness/suite_defect.hpp"
#include "harness/worker_process.hpp"

namespace wgcts {
namespace {

struct Watcher {
  Look look;
  double timeout = 0;
  bool settled = false;
  std::string defect;

  void hear(WorkerProcess& worker, const Event& event) {
    if (std::holds_alternative<Begin>(event)) worker.allow(timeout);
    if (const auto* written = std::get_if<Written>(&event)) keep(*written);
    if (const auto* judged = std::get_if<Judged>(&event)) settle(judged->result);
    if (const auto* refused = std::get_if<Refused>(&event)) {
      CaseResult result{look.result.the_case, refused->verdict};
      result.message = refused->message;
      result.log = refused->log;
      settle(std::move(result));
    }
    if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
    if (std::holds_alternative<Done>(event)) worker.dismiss();
  }

  void keep(const Written& piece) {
    if (!look.output) look.output = RawOutput{piece.local, piece.groups, {}};
    auto& sites = look.output->sites;
    // Pieces come in order; one that skips a site is not of ours.
    if (piece.site > sites.size()) return;
    if (piece.site == sites.size()) sites.emplace_back();
    sites[piece.site].insert(sites[piece.site].end(), piece.bytes.begin(), piece.bytes.end());
  }

  void settle(CaseResult result) {
    settled = true;
    result.the_case = look.result.the_case;
    look.result = std::move(result);
  }

  void end(const Ending& ending) {
    if (settled) return;
    look.result.verdict = ending.timed_out ? Verdict::Timeout : Verdict::Crash;
    look.result.message = ending.told();
    look.result.log = ending.log;
  }
};

}  // namespace

Look look_at(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed, const Case& c) {
  Watcher watcher;
  watcher.look.result.the_case = c;
  watcher.timeout = setup.timeout;
  if (auto reason = missing(c, device)) {
    watcher.look.result.verdict = Verdict::Skip;
    watcher.look.result.reason = std::move(reason);
    return watcher.look;
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
  return watcher.look;
}

}  // namespace wgcts
