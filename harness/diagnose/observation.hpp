// What a run shows of faults: the wrong work-groups, the models of faults that give what each of them
// returned, and the right work-groups beside them.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "harness/diagnose/finding.hpp"
#include "harness/diagnose/replay.hpp"

namespace wgcts::harness {

/// A failing case with evidence.
struct FailingCase {
  std::size_t result;  ///< its index in the results
  std::unique_ptr<Replay> replay;
  std::vector<GroupAt> right{};  ///< a sample of its right work-groups
};

struct WrongGroup {
  std::size_t failing;  ///< index of its failing case
  GroupAt at;
  std::span<const std::byte> got;
  Place place;
  std::set<std::size_t> candidates{};  ///< those that were suggested for it
  bool settled = false;                ///< a cluster has it
};

/// A named fault with the models that have this name. On one device they may differ from type to type.
struct Candidate {
  CauseWord word;
  What what{};
  std::map<Cause, std::size_t> models{};  ///< and how often each was suggested
  std::map<GenType, std::map<Cause, std::size_t>> of_type{};

  /// The model that was suggested most often.
  const Cause& usual() const;
  /// All models by the type that they were suggested for, those suggested most often first.
  ModelsByType by_type() const;
};

struct Observations {
  std::vector<FailingCase> failing;
  std::vector<WrongGroup> wrong;
  std::vector<Candidate> candidates;
  std::vector<std::size_t> beyond;  ///< failing cases that are not looked into, by their index in the results

  const Replay& replay_of(const WrongGroup& w) const { return *failing[w.failing].replay; }
  /// Whether one of the candidate's models gives what the work-group returned.
  bool explains(const Candidate& candidate, const WrongGroup& w) const;
};

/// Makes the inputs of the failing cases of single collectives again. Of many cases, takes those that differ
/// most.
Observations observe(const Inquiry& inquiry);

}  // namespace wgcts::harness
