// The wrong work-groups of a run, and for each the models of a fault that give what it returned.
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

/// A wrong work-group, and what may explain it.
struct Witness {
  std::size_t suspect;  ///< index of its case among the suspects
  std::size_t site, group;
  std::span<const std::byte> got;
  Place place;
  std::set<std::size_t> words;  ///< of the candidates, where it was asked for suggestions
  bool settled = false;
};

/// A failing case with evidence.
struct Suspect {
  std::size_t result;  ///< its place in the results
  std::unique_ptr<Replay> replay;
  /// Right work-groups of it, spread over it: each by its call's site and its number.
  std::vector<std::pair<std::size_t, std::size_t>> contrasts{};
};

/// A name, and the models that go by it: those of a device may differ from value to value.
struct Candidate {
  CauseWord word;
  What what{};
  std::map<Cause, std::size_t> variants;  ///< and how often each was suggested
  std::map<GenType, std::map<Cause, std::size_t>> of_type;

  /// The model that was suggested most often.
  const Cause& usual() const;
  /// All of them by the type that they were suggested for, those suggested most often first.
  ModelsByType models() const;
};

/// What went wrong in a run, as far as it is looked into.
struct WrongGroups {
  std::vector<Suspect> suspects;
  std::vector<Witness> witnesses;
  std::vector<Candidate> candidates;
  std::vector<std::size_t> beyond;  ///< failing cases that are not looked into, by their place in the results

  /// Whether one of the candidate's models gives what the work-group returned.
  bool explained_by(const Candidate& candidate, const Witness& w) const;
};

/// Takes up the failing cases that have evidence, but for whole programs. Of many, those that differ most.
WrongGroups gather_wrong_groups(const Inquiry& inquiry);

}  // namespace wgcts::harness
