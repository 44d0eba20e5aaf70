// From observations to bugs: as few clusters of failing cases as explain them all.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "harness/diagnose/observation.hpp"

namespace wgcts::harness {

/// A bug in the making: wrong work-groups, the candidate that gives them, and where they are.
struct Cluster {
  std::optional<std::size_t> candidate{};  ///< none: no model gives them
  CauseWord what{};
  Boundary boundary{};
  std::set<std::size_t> wrong{};         ///< work-groups, by their index in the observations
  std::size_t contradicted = 0;          ///< right work-groups of failing cases that the candidate changes
  std::set<std::size_t> consequences{};  ///< results that follow from the bug and are not evidence for it
};

/// Gives at each call the named fault with the best score, and the wrong work-groups that it explains, of
/// those that are not settled; none if no fault is worth reporting. Both have to outlive it.
std::function<std::optional<Cluster>()> named_clusters(const Inquiry& inquiry, const Observations& seen);

/// Whether a cluster is a consequence of another one and no bug of its own. It is, if
/// - the other one is of the same builtins and types, or whole launches fail;
/// - one of the two has no name, both have the same, or the part is much smaller;
/// - the part is within the conditions of the other one, or in the same cases.
bool is_consequence(const Cluster& part, const Cluster& of, const Observations& seen);

/// For each cluster the one that it is merged into; itself if it is a bug of its own.
std::vector<std::size_t> merged_into(const std::vector<Cluster>& clusters, const Observations& seen);

/// Elements of a list that are one bug.
struct Part {
  std::vector<std::size_t> elements;
  Boundary boundary;
};
using KeyOf = std::function<std::size_t(std::size_t element)>;
using BoundaryOf = std::function<Boundary(const std::vector<std::size_t>&)>;

/// All elements as one bug, or a bug for each value of one of the keys: whichever has the shortest
/// description. The same for each part.
std::vector<Part> shortest_division(const std::vector<std::size_t>& all, std::span<const KeyOf> keys,
                                    const BoundaryOf& boundary_of);

/// Failing cases of single collectives, with and without results, as findings.
std::vector<Finding> cluster_wrong_results(const Inquiry& inquiry);
std::vector<Finding> cluster_terminations(const Inquiry& inquiry);
/// Failing cases that neither of those explains, such as a query that contradicts another, by their check.
std::vector<Finding> cluster_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained);

/// Gives failing programs to the findings that explain them, earlier findings first, and adds findings for
/// the others.
void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings);

}  // namespace wgcts::harness
