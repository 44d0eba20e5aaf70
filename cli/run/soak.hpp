// A soak: where its cases come from, and what of its results is worth keeping.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "reports/model/report.hpp"
#include "results/device_facts.hpp"
#include "suites/draw.hpp"

namespace wgcts::cli {

/// Draws launches from the seed, as far as selection and shard want them. Shards of one soak are disjoint.
class SoakSource {
 public:
  /// `first` is the draw to begin with: 0, or where an earlier part ended.
  SoakSource(const Options& options, const Shard& shard, const DeviceFacts& device, std::size_t first);

  /// A launch; nothing when a hundred thousand draws in a row give none.
  std::vector<Case> next();
  /// The draw that comes next.
  std::size_t draws() const { return draw_.number(); }

 private:
  Selection selection_;
  Shard shard_;
  Draw draw_;
};

/// Of results without end, the first few of each builtin, type, form, variant and verdict: a report can hold
/// them, and names everything that was seen.
class SoakSample {
 public:
  SoakSample() = default;
  /// As an earlier part of the soak left it.
  explicit SoakSample(const Report& earlier);

  /// Whether the result is kept.
  bool add(const CaseResult& result);
  /// Of all parts of the soak.
  std::size_t judged() const { return judged_; }
  std::vector<CaseResult> take() { return std::move(kept_); }

 private:
  std::size_t judged_ = 0;
  std::map<std::string, std::size_t> seen_;
  std::set<std::string> names_;
  std::vector<CaseResult> kept_;
};

}  // namespace wgcts::cli
