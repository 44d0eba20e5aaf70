// A developer's tool: the search for the launches of suites/launches.hpp, in which all pairs of values meet,
// as few and as cheap as a greedy search finds.
#pragma once

#include <vector>

#include "suites/meetings.hpp"

namespace wgcts::suites {

/// Launches, each named by one of its cases, which together with the launches of `seeds` meet every legal
/// pair of values with its families, and every legal triple of a form, a row and a dimension. In the order in
/// which they meet most for their price. The same for the same seeds.
std::vector<Case> launches_for_pairs(const std::vector<Case>& seeds);

/// So many launches beside those of `seeds`, for the triples of values that they meet.
std::vector<Case> launches_for_triples(const std::vector<Case>& seeds, std::size_t count);

}  // namespace wgcts::suites
