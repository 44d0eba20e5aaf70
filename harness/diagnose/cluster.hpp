// Groups failing cases into the smallest number of clusters that explains them all.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "harness/diagnose/observation.hpp"

namespace wgcts::harness {

/// A possible bug: wrong work-groups, the candidate that explains them, and their conditions.
struct Cluster {
  std::optional<std::size_t> candidate{};  ///< none: no model explains them
  CauseWord what{};
  Boundary boundary{};
  std::set<std::size_t> wrong{};  ///< indices of wrong work-groups in the observations
  std::size_t contradicted = 0;   ///< correct work-groups of failing cases that the candidate would change
  std::set<std::size_t> consequences{};  ///< results that follow from the bug and are not evidence for it
};

/// Each call returns the named fault with the best score and the unsettled wrong work-groups that it
/// explains. Returns none if no fault is worth reporting. Both arguments must outlive the function.
std::function<std::optional<Cluster>()> named_clusters(const Inquiry& inquiry, const Observations& seen);

/// Whether `part` is a consequence of `of` and not a separate bug. This requires all of:
/// - `of` covers the builtins and types of `part`, or whole launches fail;
/// - one of the two has no name, both have the same name, or `part` is much smaller;
/// - `part` is within the conditions of `of`, or in the same cases, or the fault of `of` explains it.
bool is_consequence(const Cluster& part, const Cluster& of, const Observations& seen);

/// For each cluster, the cluster that it is merged into; itself if it is a separate bug.
std::vector<std::size_t> merged_into(const std::vector<Cluster>& clusters, const Observations& seen);

/// Elements of a list that one bug explains.
struct Part {
  std::vector<std::size_t> elements;
  Boundary boundary;
};
using KeyOf = std::function<std::size_t(std::size_t element)>;
using BoundaryOf = std::function<Boundary(const std::vector<std::size_t>&)>;

/// Either all elements as one bug, or one bug for each value of a key, whichever has the shortest
/// description. Applies this to each part again.
std::vector<Part> shortest_division(const std::vector<std::size_t>& all, std::span<const KeyOf> keys,
                                    const BoundaryOf& boundary_of);

/// Failing cases of single collectives, with and without results, as findings.
std::vector<Finding> cluster_wrong_results(const Inquiry& inquiry);
std::vector<Finding> cluster_terminations(const Inquiry& inquiry);
/// Groups the other failing cases by their check, such as a query that contradicts another.
std::vector<Finding> cluster_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained);

/// Adds each failing program to the first finding that explains it. Adds new findings for the others.
void join_programs(const Inquiry& inquiry, std::vector<Finding>& findings);

}  // namespace wgcts::harness
