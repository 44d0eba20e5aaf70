// A covering array: launches in which values meet, as few and as cheap as a greedy search finds.
#pragma once

#include <vector>

#include "suites/meetings.hpp"

namespace wgcts::suites {

/// Cases which, together with `seeds`, meet every legal pair with its families; each launch with all core
/// builtins that share its kernel. Behind them so many `further` launches, for the triples of values that
/// they meet. The same for the same arguments.
std::vector<Case> covering_array(const std::vector<Case>& seeds, std::size_t further);

}  // namespace wgcts::suites
