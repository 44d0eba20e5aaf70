#include "cli/run/soak.hpp"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace wgcts::cli
