// A model of a fault and where it would show, weighed against all that a run saw.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "harness/diagnose/wrong_groups.hpp"

namespace wgcts::harness {

/// A candidate held against what is not explained yet.
struct Hypothesis {
  std::size_t candidate;             ///< its place among the candidates
  std::vector<std::size_t> covered;  ///< witnesses
  std::vector<Place> wrong, right;
  std::vector<Place> beside;  ///< right work-groups of the failing cases, which the model would spoil
  Boundary boundary;
  std::size_t unexplained = 0;  ///< witnesses inside the boundary that it does not explain
  double value = 0;
};

/// Looks for the candidate that explains most of what is not settled yet and spoils least of what is right.
/// Keeps the passing cases that it has made again, and so is asked bug after bug.
class HypothesisSearch {
 public:
  /// Both have to outlive it. Of `seen` it reads at each call which witnesses are settled.
  HypothesisSearch(const Inquiry& inquiry, const WrongGroups& seen) : inquiry_(inquiry), seen_(seen) {}

  /// The best one; none where no candidate is worth being told, or the time is up.
  std::optional<Hypothesis> best();

 private:
  std::vector<std::size_t> promising() const;
  Hypothesis hypothesis_of(std::size_t number, const Builtin* only) const;
  bool gives(std::size_t candidate, const Witness& w) const;
  bool spoils(const Candidate& candidate, const Replay& replay, std::size_t site, std::size_t group) const;
  const Builtin* most_covered(const Hypothesis& h) const;
  void weigh(Hypothesis& h) const;
  void add_passing(std::vector<Hypothesis>& hypotheses);
  int likeness(std::size_t result, const std::vector<Hypothesis>& hypotheses) const;
  void add_spoiled(std::size_t result, std::vector<Hypothesis>& hypotheses);

  const Inquiry& inquiry_;
  const WrongGroups& seen_;
  mutable std::map<std::pair<std::size_t, std::ptrdiff_t>, bool> given_;  ///< by candidate and witness
  std::map<std::size_t, std::unique_ptr<Replay>> passing_;  ///< by the case's place in the results
};

}  // namespace wgcts::harness
