// From observations to bugs: as few clusters of failing cases as explain them all.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "harness/diagnose/observation.hpp"

namespace wgcts::harness {

/// A bug in the making: wrong work-groups, the candidate that gives them, and where they are.
struct Cluster {
  std::optional<std::size_t> candidate{};  ///< none: no model gives them
  CauseWord what{};
  Boundary boundary{};
  std::set<std::size_t> wrong{};         ///< work-groups, by their index in the observations
  std::size_t explained = 0;             ///< of them, those that the candidate gave when it was chosen
  std::size_t contradicted = 0;          ///< right work-groups of failing cases that the candidate changes
  std::set<std::size_t> consequences{};  ///< results that follow from the bug and are not evidence for it
};

/// Whether a cluster is a consequence of another one and no bug of its own:
/// - if whole launches fail, whatever fails in the same launches;
/// - otherwise a part with the same builtins and types, in the same cases or within the boundary, if one of
/// the two has
///   no name, both have the same name, or the part is much smaller.
bool is_consequence(const Cluster& part, const Cluster& of, const Observations& seen);

/// For each cluster the one that it is merged into; itself if it is a bug of its own.
std::vector<std::size_t> merged_into(const std::vector<Cluster>& clusters, const Observations& seen);

/// Failing cases of single collectives, with and without results, as findings.
std::vector<Finding> cluster_wrong_results(const Inquiry& inquiry);
std::vector<Finding> cluster_terminations(const Inquiry& inquiry);
/// Failing cases that neither of those explains, such as a query that contradicts another, by their check.
std::vector<Finding> cluster_the_rest(const Inquiry& inquiry, const std::vector<Finding>& explained);

}  // namespace wgcts::harness
