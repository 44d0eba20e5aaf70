// What a report tells of bugs beyond their names: each with its smallest case, and as that showed it to be.
#pragma once

#include <vector>

#include "harness/diagnose/minimal.hpp"

namespace wgcts::harness {

/// Minimises every bug, within so many seconds together: what one leaves goes to those behind it. Sets the
/// bugs' `minimal`, `neighbour` and `reproduced`, and sharpens their `where`, of which sentence and signature
/// are made. In the order of the bugs.
std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds);

}  // namespace wgcts::harness
