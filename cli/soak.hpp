// A soak: where its cases come from, and what of its results is worth keeping.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "harness/facts.hpp"

namespace wgcts {

/// Draws launches from the seed, as far as selection and shard want them; nothing when a hundred thousand
/// draws in a row give none. Shards of one soak are disjoint.
std::function<std::vector<Case>()> soak_source(const Options& options, const Shard& shard,
                                               const DeviceFacts& device);

/// Of results without end, the first few of each builtin, type, form, variant and verdict: a report can hold
/// them, and names everything that was seen.
class SoakSample {
 public:
  /// Whether the result is kept.
  bool add(const CaseResult& result);
  std::size_t judged() const { return judged_; }
  std::vector<CaseResult> take() { return std::move(kept_); }

 private:
  std::size_t judged_ = 0;
  std::map<std::string, std::size_t> seen_;
  std::set<std::string> names_;
  std::vector<CaseResult> kept_;
};

}  // namespace wgcts
