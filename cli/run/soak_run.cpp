#include "cli/run/soak_run.hpp"

#include "cli/run/soak.hpp"
#include "harness/schedule/supervisor.hpp"

namespace wgcts::cli {

void judge_soak(const JudgedRun& run) {
  const Options& options = run.options;
  Report& report = run.report;
  constexpr std::size_t often = 256;
  SoakSample sample(report);
  const Shard shard = report.run.shard.empty() ? Shard{} : parse_shard(report.run.shard);
  SoakSource source(options, shard, report.device, report.run.draws);
  Outcomes outcomes = judge_cases(run.setup, report.device,
                                  {.seed = options.seed,
                                   .time_budget = options.time_budget,
                                   .more = [&] { return source.next(); },
                                   .fail_fast = options.fail_fast},
                                  {[&](const CaseResult& result) {
                                    const bool kept = sample.add(result);
                                    if (kept) run.journal.add(result);
                                    if (kept || sample.judged() % often == 0)
                                      run.journal.add_progress(sample.judged(), source.draws());
                                  }});
  report.run.interrupted = !outcomes.complete;
  report.run.drawn = sample.judged();
  report.run.draws = source.draws();
  report.cases = sample.take();
  report.workers = std::move(outcomes.workers);
  add_run_failures(outcomes, report);
}

}  // namespace wgcts::cli
