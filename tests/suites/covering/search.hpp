// A developer's tool: a greedy search for few and cheap launches that cover all pairs of values, for
// suites/launches.
#pragma once

#include <vector>

#include "suites/case.hpp"

namespace wgcts::suites {

/// Launches, each named by one of its cases. Together with the launches of `seeds` they cover every legal
/// pair of values with its families, and every legal triple of a form, a row and a dimension. They are in
/// order of new items for their cost, followed by `further` launches, in order of new triples of values for
/// their cost. The result depends only on the arguments.
std::vector<Case> launches_for_standard(const std::vector<Case>& seeds, std::size_t further);

/// Launches that together with those of `seeds` cover every legal triple of values.
std::vector<Case> launches_for_full(const std::vector<Case>& seeds);

}  // namespace wgcts::suites
