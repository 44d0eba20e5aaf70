#include "cli/soak.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "suites/draw.hpp"
#include "suites/random.hpp"

namespace wgcts {
namespace {

constexpr std::size_t examples = 3;
constexpr int patience = 100'000;
/// Larger work-groups than drivers usually have are left to the full profile: their data takes long to judge.
constexpr std::size_t largest_group = 1024;

/// The same for all cases that a launch may judge.
std::uint64_t place_of(const Case& c) {
  return Random(hash(fmt::format("{}.{}.{}.{}.{}", info(c.type).name, c.dim, to_string(c.local, c.dim),
                                 info(c.form).name, info(c.variant).name),
                     0))
      .bits();
}

}  // namespace

std::function<std::vector<Case>()> soak_source(const Options& options, const Shard& shard,
                                               const DeviceFacts& device) {
  const auto draw = std::make_shared<Draw>(options.seed, std::min(largest_group, device.max_work_group_size),
                                           device.max_work_item_sizes);
  return [draw, selection = options.selection, shard]() -> std::vector<Case> {
    for (int i = 0; i < patience; ++i) {
      const auto drawn = draw->next();
      if (place_of(drawn.front()) % shard.count != shard.number - 1) continue;
      if (auto cases = select(drawn, selection); !cases.empty()) return cases;
    }
    return {};
  };
}

bool SoakSample::add(const CaseResult& result) {
  ++judged_;
  const Case& c = result.the_case;
  std::size_t& seen = seen_[fmt::format("{}.{}.{}.{}.{}", c.builtin->name, info(c.type).name,
                                        info(c.form).name, info(c.variant).name, info(result.verdict).name)];
  if (seen == examples || !names_.insert(name(c)).second) return false;
  ++seen;
  kept_.push_back(result);
  return true;
}

}  // namespace wgcts
