// A developer's tool: a greedy search for few and cheap launches that cover all pairs of values, for
// suites/launches.
#pragma once

#include <vector>

#include "suites/pairs.hpp"

namespace wgcts::suites {

/// Launches, each named by one of its cases. Together with the launches of `seeds` they cover every legal
/// pair of values with its families, and every legal triple of a form, a row and a dimension. They are in
/// order of new items for their cost. The result depends only on the seeds.
std::vector<Case> launches_for_pairs(const std::vector<Case>& seeds);

/// This number of launches in addition to `seeds`, chosen for the triples of values that they cover.
std::vector<Case> launches_for_triples(const std::vector<Case>& seeds, std::size_t count);

}  // namespace wgcts::suites
