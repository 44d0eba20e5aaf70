// Hypotheses: a fault and its conditions, scored against all that a run shows.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "harness/diagnose/observation.hpp"

namespace wgcts::harness {

/// A candidate that explains some of the wrong work-groups that are not settled yet.
struct Hypothesis {
  std::size_t candidate;               ///< its index among the candidates
  std::vector<std::size_t> explained;  ///< wrong work-groups that its models give
  Places wrong;                        ///< their places
  Places right;         ///< those that contradict it: its model changes results that came out otherwise
  Places right_beside;  ///< the same of right work-groups of failing cases
  Boundary boundary;
  double score = 0;      ///< bits that it saves; positive if it is worth reporting
  bool checked = false;  ///< against all right work-groups that are known
};

/// Finds the hypothesis with the best score. Keeps what it has computed, because it is asked for bug after
/// bug.
class Scorer {
 public:
  /// Both have to outlive it. Of `seen` it reads at each call which work-groups are settled.
  Scorer(const Inquiry& inquiry, const Observations& seen) : inquiry_(inquiry), seen_(seen) {}

  /// None if no hypothesis is worth reporting, or if the computations allowed are used up. The next call
  /// takes its right places away.
  std::optional<Hypothesis> best();

 private:
  /// What a candidate's models do at the work-groups of failing cases.
  struct Effects {
    std::vector<bool> explains;       ///< by wrong work-group: a model gives its results
    std::vector<bool> changes;        ///< by wrong work-group: it would be wrong, if in another way
    std::vector<bool> changes_right;  ///< by right work-group, in the order of the failing cases
    bool counted = false;             ///< the search for models that explain was subtracted from the work
  };

  std::vector<std::size_t> promising() const;
  void find_effects(std::span<const std::size_t> candidates);
  Hypothesis hypothesis_of(std::size_t candidate, const Builtin* only);
  bool changes(const Candidate& candidate, const Replay& replay, GroupAt at) const;
  void check(Hypothesis& h) const;
  const Builtin* most_explained(const Hypothesis& h) const;
  void score(Hypothesis& h) const;
  void set_boundary(Hypothesis& h) const;
  std::size_t unexplained_within(const Hypothesis& h) const;
  void add_passing(std::vector<Hypothesis>& hypotheses);
  std::vector<std::size_t> passing_to_compare(const std::vector<Hypothesis>& hypotheses) const;
  int likeness(const Case& c, const std::vector<Hypothesis>& hypotheses) const;
  void add_passing_case(const Case& passing, std::vector<Hypothesis>& hypotheses);

  const Inquiry& inquiry_;
  const Observations& seen_;
  std::map<std::size_t, Effects> effects_;  ///< by candidate
  std::deque<Place> passing_;               ///< of the hypotheses that were last compared with passing cases
};

}  // namespace wgcts::harness
