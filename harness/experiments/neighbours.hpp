// Cases that differ from a given one in one coordinate. They show the limits of a bug.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "reference/geometry.hpp"
#include "results/bug.hpp"
#include "suites/case.hpp"

namespace wgcts::harness {

/// Legal cases that differ from `c` in one coordinate: the nearest in each coordinate, then the second
/// nearest, and so on. Includes sizes near those in the conditions, and variants that the conditions name.
std::vector<Case> neighbours_of(const Case& c, std::span<const Where> conditions);

/// How a neighbour differs from `c`: "local size 3 instead of 2", "without offset".
std::string difference(const Case& neighbour, const Case& c);

/// A local size of `n` work-items with extents above 1 where `shape` has them; none if there is none.
std::optional<Extents> of_size(const Extents& shape, std::size_t n);

std::set<std::size_t> sizes_named(std::span<const Where> conditions);

}  // namespace wgcts::harness
