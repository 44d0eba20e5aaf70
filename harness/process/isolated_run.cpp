#include "harness/process/isolated_run.hpp"

#include "harness/check/suite_defect.hpp"
#include "harness/planning/requirements.hpp"
#include "harness/process/ask.hpp"

namespace wgcts::harness {
namespace {

/// What is heard of the one case.
struct Listening {
  IsolatedRun run;
  bool settled = false;
  std::string defect;

  void hear(const Event& event) {
    if (const auto* written = std::get_if<Written>(&event)) keep(*written);
    if (const auto* judged = std::get_if<Judged>(&event)) settle(judged->result);
    if (const auto* refused = std::get_if<Refused>(&event)) {
      CaseResult result{run.result.the_case, refused->verdict};
      result.message = refused->message;
      result.log = refused->log;
      result.stage = refused->stage;
      settle(std::move(result));
    }
    if (const auto* found = std::get_if<Defect>(&event)) defect = found->message;
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
    run.result.stage = ending.stage;
    run.result.log = ending.log;
  }
};

}  // namespace

IsolatedRun run_isolated(const WorkerSetup& setup, const DeviceFacts& device, std::uint64_t seed,
                         const Case& c) {
  Listening listening;
  listening.run.result.the_case = c;
  if (auto reason = missing(c, device)) {
    listening.run.result.verdict = Verdict::Skip;
    listening.run.result.reason = std::move(reason);
    return listening.run;
  }
  const Work order{device.index, seed, {.cases = {c}}, setup.memory, true, setup.implementation};
  const auto answered = ask(setup, order, [&](const Event& event) { listening.hear(event); });
  listening.end(answered.ending);
  if (!listening.defect.empty()) throw SuiteDefect(listening.defect);
  return listening.run;
}

}  // namespace wgcts::harness
