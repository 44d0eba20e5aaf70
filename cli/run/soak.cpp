#include "cli/run/soak.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "harness/schedule/supervisor.hpp"
#include "suites/random.hpp"

namespace wgcts::cli {
namespace {

constexpr std::size_t examples = 3;
constexpr int most_draws = 100'000;
/// Larger work-groups are left to the full profile, as their data takes long to check.
constexpr std::size_t largest_group = 1024;

/// A hash of the launch, equal for all cases that share it.
std::uint64_t place_of(const Case& c) {
  return Random(hash(fmt::format("{}.{}.{}.{}.{}", info(c.type).name, c.dim, to_string(c.local, c.dim),
                                 c.form->name, c.variant->name),
                     0))
      .bits();
}

}  // namespace

SoakSource::SoakSource(const Options& options, const Shard& shard, const DeviceFacts& device,
                       std::size_t first)
    : selection_(options.selection),
      shard_(shard),
      draw_(options.seed, std::min(largest_group, device.max_work_group_size), device.max_work_item_sizes,
            first) {}

std::vector<Case> SoakSource::next() {
  for (int i = 0; i < most_draws; ++i) {
    const auto drawn = draw_.next();
    if (place_of(drawn.front()) % shard_.count != shard_.number - 1) continue;
    if (auto cases = select(drawn, selection_); !cases.empty()) return cases;
  }
  return {};
}

SoakSample::SoakSample(const Report& earlier) {
  for (const CaseResult& result : earlier.cases) add(result);
  judged_ = earlier.run.drawn;
}

bool SoakSample::add(const CaseResult& result) {
  ++judged_;
  const Case& c = result.the_case;
  std::size_t& seen = seen_[fmt::format("{}.{}.{}.{}.{}", c.builtin->name, info(c.type).name, c.form->name,
                                        c.variant->name, info(result.verdict).name)];
  if (seen == examples || !names_.insert(name(c)).second) return false;
  ++seen;
  kept_.push_back(result);
  return true;
}

void judge_soak(const JudgedRun& run) {
  const Options& options = run.options;
  Report& report = run.report;
  constexpr std::size_t often = 256;
  SoakSample sample(report);
  const Shard shard = report.run.shard.empty() ? Shard{} : parse_shard(report.run.shard);
  SoakSource source(options, shard, report.device, report.run.draws);
  Outcomes outcomes = judge_cases(
      run.setup, report.device,
      {.seed = options.seed,
       .time_budget = options.time_budget,
       .more = [&] { return source.next(); },
       .fail_fast = options.fail_fast},
      {[&](const CaseResult& result) {
        const bool kept = sample.add(result);
        if (kept) run.journal.add(result);
        if (kept || sample.judged() % often == 0)
          run.journal.write([&](Journal& journal) { journal.add_progress(sample.judged(), source.draws()); });
      }});
  report.run.interrupted = !outcomes.complete;
  report.run.drawn = sample.judged();
  report.run.draws = source.draws();
  report.cases = sample.take();
  report.workers = std::move(outcomes.workers);
  add_run_failures(outcomes, report);
}

}  // namespace wgcts::cli
