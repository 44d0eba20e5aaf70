// Completes the bugs of a report with their smallest cases.
#pragma once

#include <vector>

#include "harness/diagnose/minimal.hpp"

namespace wgcts::harness {

/// Minimises all bugs within so many seconds: unused time goes to the following bugs. Sets `minimal`,
/// `neighbour` and `reproduced`, and the exact thresholds in `where`, and with these the sentences and
/// signatures. Merges bugs that become equal. The result has the order of the bugs.
std::vector<Minimised> complete(std::vector<Bug>& bugs, const Oracle& oracle, double seconds);

}  // namespace wgcts::harness
